// The list of messages: drawn by groups, kept at the end while one reads the end, extended upwards while one scrolls back.

import * as api from "../core/api.js";
import { $, $$, fill, h, icon } from "../core/dom.js";
import { dismissCommand, sentCommands } from "../core/interactions.js";
import { toast } from "../core/overlay.js";
import { channel, findMessage, loadMessages, loadOlder, messagesOf, nameOf, on, state } from "../core/store.js";
import { t } from "../core/texts.js";
import { dayName, sameDay } from "../core/time.js";
import { avatar } from "../parts/avatar.js";
import { offerMenus } from "./actions.js";
import { appTag, authorName, messageElement, previousOf, startsGroup } from "./message.js";
import { welcome } from "./welcome.js";

const scroller = $("#scroller");
const list = $("#messages");
const pending = $("#pending");
const greeting = $("#greeting");
const jump = $("#jump");

let atEnd = true;
let newSince = null; // the id of the first message that came unread
let missed = 0;

/** In an empty channel its greeting is read, from the top. */
const isEmpty = () => !list.childElementCount && !pending.childElementCount;
const isNear = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 60;
export function scrollToEnd() {
  scroller.scrollTop = isEmpty() ? 0 : scroller.scrollHeight;
  atEnd = true;
  missed = 0;
  drawJump();
}

function drawJump() {
  const log = state.logs.get(state.channelId);
  jump.hidden = atEnd && (log?.atEnd ?? true);
  const text = missed ? `${missed} new message${missed === 1 ? "" : "s"}` : "Jump to the newest";
  // A phone has room for the arrow alone, and for how many are new.
  fill(jump, icon("down", 18), h("span", { class: "jump-text" }, text), missed > 0 && h("span", { class: "jump-count", "aria-hidden": "true" }, missed));
}

// Dividers

const dayLine = (date, isNew) => h("li", { class: `divider day${isNew ? " fresh" : ""}`, role: "separator" }, h("span", {}, dayName(date)), isNew && h("span", { class: "tag" }, t("new")));
const newLine = () => h("li", { class: "divider new", role: "separator" }, h("span", {}, t("new")));

function elementsFor(message) {
  const previous = previousOf(message);
  const date = new Date(message.timestamp);
  const isNew = message.id === newSince;
  const lines = [];
  if (!previous || !sameDay(new Date(previous.timestamp), date)) lines.push(dayLine(date, isNew));
  else if (isNew) lines.push(newLine());
  return [...lines, messageElement(message, lines.length > 0 || startsGroup(message, previous))];
}

function drawAll() {
  const ch = channel();
  const messages = messagesOf(ch.id);
  const log = state.logs.get(ch.id);
  fill(greeting, log?.atStart && welcome(ch, messages.length));
  fill(list, messages.map(elementsFor));
  drawPending();
}

// Commands on their way

function pendingElement(command) {
  const failed = command.state === "failed";
  return h("li", { class: `message first pending${failed ? " ephemeral" : ""}` }, h("article", { class: "body" },
    h("div", { class: "spine" }, avatar(command.user, 16), authorName(command.user), h("span", { class: "spine-used" }, t("used")), h("span", { class: "mention" }, command.name)),
    h("span", { class: "face" }, avatar(state.bot, 40)),
    h("div", { class: "head" }, authorName(state.bot), appTag()),
    failed
      ? [h("p", { class: "failed", role: "alert" }, icon("warn", 16), ` ${command.text}`),
        h("p", { class: "only-you" }, icon("eye", 16), ` ${t("only_you")} • `, h("button", { type: "button", class: "text-link", onclick: () => dismissCommand(command.nonce) }, t("dismiss")))]
      : h("p", { class: "sending" }, t("sending"))));
}

function drawPending() {
  const mine = sentCommands.filter((command) => command.channelId === state.channelId && command.user.id === state.me.id);
  fill(pending, mine.map(pendingElement));
  if (atEnd) scrollToEnd();
}

// Keeping the place

// A message that changes between pressing and letting go would lose the click: it changes right after it.
let pressed = null; // the id of the message under the pointer
const late = new Set();
scroller.addEventListener("pointerdown", (event) => { pressed = event.target.closest(".message")?.dataset.id ?? null; });
for (const name of ["pointerup", "pointercancel"]) {
  addEventListener(name, () => setTimeout(() => {
    pressed = null;
    for (const id of late) {
      const message = findMessage(state.channelId, id);
      if (message) replace(message);
    }
    late.clear();
  }));
}

/** Changes one message's element and keeps the focus, the open spoilers and the pictures that are still there. */
function replace(message) {
  const old = $(`#message-${message.id}`);
  if (!old) return;
  if (pressed === message.id) return void late.add(message.id);
  const fresh = messageElement(message, old.classList.contains("first"));
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const openVeils = $$(".veiled, .spoiler", old).map((veiled) => veiled.classList.contains("open"));
  const oldPictures = $$("img:not(.emoji)", old);
  $$("img:not(.emoji)", fresh).forEach((image, index) => {
    const before = oldPictures[index];
    if (before?.complete && before.currentSrc && before.getAttribute("src") !== image.getAttribute("src")) {
      image.loading = "eager";
      image.style.background = `center / contain no-repeat url("${before.currentSrc}")`;
      image.addEventListener("load", () => { image.style.background = ""; }, { once: true });
    }
  });
  $$(".veiled, .spoiler", fresh).forEach((veiled, index) => openVeils[index] && $(".veil, .spoiler-text", veiled)?.click());
  old.replaceWith(fresh);
  if (focused) {
    const custom = focused.dataset.custom;
    const target = (custom && $(`[data-custom="${CSS.escape(custom)}"]:not(:disabled)`, fresh)) || (focused !== old && $(".components button:not(:disabled)", fresh)) || fresh;
    target.focus({ preventScroll: true });
  }
}

function regroup(message) {
  const element = message && $(`#message-${message.id}`);
  if (!element) return;
  while (element.previousElementSibling?.classList.contains("divider")) element.previousElementSibling.remove();
  element.replaceWith(...elementsFor(message));
}

// Reading

function readAll() {
  const ch = channel();
  if (!ch?.unread || !atEnd || document.hidden) return;
  ch.unread = 0;
  ch.mentions = 0;
  api.post(`/channels/${ch.id}/read`).catch(() => {});
}

const announcer = $("#announcer");

function announce(message) {
  announcer.textContent = `${nameOf(message.author)}: ${message.content || $(`#message-${message.id} .markdown`)?.textContent || ""}`.slice(0, 300);
}

/** Shows a channel from its end, or around a message. */
export async function showChannel(id, { messageId, fresh = false } = {}) {
  const ch = channel(id);
  const log = state.logs.get(id);
  newSince = null;
  missed = 0;
  scroller.classList.add("loading");
  try {
    if (messageId && !findMessage(id, messageId)) {
      await loadMessages(id, { around: messageId });
      if (!findMessage(id, messageId)) {
        toast("That message is gone.", "error");
        messageId = undefined;
        await loadMessages(id);
      }
    } else if (fresh || !log?.atEnd) await loadMessages(id);
  } catch (error) {
    if (state.channelId === id) fill(list, h("li", { class: "list-problem" }, error.message));
    return;
  } finally {
    scroller.classList.remove("loading");
  }
  if (state.channelId !== id) return;
  const messages = messagesOf(id);
  if (ch.unread && ch.unread <= messages.length) newSince = messages.at(-ch.unread).id;
  atEnd = !messageId;
  drawAll();
  if (messageId) goToMessage(messageId);
  else scrollToEnd();
  drawJump();
  readAll();
}

/** Scrolls to a message of the channel on screen and lights it up; false where it is not drawn. Of the newest the end is
 * shown, where its buttons are. */
export function goToMessage(id) {
  const element = $(`#message-${id}`);
  if (!element) return false;
  const log = state.logs.get(state.channelId);
  if ((log?.atEnd ?? true) && messagesOf(state.channelId).at(-1)?.id === id) scrollToEnd();
  else {
    atEnd = false;
    element.scrollIntoView({ block: "center" });
  }
  element.classList.add("flash");
  setTimeout(() => element.classList.remove("flash"), 2000);
  element.focus({ preventScroll: true });
  return true;
}

on("message", (message) => {
  if (message.channel_id !== state.channelId) return;
  const mine = message.author.id === state.me.id || message.interaction?.user.id === state.me.id;
  const stay = atEnd || mine;
  if (document.hidden && !newSince && !mine) newSince = message.id;
  const next = messagesOf(message.channel_id)[messagesOf(message.channel_id).indexOf(message) + 1];
  const elements = elementsFor(message);
  if (next) {
    const target = $(`#message-${next.id}`);
    target ? target.before(...elements) : list.append(...elements);
    regroup(next);
  } else list.append(...elements);
  if (!mine) announce(message);
  if (messagesOf(message.channel_id).length === 1) fill(greeting, welcome(channel(), 1));
  if (stay) {
    scrollToEnd();
    readAll();
  } else {
    missed += 1;
    drawJump();
  }
});
on("message-edited", (message) => {
  if (message.channel_id !== state.channelId) return;
  replace(message);
  if (atEnd) scrollToEnd();
});
on("message-deleted", ({ channel_id: channelId, message_id: id }) => {
  if (channelId !== state.channelId) return;
  const element = $(`#message-${id}`);
  const hadFocus = element?.contains(document.activeElement);
  const next = element?.nextElementSibling;
  while (element?.previousElementSibling?.classList.contains("divider")) element.previousElementSibling.remove();
  element?.remove();
  const following = $$(".message", list).find((element) => element === next) ?? $$(".message", list).at(-1);
  if (following) regroup(findMessage(channelId, following.dataset.id));
  if (hadFocus) $("#input")?.focus();
});
on("message-status", (channelId, id) => {
  const message = channelId === state.channelId && findMessage(channelId, id);
  if (message) replace(message);
  if (atEnd) scrollToEnd();
});
on("sent-commands", (channelId, isNew) => {
  if (channelId !== state.channelId) return;
  if (isNew) atEnd = state.logs.get(channelId)?.atEnd ?? true;
  drawPending();
});
on("names", () => state.channelId && !scroller.classList.contains("loading") && redraw());
on("language", () => state.channelId && redraw());
on("unread", (id) => id === state.channelId && readAll());

/** Draws what is known anew at the same place: names and languages have changed. */
function redraw() {
  const top = scroller.scrollTop;
  drawAll();
  if (atEnd) scrollToEnd();
  else scroller.scrollTop = top;
}

scroller.addEventListener("scroll", async () => {
  atEnd = (isNear() || isEmpty()) && (state.logs.get(state.channelId)?.atEnd ?? true);
  if (atEnd) {
    missed = 0;
    readAll();
  }
  drawJump();
  if (scroller.scrollTop > 400 || scroller.classList.contains("loading")) return;
  const id = state.channelId;
  const fresh = await loadOlder(id).catch(() => []);
  if (!fresh.length || id !== state.channelId) return;
  const fromEnd = scroller.scrollHeight - scroller.scrollTop;
  drawAll();
  scroller.scrollTop = scroller.scrollHeight - fromEnd;
}, { passive: true });

offerMenus(scroller, (id) => findMessage(state.channelId, id));
new ResizeObserver(() => atEnd && scrollToEnd()).observe($("#stream"));
new ResizeObserver(() => atEnd && scrollToEnd()).observe(scroller);
jump.addEventListener("click", () => (state.logs.get(state.channelId)?.atEnd ? scrollToEnd() : showChannel(state.channelId, { fresh: true })));
addEventListener("visibilitychange", () => !document.hidden && state.channelId && readAll());

// Arrow keys walk through the messages; Enter goes into one, Escape back to the input.
scroller.addEventListener("keydown", (event) => {
  const here = document.activeElement.closest?.(".message");
  if (document.activeElement !== scroller && document.activeElement !== here) {
    if (event.key === "Escape" && here && !event.defaultPrevented) here.focus();
    return;
  }
  const all = $$(".message", scroller);
  const at = all.indexOf(here);
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  if (step) all[Math.max(0, Math.min(all.length - 1, at < 0 ? all.length - 1 : at + step))]?.focus();
  else if (event.key === "End") all.at(-1)?.focus();
  else if (event.key === "Home") all[0]?.focus();
  else if (event.key === "Enter" && here) ($(".components button:not(:disabled), .components a[href]", here) ?? $("button", here))?.focus();
  else if (event.key === "Escape") $("#input")?.focus();
  else return;
  event.preventDefault();
});

