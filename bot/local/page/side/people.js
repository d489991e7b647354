// People at this machine: switch to one, invite one, open a window for one; my name, language and direct messages.

import * as api from "../core/api.js";
import { h, icon, iconButton } from "../core/dom.js";
import { dialog, menu, toast } from "../core/overlay.js";
import { emit, on, state } from "../core/store.js";
import { LANGUAGES } from "../core/texts.js";
import { avatar } from "../parts/avatar.js";

const listPeople = async () => (await api.get("/people")).filter((person) => !person.bot);

async function invite() {
  try {
    const guest = await api.post("/people", {});
    toast(`${guest.name} has joined the server.`);
    return guest;
  } catch (error) {
    toast(error.message, "error");
    return null;
  }
}

async function copyLink(link) {
  try {
    await navigator.clipboard.writeText(new URL(link, location.origin).href);
    toast("Sign-in link copied. Whoever opens it on this computer is that person.");
  } catch {
    window.prompt("The sign-in link:", link);
  }
}

/** The menu on my own name: everybody, to become them here. */
export async function personMenu(anchor) {
  let people;
  try {
    people = await listPeople();
  } catch (error) {
    return toast(error.message, "error");
  }
  menu(anchor, "Switch person", [
    ...people.map((person) => ({
      lead: avatar(person, 24), label: person.name, trail: person.id === state.me.id ? icon("check", 18) : null,
      run: () => person.id !== state.me.id && emit("switch-person", person.key),
    })),
    null,
    { lead: icon("plus", 20), label: "Invite a guest", run: invite },
    { lead: icon("people", 20), label: "Manage people…", run: peopleDialog },
  ], { prefer: "above", gap: 8 });
}

const languageSelect = (value, onchange) => h("select", { class: "text-input", "aria-label": "Language", onchange: (event) => onchange(event.target.value) },
  (LANGUAGES.some(([code]) => code === value) ? LANGUAGES : [...LANGUAGES, [value, value]]).map(([code, name]) => h("option", { value: code, selected: code === value }, name)));

const toggle = (label, hint, value, onchange) => h("label", { class: "toggle" },
  h("span", {}, h("strong", {}, label), hint && h("small", {}, hint)),
  h("input", { type: "checkbox", role: "switch", checked: value, onchange: (event) => onchange(event.target.checked) }));

const change = (id, body) => api.patch(`/people/${id}`, body).catch((error) => toast(error.message, "error"));

function nameField(person) {
  const input = h("input", { type: "text", class: "text-input", value: person.name, maxlength: 32, "aria-label": `Name of ${person.name}` });
  input.addEventListener("change", () => {
    if (input.value.trim()) change(person.id, { name: input.value.trim() });
    else input.value = person.name;
  });
  return input;
}

function personCard(person) {
  return h("section", { class: "person-card", "aria-label": person.name },
    h("div", { class: "person-head" }, avatar(person, 36), nameField(person),
      person.id === state.me.id ? h("span", { class: "muted" }, "this window")
        : h("button", { type: "button", class: "button secondary", onclick: () => emit("switch-person", person.key) }, "Switch"),
      h("a", { class: "icon-button", href: person.link, target: "_blank", rel: "noopener", title: "Open a window", "aria-label": `Open a window for ${person.name}` }, icon("window")),
      iconButton("copy", `Copy the sign-in link of ${person.name}`, () => copyLink(person.link))),
    h("div", { class: "person-settings" },
      h("label", {}, "Language ", languageSelect(person.locale, (locale) => change(person.id, { locale }))),
      toggle("Direct messages open", null, person.dms_open, (open) => change(person.id, { dms_open: open })),
      !person.host && toggle("In the server", null, person.member !== false, (member) => change(person.id, { member }))));
}

export async function peopleDialog() {
  let people;
  try {
    people = await listPeople();
  } catch (error) {
    return toast(error.message, "error");
  }
  const cards = h("div", { class: "person-cards" }, people.map(personCard));
  const add = h("button", {
    type: "button", class: "button primary", onclick: async () => {
      const guest = await invite();
      if (!guest) return;
      cards.append(personCard(guest));
      cards.lastChild.scrollIntoView({ block: "nearest" });
    },
  }, "Invite a guest");
  const shown = dialog("People at this computer", [h("p", { class: "muted" }, "Each person can have a window of their own, or share this one."), cards], add, { boxClass: "wide", focus: add });
  const stop = on("switching", () => { shown.close(false); stop(); });
}

export function settingsDialog() {
  const { me } = state;
  const themes = [["dark", "Dark"], ["light", "Light"], ["system", "As the system"]];
  const now = localStorage.getItem("theme") ?? "system";
  dialog("Settings", h("div", { class: "settings" },
    h("label", { class: "field" }, h("span", { class: "field-label" }, "Name"), nameField(me)),
    h("label", { class: "field" }, h("span", { class: "field-label" }, "Language"), languageSelect(me.locale, (locale) => change("@me", { locale })),
      h("small", { class: "field-hint" }, "What the bot’s commands and private answers are shown in.")),
    toggle("Direct messages from server members", "When this is off, the bot’s direct messages are refused, as Discord does.", me.dms_open, (open) => change("@me", { dms_open: open })),
    h("fieldset", { class: "field" }, h("legend", { class: "field-label" }, "Appearance"), h("div", { class: "themes" }, themes.map(([value, label]) =>
      h("label", { class: "choice" }, h("input", { type: "radio", name: "theme", value, checked: value === now, onchange: () => emit("theme", value) }), h("span", {}, label)))))));
}

on("theme", (value) => {
  if (value === "system") localStorage.removeItem("theme");
  else localStorage.setItem("theme", value);
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  document.documentElement.dataset.theme = value === "system" ? (light ? "light" : "dark") : value;
});
