// The small bar over a message, and its menu: react, reply, edit, delete, copy, and what the bot offers there.

import * as api from "../core/api.js";
import { h, iconButton } from "../core/dom.js";
import { runOnMessage } from "../core/interactions.js";
import { dialog, menu, toast } from "../core/overlay.js";
import { channel, emit, isDm, menuCommandsIn, on, state } from "../core/store.js";
import { pickEmoji, react } from "./reactions.js";

const LONG_PRESS = 500; // milliseconds

const isMine = (message) => message.author.id === state.me.id;

function mayDelete(message) {
  const ch = channel(message.channel_id);
  return isMine(message) || (!isDm(ch) && ch?.permissions?.includes("manage_messages"));
}

export function canWrite(ch) {
  return Boolean(ch) && ch.can_send !== false && !ch.archived;
}

function remove(message) {
  const yes = h("button", { type: "submit", class: "button danger" }, "Delete");
  const no = h("button", { type: "button", class: "button plain" }, "Cancel");
  const asked = dialog("Delete message", h("p", {}, "It goes for everybody, and can’t be brought back."), [no, yes], { form: true, focus: yes });
  no.addEventListener("click", () => asked.close());
  asked.box.addEventListener("submit", (event) => {
    event.preventDefault();
    asked.close();
    api.del(`/channels/${message.channel_id}/messages/${message.id}`).catch((error) => toast(error.message, "error"));
  });
}

async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied.`);
  } catch {
    toast(`The browser did not let ${what.toLowerCase()} be copied.`, "error");
  }
}

/** What the bot offers in the menu of that message. */
async function apps(message) {
  const found = message.flags & 64 ? [] : await menuCommandsIn(message.channel_id).catch(() => []);
  return found.map((command) => ({
    label: command.name_localized, trail: h("small", { class: "muted" }, state.bot.name),
    run: () => runOnMessage(message, command).catch((error) => toast(error.message, "error")),
  }));
}

async function more(anchor, message) {
  const ch = channel(message.channel_id);
  const offered = await apps(message);
  const items = [
    message.content && { label: "Copy text", run: () => copy(message.content, "Text") },
    { label: "Copy message ID", run: () => copy(message.id, "Message ID") },
    ch?.type === 0 && !(message.flags & 64) && !message.thread && { label: "Create thread", run: () => emit("new-thread", message) },
    mayDelete(message) && { label: "Delete message", danger: true, run: () => remove(message) },
  ].filter(Boolean);
  menu(anchor, "Message", offered.length ? [...items, null, ...offered] : items, { align: "end" });
}

/** Something to put a menu beside: a place in the window. */
const spot = (x, y) => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) });

/** Opens the menu of the messages in a list by a right click, or by a long press. `find` gives the message of an id. */
export function offerMenus(list, find) {
  const messageAt = (event) => {
    const element = event.target.closest?.(".message[data-id]");
    return element && !event.target.closest("a[href], input, textarea") ? find(element.dataset.id) : null;
  };
  const openAt = (event, message) => more(spot(event.clientX, event.clientY), message);
  let timer = null;
  let began = null;
  let held = false; // a finger has opened the menu, and was not put down again since
  const stop = () => {
    clearTimeout(timer);
    timer = began = null;
  };
  list.addEventListener("contextmenu", (event) => {
    const message = messageAt(event);
    if (!message || String(getSelection())) return;
    event.preventDefault();
    if (held) return;
    held = Boolean(began); // some browsers say so themselves when a finger stays
    stop();
    openAt(event, message);
  });
  list.addEventListener("pointerdown", (event) => {
    stop();
    held = false;
    const message = event.pointerType === "touch" && messageAt(event);
    if (!message) return;
    began = event;
    timer = setTimeout(() => {
      held = true;
      openAt(began, message);
    }, LONG_PRESS);
  });
  list.addEventListener("pointermove", (event) => {
    if (began && Math.hypot(event.clientX - began.clientX, event.clientY - began.clientY) > 10) stop();
  });
  for (const name of ["pointerup", "pointercancel"]) list.addEventListener(name, stop);
  list.addEventListener("scroll", stop, { capture: true, passive: true });
  // The finger that opened the menu presses nothing when it is lifted, neither there nor beside the menu.
  list.addEventListener("touchend", (event) => held && event.cancelable && event.preventDefault(), { passive: false });
  list.addEventListener("click", (event) => {
    if (!held) return;
    held = false;
    event.preventDefault();
    event.stopPropagation();
  }, true);
}

export function messageActions(message) {
  if (message.flags & 64) return null;
  const writable = canWrite(channel(message.channel_id));
  const small = { size: 18, tabindex: -1 };
  return h("div", { class: "actions", role: "group", "aria-label": "Message actions" },
    iconButton("smile", "Add reaction", (event) => pickEmoji(event.currentTarget, (char) => react(message, { name: char }, true)), small),
    writable && iconButton("reply", "Reply", () => emit("reply", message), small),
    isMine(message) && iconButton("pencil", "Edit", () => emit("edit", message), small),
    iconButton("dots", "More", (event) => more(event.currentTarget, message), small));
}

on("dismiss", (message) => {
  api.del(`/channels/${message.channel_id}/messages/${message.id}`).catch((error) => toast(error.message, "error"));
});
