// Reactions, and the small picker of emojis.

import * as api from "../core/api.js";
import { $, fill, h } from "../core/dom.js";
import { place, toast } from "../core/overlay.js";
import { EMOJIS } from "./emojis.js";

/** Adds or takes away my reaction. */
export async function react(message, emoji, add) {
  const name = encodeURIComponent(emoji.id ? `${emoji.name}:${emoji.id}` : emoji.name);
  const path = `/channels/${message.channel_id}/messages/${message.id}/reactions/${name}`;
  try {
    await (add ? api.put(path) : api.del(path));
  } catch (error) {
    toast(error.message, "error");
  }
}

/** Opens the picker at an anchor; `onpick(emoji)` gets the character. */
export function pickEmoji(anchor, onpick) {
  const before = document.activeElement;
  const grid = h("div", { class: "emoji-grid", role: "group", "aria-label": "Emojis" });
  const search = h("input", { type: "text", class: "list-search", placeholder: "Find an emoji", "aria-label": "Find an emoji", spellcheck: "false" });
  const popup = h("div", { class: "popup emoji-popup", role: "dialog", "aria-label": "Emojis" }, h("div", { class: "list-head" }, search), grid);
  const close = () => {
    popup.remove();
    document.removeEventListener("mousedown", outside, true);
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
  const outside = (event) => !popup.contains(event.target) && close();
  const draw = () => {
    const wanted = search.value.trim().toLowerCase();
    fill(grid, EMOJIS.filter(([, names]) => names.includes(wanted)).map(([char, names]) => h("button", {
      type: "button", title: `:${names.split(" ")[0]}:`, "aria-label": names.split(" ")[0].replaceAll("_", " "), onclick: () => { close(); onpick(char); },
    }, char)));
  };
  search.addEventListener("input", draw);
  popup.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && event.target === search) $("button", grid)?.click();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  draw();
  document.body.append(popup);
  document.addEventListener("mousedown", outside, true);
  place(popup, anchor, { align: "end", prefer: "above" });
  search.focus();
}
