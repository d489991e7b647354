// The keyboard: from part to part, and the page that says which keys there are.

import { $, $$, h } from "../core/dom.js";
import { dialog } from "../core/overlay.js";

const shown = (element) => element && element.offsetParent !== null;

/** Where F6 goes: for each part the element that takes the focus. */
const PARTS = [
  () => $(".server.here") ?? $(".server"),
  () => $(".channel.here") ?? $(".channel"),
  () => $$("#pending .message, #messages .message").at(-1) ?? $("#scroller"),
  () => $(".command-form input") ?? $("#input"),
  () => $("#drawer:not([hidden]) button"),
];
const INSIDE = ["#servers", "#channels", "#scroller", ".composer", "#drawer"];

function nextPart(step) {
  const at = INSIDE.findIndex((selector) => document.activeElement.closest(selector));
  for (let count = 1; count <= PARTS.length; count += 1) {
    const target = PARTS[(at + step * count + PARTS.length * 2) % PARTS.length]();
    if (!shown(target)) continue;
    if (target.classList.contains("message")) target.scrollIntoView({ block: "nearest" });
    return target.focus();
  }
}

const KEYS = [
  ["/", "Commands: type on to find one, Tab or Enter to take it"],
  ["Tab", "To the next option of a command; Enter sends it"],
  ["F6", "To the next part: servers, channels, messages, input (with Shift: back)"],
  ["↑ ↓", "In the messages: from one to the next; in the empty input, ↑ edits your last message"],
  ["Enter", "On a message: into its buttons"],
  ["Escape", "Out again: from a button to its message, from there to the input"],
  ["Alt + ↑ ↓", "To the next channel; with Shift to the next unread one"],
  ["Ctrl + /", "These keys"],
];

function showKeys() {
  dialog("Keys", h("dl", { class: "keys" }, KEYS.map(([key, what]) => h("div", {}, h("dt", {}, key), h("dd", {}, what)))));
}

addEventListener("keydown", (event) => {
  if ($(".overlay")) return;
  if (event.key === "F6") nextPart(event.shiftKey ? -1 : 1);
  else if ((event.ctrlKey || event.metaKey) && event.key === "/") showKeys();
  else return;
  event.preventDefault();
});
