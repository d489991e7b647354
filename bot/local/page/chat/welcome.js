// The start of a channel; in an empty one it says what to type, and types it.

import { h, icon } from "../core/dom.js";
import { runCommand } from "../core/interactions.js";
import { leaves } from "../core/leaves.js";
import { toast } from "../core/overlay.js";
import { channelName, commandsIn, emit, isDm, isThread, state } from "../core/store.js";
import { avatar } from "../parts/avatar.js";

const MOST = 12; // tiles: each game that can be opened, and what begins otherwise
const ANSWER = 3500; // milliseconds: by then a command has its answer, or has failed

/** A command as a large button. It is sent at once, unless it has options that must be given: those are asked for. */
function tile({ name, shown, node }) {
  const options = (node.options ?? []).filter((option) => option.type > 2);
  const ask = () => emit("use-command", { name });
  const send = async () => {
    button.disabled = true; // a second tap would send it twice
    setTimeout(() => { button.disabled = false; }, ANSWER);
    try {
      await runCommand(state.channelId, name, {}, []);
    } catch (error) {
      toast(error.message, "error");
    }
  };
  const atOnce = !options.some((option) => option.required);
  const button = h("button", { type: "button", class: "starter", onclick: atOnce ? send : ask },
    h("span", { class: "starter-name" }, `/${shown}`),
    h("span", { class: "starter-text" }, node.description_localized ?? node.description ?? ""));
  return h("div", { class: "starter-tile" }, button,
    atOnce && options.length > 0 && h("button", { type: "button", class: "text-link starter-options", "aria-label": `Options of /${shown}`, onclick: ask }, "Options"));
}

/** The commands of an application that begin something or teach it: shown as large buttons in an empty channel. */
function starters() {
  const box = h("div", { class: "starters" });
  commandsIn(state.channelId).then((commands) => {
    const all = leaves(commands);
    const first = all.filter(({ name }) => /^(new|create|open|learn)/.test(name));
    box.append(...(first.length ? first : all).slice(0, MOST).map(tile));
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
