// The right side: who is here, the bot too; and the head over the messages.

import { $, fill, h, icon, iconButton } from "../core/dom.js";
import { channel, channelName, emit, isDm, isThread, messagesOf, on, person, serverOf, state } from "../core/store.js";
import { appTag } from "../chat/message.js";
import { avatar } from "../parts/avatar.js";
import { personMenu } from "./people.js";

const members = $("#members");
const head = $("#chat-head");
const app = $("#app");

const live = (components) => (components ?? []).some((part) => ((part.type === 2 || part.type === 3) && !part.disabled && part.style !== 5)
  || live(part.components) || (part.accessory && live([part.accessory])));

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** The people whom the bot's newest message that can still be clicked names, mentions or shows: those at the table. */
function atTable(ch, people) {
  const newest = messagesOf(ch.id).findLast((message) => message.author.bot && !(message.flags & 64) && live(message.components));
  if (!newest) return [];
  const said = JSON.stringify([newest.content, newest.components, newest.embeds, newest.attachments.map((file) => file.description)]);
  return people.filter((person) => !person.bot && (said.includes(`<@${person.id}>`) || new RegExp(`(?<![\\p{L}\\p{N}])${escaped(person.name)}(?![\\p{L}\\p{N}])`, "u").test(said)));
}

function row(person, seated) {
  return h("li", {}, h("div", { class: `member${person.online || person.bot ? "" : " away"}` },
    h("span", { class: `presence ${(person.bot ? person.online !== false : person.online) ? "on" : "off"}` }, avatar(person, 32)),
    h("span", { class: "member-text" }, h("span", { class: "member-name" }, person.name, person.bot && appTag(), person.host && h("span", { title: "Host", "aria-label": "host", class: "crown" }, "👑")),
      seated && h("small", {}, "at the table"), person.dms_open === false && h("small", {}, "direct messages closed"))));
}

function group(label, people, seated) {
  return people.length > 0 && h("section", {}, h("h2", {}, `${label} — ${people.length}`), h("ul", {}, people.map((person) => row(person, seated))));
}

export function drawMembers() {
  const ch = channel();
  if (!ch) return;
  const server = serverOf(ch);
  const all = (server ? server.memberIds : [state.me.id, state.bot.id]).map(person).filter(Boolean).sort((a, b) => a.name.localeCompare(b.name));
  const seated = atTable(ch, all);
  const rest = all.filter((person) => !seated.includes(person));
  const isHere = (person) => (person.bot ? person.online !== false : person.online !== false);
  fill(members, h("div", { class: "panel-head" }, h("strong", {}, "Members"), iconButton("close", "Close the members", () => app.classList.remove("show-members"))),
    group("At the table", seated, true), group("Online", rest.filter(isHere)), group("Offline", rest.filter((person) => !isHere(person))));
}

export function drawHead() {
  const ch = channel();
  if (!ch) return;
  const sign = isDm(ch) ? avatar(state.bot, 24) : icon(isThread(ch) ? "thread" : "hash", 22);
  const parent = isThread(ch) && channel(ch.parent_id);
  fill(head,
    iconButton("menu", "Servers and channels", () => app.classList.toggle("show-channels"), { class: "only-narrow" }),
    sign,
    h("h1", {}, parent && h("button", { type: "button", class: "text-link parent", onclick: () => emit("go", { channelId: parent.id }) }, parent.name), parent && " › ", channelName(ch)),
    ch.topic && h("span", { class: "topic", title: ch.topic }, ch.topic),
    h("span", { class: "spacer" }),
    h("button", { type: "button", class: "icon-button only-narrow me-small", "aria-label": `You are ${state.me.name}. Switch person`, title: "Switch person", onclick: (event) => personMenu(event.currentTarget) }, avatar(state.me, 26)),
    iconButton("people", "Members", () => {
      const narrow = matchMedia("(max-width: 1000px)").matches;
      app.classList.toggle(narrow ? "show-members" : "hide-members");
    }));
  document.title = `${unreadMark()}${isDm(ch) ? "@" : "#"}${channelName(ch)} | ${serverOf(ch)?.name ?? state.bot.name}`;
}

function unreadMark() {
  const count = [...state.channels.values()].reduce((sum, ch) => sum + (isDm(ch) ? ch.unread ?? 0 : ch.mentions ?? 0), 0);
  return count ? `(${count}) ` : "";
}

for (const event of ["people", "channels"]) on(event, () => state.channelId && (drawMembers(), drawHead()));
for (const event of ["message", "message-edited", "message-deleted"]) on(event, () => state.channelId && drawMembers());
on("unread", () => state.channelId && drawHead());
