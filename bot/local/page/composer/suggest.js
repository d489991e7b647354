// The list above the input: commands, options, choices, people. Whoever types keeps the focus; this list shows what is picked.

import { $, $$, add, fill, h, uid } from "../core/dom.js";

const box = $("#suggestions");
const id = "suggestion-list";

let rows = []; // the items on screen, in order
let active = -1;
let input = null;

export const hasItems = () => !box.hidden && rows.length > 0;

export function hide() {
  box.hidden = true;
  rows = [];
  active = -1;
  input?.setAttribute("aria-expanded", "false");
  input?.removeAttribute("aria-activedescendant");
}

function mark(at, scroll = true) {
  const elements = $$("[role=option]", box);
  elements.forEach((element, index) => {
    element.classList.toggle("active", index === at);
    element.setAttribute("aria-selected", String(index === at));
  });
  active = at;
  if (elements[at]) {
    input?.setAttribute("aria-activedescendant", elements[at].id);
    if (scroll) elements[at].scrollIntoView({ block: "nearest" });
  } else input?.removeAttribute("aria-activedescendant");
}

function row(item) {
  const element = h("div", { class: "suggestion", role: "option", id: uid("suggestion"), "aria-selected": "false" },
    item.lead && h("span", { class: "suggestion-lead" }, item.lead),
    h("span", { class: "suggestion-text" },
      h("span", { class: "suggestion-title" }, item.title),
      item.detail && h("span", { class: "suggestion-detail" }, item.detail)),
    item.trail && h("span", { class: "suggestion-trail" }, item.trail));
  const index = rows.length;
  rows.push(item);
  element.addEventListener("mousemove", () => index !== active && mark(index, false));
  element.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the input
  element.addEventListener("click", () => item.pick());
  return element;
}

/** Shows `groups` [{label?, items: [{title, detail?, lead?, trail?, pick}]}] under a heading for the input that has the focus. */
export function show(forInput, { heading, groups = [], note, start = 0 }) {
  const keep = input === forInput && active > 0 ? rows[active]?.key : undefined;
  input = forInput;
  rows = [];
  const list = h("div", { role: "listbox", id, "aria-label": "Suggestions", class: "suggestion-list" },
    groups.filter((group) => group.items.length).map((group) => h("div", { role: "group", "aria-label": group.label ?? null },
      group.label && h("div", { class: "suggestion-group" }, group.label), group.items.map(row))));
  fill(box, heading && h("div", { class: "suggestion-heading" }, heading), list);
  if (note) add(box, h("p", { class: "suggestion-note", role: "status" }, note));
  box.hidden = !(heading || rows.length || note);
  input.setAttribute("aria-controls", id);
  input.setAttribute("aria-expanded", String(!box.hidden));
  const again = keep === undefined ? -1 : rows.findIndex((item) => item.key === keep);
  mark(again >= 0 ? again : rows.length ? start : -1);
}

/** Arrow keys, Enter, Tab and Escape; true where the key was for the list. */
export function key(event) {
  if (box.hidden || event.isComposing) return false;
  if (event.key === "Escape") hide();
  else if (!rows.length) return false;
  else if (event.key === "ArrowDown") mark((active + 1) % rows.length);
  else if (event.key === "ArrowUp") mark((active - 1 + rows.length) % rows.length);
  else if ((event.key === "Enter" && !event.shiftKey) || (event.key === "Tab" && !event.shiftKey)) {
    if (active < 0) return false;
    rows[active].pick();
  } else return false;
  event.preventDefault();
  return true;
}
