// The start of a channel; in an empty one it says what to type, and types it.

import { h, icon } from "../core/dom.js";
import { leaves } from "../core/leaves.js";
import { channelName, commandsIn, emit, isDm, isThread, state } from "../core/store.js";
import { avatar } from "../parts/avatar.js";

/** The commands of an application that begin something: shown as large buttons in an empty channel. */
function starters() {
  const box = h("div", { class: "starters" });
  commandsIn(state.channelId).then((commands) => {
    const all = leaves(commands);
    const first = all.filter(({ name }) => /^(new|create|open)/.test(name));
    for (const { name, shown, node } of (first.length ? first : all).slice(0, 8)) {
      box.append(h("button", { type: "button", class: "starter", onclick: () => emit("use-command", { name }) },
        h("span", { class: "starter-name" }, `/${shown}`),
        h("span", { class: "starter-text" }, node.description_localized ?? node.description ?? "")));
    }
    if (!all.length) box.append(h("p", { class: "muted" }, `Waiting for ${state.bot.name}’s commands…`));
  }, () => {});
  return box;
}

export function welcome(ch, count) {
  if (isDm(ch)) {
    return h("div", { class: "welcome" }, avatar(state.bot, 80), h("h2", {}, channelName(ch)),
      h("p", {}, `This is the very beginning of your direct messages with `, h("strong", {}, channelName(ch)), "."),
      count === 0 && starters());
  }
  const type = (text) => h("button", { type: "button", class: "text-link key", onclick: () => emit("type", text) }, text);
  return h("div", { class: "welcome" },
    h("span", { class: "welcome-sign" }, icon(isThread(ch) ? "thread" : "hash", 42)),
    h("h2", {}, isThread(ch) ? ch.name : `Welcome to #${ch.name}!`),
    h("p", {}, isThread(ch) ? "This is the start of the thread." : `This is the start of the #${ch.name} channel.`, ch.topic && ` ${ch.topic}.`.replace("..", ".")),
    count === 0 && [
      h("p", { class: "welcome-how" }, "Type ", type("/"), " to see what the bot can do, or begin with one of these:"),
      starters(),
    ]);
}
