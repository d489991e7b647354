// The five kinds of select, in messages and in modals: a field that opens a list with a search.

import { $$, add, fill, h, icon, uid } from "../core/dom.js";
import { place } from "../core/overlay.js";
import { channel, channelName, isDm, person, serverOf, state } from "../core/store.js";
import { t } from "../core/texts.js";
import { emojiNode } from "../chat/markdown_view.js";
import { avatar } from "./avatar.js";

const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const personOption = (someone) => ({ value: someone.id, label: someone.name, description: someone.username, lead: avatar(someone, 24) });
const roleOption = (role) => ({ value: role.id, label: role.name.replace(/^@?/, "@"), lead: icon("people", 18) });
const channelOption = (ch) => ({ value: ch.id, label: channelName(ch), lead: icon(isDm(ch) ? "at" : "hash", 18) });

/** What a select offers here: [{value, label, description?, lead?}]. */
export function optionsOf(component, channelId) {
  const ch = channel(channelId);
  const server = serverOf(ch);
  const members = (server ? server.memberIds : [state.me.id, state.bot.id]).map(person).filter(Boolean);
  switch (component.type) {
    case 5: return members.map(personOption);
    case 6: return (server?.roles ?? []).map(roleOption);
    case 7: return [...members.map(personOption), ...(server?.roles ?? []).map(roleOption)];
    case 8: return (server?.channelIds ?? []).map((id) => channel(id))
      .filter((candidate) => candidate && (!component.channel_types?.length || component.channel_types.includes(candidate.type))).map(channelOption);
    default: return (component.options ?? []).map((option) => ({ ...option, lead: emojiNode(option.emoji) }));
  }
}

export const defaultsOf = (component) => (component.type === 3
  ? (component.options ?? []).filter((option) => option.default).map((option) => option.value)
  : (component.default_values ?? []).map((value) => value.id));

/** One line of a list: picture, label, description. */
export function optionRow(option, { selected = false, multi = false, id } = {}) {
  return h("div", { class: "option", role: "option", id, "aria-selected": String(selected), data: { value: option.value } },
    option.lead && h("span", { class: "option-lead" }, option.lead),
    h("span", { class: "option-text" }, h("span", { class: "option-label" }, option.label),
      option.description && h("span", { class: "option-description" }, option.description)),
    multi ? h("span", { class: `box${selected ? " on" : ""}`, "aria-hidden": "true" }, selected && icon("check", 14)) : selected && icon("check", 18));
}

/** The open list. `onpick(values)` comes at each change, `onclose(values)` once. */
function openList(anchor, { label, options, values, min, max, onclose }) {
  const multi = max > 1;
  const picked = [...values];
  const listId = uid("list");
  const search = h("input", {
    type: "text", class: "list-search", placeholder: t("search"), "aria-label": `${label}: ${t("search")}`, role: "combobox",
    "aria-expanded": "true", "aria-controls": listId, "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false",
  });
  const list = h("div", { class: "list", role: "listbox", id: listId, "aria-label": label, "aria-multiselectable": multi ? "true" : null });
  const done = multi && h("button", { type: "button", class: "button primary list-done", onclick: () => close(true) }, "Done");
  const popup = h("div", { class: "popup select-popup" }, h("div", { class: "list-head" }, icon("search", 16), search), list, done);
  const backdrop = h("div", { class: "sheet-backdrop", onmousedown: () => close(true) });
  let active = -1;
  let shown = [];

  const mark = (at) => {
    const rows = $$(".option", list);
    rows.forEach((row, index) => row.classList.toggle("active", index === at));
    active = at;
    if (rows[at]) {
      search.setAttribute("aria-activedescendant", rows[at].id);
      rows[at].scrollIntoView({ block: "nearest" });
    } else search.removeAttribute("aria-activedescendant");
  };
  const draw = (at = 0) => {
    const wanted = fold(search.value.trim());
    shown = options.filter((option) => fold(`${option.label} ${option.description ?? ""}`).includes(wanted));
    fill(list, shown.map((option) => optionRow(option, { selected: picked.includes(option.value), multi, id: uid("option") })));
    if (!shown.length) add(list, h("p", { class: "list-empty" }, t("no_match")));
    mark(shown.length ? Math.min(at, shown.length - 1) : -1);
  };
  const pick = (at) => {
    const option = shown[at];
    if (!option) return;
    const known = picked.indexOf(option.value);
    if (!multi) {
      if (known >= 0 && min === 0) picked.length = 0;
      else picked.splice(0, picked.length, option.value);
      return close(true);
    }
    if (known >= 0) picked.splice(known, 1);
    else if (picked.length < max) picked.push(option.value);
    draw(at);
  };
  const close = (back) => {
    popup.remove();
    backdrop.remove();
    document.removeEventListener("mousedown", outside, true);
    anchor.setAttribute("aria-expanded", "false");
    if (back && anchor.isConnected) anchor.focus({ preventScroll: true });
    onclose(picked);
  };
  const outside = (event) => !popup.contains(event.target) && !anchor.contains(event.target) && close(false);

  search.addEventListener("input", () => draw());
  popup.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") mark((active + 1) % shown.length);
    else if (event.key === "ArrowUp") mark((active - 1 + shown.length) % shown.length);
    else if (event.key === "Enter" && event.target === search) pick(active);
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("click", (event) => {
    const row = event.target.closest(".option");
    if (row) pick($$(".option", list).indexOf(row));
  });
  list.addEventListener("mousemove", (event) => {
    const row = event.target.closest(".option");
    if (row && !row.classList.contains("active")) mark($$(".option", list).indexOf(row));
  });

  document.body.append(backdrop, popup);
  anchor.setAttribute("aria-expanded", "true");
  popup.style.width = `${Math.max(anchor.offsetWidth, 220)}px`;
  draw(Math.max(0, options.findIndex((option) => picked.includes(option.value))));
  place(popup, anchor);
  document.addEventListener("mousedown", outside, true);
  if (!matchMedia("(pointer: coarse)").matches) search.focus({ preventScroll: true }); // a phone's keyboard would cover the list
  return { close, popup };
}

/** The field. `onchange(values)` comes when the list closes with another choice that the limits allow. */
export function selectField(component, { channelId, values, waits = false, label, busy = false, onchange }) {
  let chosen = values ?? defaultsOf(component);
  const min = component.min_values ?? 1;
  const max = component.max_values ?? 1;
  const placeholder = component.placeholder || t("select");
  const shown = h("span", { class: "select-value" });
  const field = h("button", {
    type: "button", class: `select${busy ? " busy" : ""}`, role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false",
    disabled: component.disabled, "aria-disabled": waits ? "true" : null, data: { custom: component.custom_id },
  }, shown, icon("down", 18));
  const draw = () => {
    const options = optionsOf(component, channelId);
    const picked = chosen.map((value) => options.find((option) => option.value === value)).filter(Boolean);
    field.classList.toggle("empty", !picked.length);
    fill(shown, picked.length ? picked.map((option) => h("span", { class: max > 1 ? "pill" : "picked" }, option.lead?.cloneNode(true), option.label)) : placeholder);
    field.setAttribute("aria-label", [label ?? placeholder, picked.map((option) => option.label).join(", ")].filter(Boolean).join(": "));
  };
  let open = null;
  const toggle = () => {
    if (waits) return;
    if (open) return open.close(true);
    open = openList(field, {
      label: label ?? placeholder, options: optionsOf(component, channelId), values: chosen, min, max,
      onclose: (picked) => {
        open = null;
        if (picked.length < min || String(picked) === String(chosen)) return draw();
        chosen = picked;
        draw();
        onchange(picked);
        field.dispatchEvent(new Event("change", { bubbles: true }));
      },
    });
  };
  field.addEventListener("click", toggle);
  field.addEventListener("keydown", (event) => {
    if (!open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      toggle();
    }
  });
  draw();
  return field;
}
