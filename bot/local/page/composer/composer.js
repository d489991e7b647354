// The input at the bottom: messages, replies, edits, files, and the way into slash commands.

import * as api from "../core/api.js";
import { $, fill, h, icon, iconButton } from "../core/dom.js";
import { leaves } from "../core/leaves.js";
import { fileSize } from "../core/media.js";
import { toast } from "../core/overlay.js";
import { channel, channelName, commandsIn, isDm, messagesOf, nameOf, on, person, serverOf, state } from "../core/store.js";
import { t } from "../core/texts.js";
import { avatar } from "../parts/avatar.js";
import { EMOJIS } from "../chat/emojis.js";
import { pickEmoji } from "../chat/reactions.js";
import { scrollToEnd } from "../chat/list.js";
import { CommandForm } from "./command_form.js";
import { fold, shownDescription, shownName } from "./options.js";
import * as suggest from "./suggest.js";

const input = $("#input");
const entry = $("#entry");
const bar = $("#reply-bar");
const shelf = $("#shelf");
const counter = $("#counter");
const MOST = 2000;

const drafts = new Map(); // channel id -> text
let form = null;
let reply = null;
let editing = null;
let files = [];
let typedAt = 0;

// The plain input

function grow() {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, innerHeight / 2)}px`;
  const left = MOST - [...input.value].length;
  counter.textContent = left < 200 ? left : "";
  counter.classList.toggle("over", left < 0);
}

function setText(text) {
  input.value = text;
  grow();
  input.setSelectionRange(text.length, text.length);
}

/** "@Ann" and "#card-table" become the mentions that they stand for, ":tada:" its emoji. */
function withMentions(text) {
  const server = serverOf(channel());
  const names = new Map();
  for (const member of (server?.memberIds ?? []).map(person).filter(Boolean)) {
    names.set(`@${member.username}`, `<@${member.id}>`).set(`@${member.name}`, `<@${member.id}>`);
  }
  for (const id of server?.channelIds ?? []) names.set(`#${channelName(channel(id))}`, `<#${id}>`);
  let result = text;
  for (const name of [...names.keys()].sort((a, b) => b.length - a.length)) {
    result = result.replace(new RegExp(`(^|[^\\w<])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}(?![\\w])`, "gu"), `$1${names.get(name)}`);
  }
  return result.replace(/:(\w+):/g, (typed, name) => EMOJIS.find(([, names]) => names.split(" ").includes(name))?.[0] ?? typed);
}

async function send() {
  const text = input.value.trim();
  if (!text && !files.length) return;
  if ([...text].length > MOST) return toast(`A message has at most ${MOST} characters; this one has ${[...text].length}.`, "error");
  const id = state.channelId;
  const [sentFiles, target, changed] = [files, reply, editing];
  setText("");
  drafts.delete(id);
  files = [];
  drawShelf();
  setBar(null, null);
  suggest.hide();
  try {
    if (changed) await api.patch(`/channels/${id}/messages/${changed.id}`, { content: withMentions(text) });
    else await api.post(`/channels/${id}/messages`, { content: withMentions(text), ...(target ? { reply_to: target.id } : {}) }, sentFiles);
    if (!changed) scrollToEnd();
  } catch (error) {
    toast(error.message, "error");
    if (id === state.channelId && !input.value) {
      setText(text);
      files = sentFiles;
      drawShelf();
    }
  }
}

// Replies and edits

function setBar(replyTo, edit) {
  reply = replyTo;
  editing = edit;
  bar.hidden = !reply && !editing;
  fill(bar,
    reply && h("span", {}, "Replying to ", h("strong", {}, nameOf(reply.author))),
    editing && h("span", {}, h("strong", {}, "Editing your message")),
    iconButton("close", "Cancel", () => { if (editing) setText(""); setBar(null, null); input.focus(); }, { size: 16 }));
}

on("reply", (message) => { leaveForm(); setBar(message, null); input.focus(); });
on("edit", (message) => { leaveForm(); setBar(null, message); setText(readable(message.content)); input.focus(); });

const readable = (text) => text
  .replace(/<@!?(\d+)>/g, (all, id) => (person(id) ? `@${person(id).name}` : all))
  .replace(/<#(\d+)>/g, (all, id) => (channel(id) ? `#${channelName(channel(id))}` : all));

// Files

function drawShelf() {
  shelf.hidden = !files.length;
  fill(shelf, files.map((file) => h("div", { class: "shelf-file" },
    file.type.startsWith("image/") ? h("img", { src: URL.createObjectURL(file), alt: "" }) : icon("file", 40),
    h("span", {}, file.name), h("small", {}, fileSize(file.size)),
    iconButton("trash", `Remove ${file.name}`, () => { files = files.filter((other) => other !== file); drawShelf(); }, { size: 16 }))));
}

function takeFiles(list) {
  files = [...files, ...list].slice(0, 10);
  drawShelf();
  input.focus();
}

// Suggestions while typing

const commandItem = (leaf) => ({
  key: leaf.name,
  lead: avatar(state.bot, 28),
  title: [`/${leaf.shown}`, (leaf.node.options ?? []).filter((option) => option.type > 2 && option.required).map((option) => h("span", { class: "option-hint" }, shownName(option)))],
  detail: shownDescription(leaf.node), trail: state.bot.name, pick: () => useLeaf(leaf),
});

async function suggestCommands() {
  const typed = input.value.slice(1);
  const id = state.channelId;
  let all;
  try {
    all = leaves(await commandsIn(id));
  } catch (error) {
    return suggest.show(input, { heading: error.message });
  }
  if (id !== state.channelId || !input.value.startsWith("/") || input.value.slice(1) !== typed) return;
  if (document.activeElement === input && useText(input.value, all, " ")) return;
  const wanted = fold(typed);
  const rank = ({ name, shown }) => (fold(shown).startsWith(wanted) || name.startsWith(wanted) ? 0 : 1);
  const found = all.filter(({ name, shown }) => fold(shown).includes(wanted) || name.includes(wanted))
    .sort((a, b) => rank(a) - rank(b) || a.shown.localeCompare(b.shown));
  if (!found.length) return typed.includes(" ") || all.length ? suggest.hide() : suggest.show(input, { heading: `${state.bot.name} has no commands here yet.` });
  suggest.show(input, { groups: [{ label: state.bot.name, items: found.map(commandItem) }] });
}

function suggestWords() {
  const upTo = input.value.slice(0, input.selectionStart);
  const match = /(?:^|\s)([@#:])([\p{L}\p{N}_.-]*)$/u.exec(upTo);
  if (!match) return suggest.hide();
  const [, sign, word] = match;
  const wanted = fold(word);
  const put = (text) => () => {
    input.setRangeText(`${text} `, upTo.length - word.length - 1, upTo.length, "end");
    suggest.hide();
    grow();
  };
  const server = serverOf(channel());
  let items = [];
  if (sign === "@") {
    items = (server?.memberIds ?? []).map(person).filter((member) => member && fold(`${member.name} ${member.username}`).includes(wanted))
      .map((member) => ({ key: member.id, lead: avatar(member, 24), title: member.name, trail: member.username, pick: put(`@${member.name}`) }));
  } else if (sign === "#") {
    items = (server?.channelIds ?? []).map((id) => channel(id)).filter((ch) => ch && fold(ch.name).includes(wanted))
      .map((ch) => ({ key: ch.id, lead: icon("hash", 18), title: ch.name, pick: put(`#${ch.name}`) }));
  } else if (word.length >= 2) {
    items = EMOJIS.filter(([, names]) => names.split(" ").some((name) => name.startsWith(wanted))).slice(0, 10)
      .map(([char, names]) => ({ key: char, lead: char, title: `:${names.split(" ")[0]}:`, pick: put(char) }));
  }
  if (!items.length) return suggest.hide();
  suggest.show(input, { groups: [{ items: items.slice(0, 10) }] });
}

function typed() {
  grow();
  if (!editing) drafts.set(state.channelId, input.value);
  if (input.value.startsWith("/") && !input.value.includes("\n") && !editing) suggestCommands();
  else {
    suggestWords();
    if (input.value && Date.now() - typedAt > 8000) {
      typedAt = Date.now();
      api.post(`/channels/${state.channelId}/typing`).catch(() => {});
    }
  }
}

// Slash commands

function useLeaf(leaf, text = "") {
  const id = state.channelId;
  form?.element.remove();
  suggest.hide();
  setBar(null, null);
  setText("");
  drafts.delete(id);
  input.hidden = true;
  form = new CommandForm(leaf, id, (left) => {
    leaveForm();
    setText(left);
    input.focus();
    if (left) typed();
  });
  entry.append(form.element);
  if (text) form.takeText(text);
  form.focus();
}

function leaveForm() {
  form?.element.remove();
  form = null;
  input.hidden = false;
}

/** A command as text ("/draw from:stock"): opens its form filled in. True where `all` has such a command; `end` must follow its name. */
function useText(text, all, end = "") {
  const name = all.flatMap((leaf) => [leaf.name, leaf.shown]).filter((candidate) => text.startsWith(`/${candidate} `) || (!end && text === `/${candidate}`))
    .sort((a, b) => b.length - a.length)[0];
  const leaf = name && all.find((candidate) => candidate.name === name || candidate.shown === name);
  if (leaf) useLeaf(leaf, text.slice(name.length + 1).trimStart());
  return Boolean(leaf);
}

const here = async () => leaves(await commandsIn(state.channelId).catch(() => []));

on("use-command", async ({ name }) => {
  if (!useText(`/${name}`, await here())) {
    leaveForm();
    setText(`/${name}`);
    input.focus();
    typed();
  }
});
on("type", (text) => { leaveForm(); setText(text); input.focus(); typed(); });
on("commands", () => input.value.startsWith("/") && document.activeElement === input && suggestCommands());

// Keys

input.addEventListener("input", typed);
input.addEventListener("keydown", async (event) => {
  if (event.isComposing || suggest.key(event)) return;
  if (event.key === "Enter" && !event.shiftKey) {
    event.preventDefault();
    if (input.value.startsWith("/") && !editing && useText(input.value.trim(), await here())) return;
    send();
  } else if (event.key === "ArrowUp" && !input.value) {
    const mine = messagesOf(state.channelId).findLast((message) => message.author.id === state.me.id && message.content && !(message.flags & 64) && message.type !== 18);
    if (!mine) return;
    event.preventDefault();
    setBar(null, mine);
    setText(readable(mine.content));
  } else if (event.key === "Escape" && (reply || editing)) {
    if (editing) setText("");
    setBar(null, null);
  }
});
input.addEventListener("blur", () => setTimeout(() => document.activeElement !== input && !form && suggest.hide(), 100));
input.addEventListener("paste", (event) => {
  if (event.clipboardData.files.length) takeFiles(event.clipboardData.files);
});
$("#send").addEventListener("click", () => (form ? form.send() : input.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", cancelable: true }))));
$("#attach").addEventListener("click", () => $("#file-picker").click());
$("#file-picker").addEventListener("change", (event) => { takeFiles(event.target.files); event.target.value = ""; });
$("#emoji").addEventListener("click", (event) => pickEmoji(event.currentTarget, (char) => {
  input.setRangeText(char, input.selectionStart, input.selectionEnd, "end");
  grow();
}));
const chat = $("#chat");
chat.addEventListener("dragover", (event) => event.preventDefault());
chat.addEventListener("drop", (event) => {
  event.preventDefault();
  if (event.dataTransfer.files.length) takeFiles(event.dataTransfer.files);
});

// Typing anywhere goes into the input, as in the chat client.
addEventListener("keydown", (event) => {
  const inField = document.activeElement.closest?.("input, textarea, select, [contenteditable], .overlay, .popup, .menu");
  if (inField || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " " || input.disabled) return;
  (form ?? input).focus();
});

// Who is typing

const typingLine = $("#typing");
function drawTyping() {
  const now = Date.now();
  const who = [...(state.typing.get(state.channelId) ?? [])].filter(([, until]) => until > now).map(([id]) => person(id)?.name).filter(Boolean);
  fill(typingLine, who.length > 0 && [h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")), " ",
    h("strong", {}, who.slice(0, 3).join(", ")), who.length === 1 ? " is typing…" : " are typing…"]);
}
on("typing", (id) => id === state.channelId && drawTyping());
on("message", drawTyping);
setInterval(drawTyping, 2000);

/** Another channel is shown: its draft, its placeholder, or why nothing can be written here. */
export function prepareComposer() {
  const ch = channel();
  const where = isDm(ch) ? `@${channelName(ch)}` : `#${channelName(ch)}`;
  const closed = ch.archived ? "This thread is archived." : ch.can_send === false ? "You do not have permission to send messages in this channel." : null;
  leaveForm();
  suggest.hide();
  setBar(null, null);
  files = [];
  drawShelf();
  input.disabled = Boolean(closed);
  input.placeholder = closed ?? t("message", { where });
  input.setAttribute("aria-label", input.placeholder);
  setText(drafts.get(ch.id) ?? "");
  drawTyping();
}
on("language", () => state.channelId && prepareComposer());
on("switching", () => drafts.clear());
