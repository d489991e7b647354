// The small bar over a message: react, reply, edit, delete, copy.

import * as api from "../core/api.js";
import { h, iconButton } from "../core/dom.js";
import { dialog, menu, toast } from "../core/overlay.js";
import { channel, emit, isDm, on, state } from "../core/store.js";
import { pickEmoji, react } from "./reactions.js";

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

function more(anchor, message) {
  const ch = channel(message.channel_id);
  const items = [
    message.content && { label: "Copy text", run: () => copy(message.content, "Text") },
    { label: "Copy message ID", run: () => copy(message.id, "Message ID") },
    ch?.type === 0 && !(message.flags & 64) && !message.thread && { label: "Create thread", run: () => emit("new-thread", message) },
    mayDelete(message) && { label: "Delete message", danger: true, run: () => remove(message) },
  ].filter(Boolean);
  menu(anchor, "Message", items, { align: "end" });
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
