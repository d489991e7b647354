// A bot's modal: every field that an application can ask for.

import * as api from "../core/api.js";
import { $, $$, fill, h, icon, iconButton, uid } from "../core/dom.js";
import { fileSize } from "../core/media.js";
import { dialog } from "../core/overlay.js";
import { on, state } from "../core/store.js";
import { t } from "../core/texts.js";
import { markdown } from "../chat/markdown_view.js";
import { avatar } from "./avatar.js";
import { selectField } from "./select.js";

/** A field's part in the form: its element, `read()` -> value, `problem()` -> sentence or null. */
function textInput(part) {
  const counter = h("span", { class: "counter", "aria-hidden": "true" });
  const props = { class: "text-input", placeholder: part.placeholder, maxlength: part.max_length ?? 4000, data: { custom: part.custom_id }, autocomplete: "off" };
  const input = part.style === 2 ? h("textarea", { ...props, rows: 4 }) : h("input", { type: "text", ...props });
  input.value = part.value ?? "";
  const count = () => {
    counter.textContent = part.max_length ? `${input.value.length}/${part.max_length}` : "";
  };
  input.addEventListener("input", count);
  count();
  return {
    element: h("div", { class: "text-field" }, input, counter), input,
    read: () => input.value,
    problem: () => {
      if (!input.value) return part.required === false ? null : t("field_required");
      return input.value.length < (part.min_length ?? 0) ? `Must be ${part.min_length} or more characters.` : null;
    },
  };
}

function select(part, channelId, label) {
  let values = null;
  const least = part.required === false ? 0 : part.min_values ?? 1;
  const element = selectField({ ...part, min_values: least }, { channelId, label, onchange: (picked) => { values = picked; } });
  const defaults = part.type === 3 ? (part.options ?? []).filter((o) => o.default).map((o) => o.value) : (part.default_values ?? []).map((v) => v.id);
  const read = () => values ?? defaults;
  return { element, input: element, read, problem: () => (read().length < least ? t("field_required") : null) };
}

function choices(part, kind) {
  const name = uid("choice");
  const most = part.max_values ?? part.options.length;
  const element = h("div", { class: "choices", role: kind === "radio" ? "radiogroup" : "group", data: { custom: part.custom_id } }, part.options.map((option) =>
    h("label", { class: "choice" }, h("input", { type: kind, name, value: option.value, checked: option.default }),
      h("span", { class: "option-text" }, h("span", { class: "option-label" }, option.label), option.description && h("span", { class: "option-description" }, option.description)))));
  const picked = () => $$("input:checked", element).map((input) => input.value);
  if (kind === "checkbox") {
    element.addEventListener("change", () => {
      const full = picked().length >= most;
      for (const input of $$("input", element)) input.disabled = full && !input.checked;
    });
  }
  const least = part.required === false ? 0 : part.min_values ?? 1;
  return {
    element, input: element,
    read: () => (kind === "radio" ? picked()[0] ?? null : picked()),
    problem: () => {
      const count = picked().length;
      if (count === 0 && part.required === false) return null;
      return count < least ? (least === 1 ? t("field_required") : `Choose at least ${least}.`) : null;
    },
  };
}

function checkbox(part) {
  const input = h("input", { type: "checkbox", checked: part.default, data: { custom: part.custom_id } });
  return { element: h("span", { class: "choice lone" }, input), input, read: () => input.checked, problem: () => null };
}

function upload(part) {
  const most = part.max_values ?? 1;
  const least = part.required === false ? 0 : part.min_values ?? 1;
  let files = [];
  const names = h("ul", { class: "upload-list" });
  const input = h("input", { type: "file", multiple: most > 1, class: "visually-hidden", data: { custom: part.custom_id } });
  const draw = () => fill(names, files.map((file) => h("li", {}, icon("file", 18), h("span", {}, file.name), h("small", {}, fileSize(file.size)),
    iconButton("close", `Remove ${file.name}`, () => { files = files.filter((other) => other !== file); draw(); }, { size: 16 }))));
  const take = (list) => {
    files = (most > 1 ? [...files, ...list] : [...list]).slice(0, most);
    draw();
  };
  input.addEventListener("change", () => { take(input.files); input.value = ""; });
  const drop = h("label", { class: "upload" }, input, icon("plus"), h("span", {}, most > 1 ? `Drop files here, or browse (at most ${most})` : "Drop a file here, or browse"));
  drop.addEventListener("dragover", (event) => event.preventDefault());
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    take(event.dataTransfer.files);
  });
  return {
    element: h("div", {}, drop, names), input, files: () => files, read: () => files,
    problem: () => (files.length < least ? t("field_required") : null),
  };
}

function control(part, channelId, label) {
  switch (part.type) {
    case 4: return textInput(part);
    case 19: return upload(part);
    case 21: return choices(part, "radio");
    case 22: return choices(part, "checkbox");
    case 23: return checkbox(part);
    default: return select(part, channelId, label);
  }
}

const isRequired = (part) => part.type !== 23 && part.required !== false && !(part.min_values === 0);

/** One labelled field; pushes its control into `controls`. */
function field(part, label, description, channelId, controls) {
  const made = control(part, channelId, label);
  const id = uid("field");
  const error = h("p", { class: "field-error", id: `${id}-error`, role: "alert" });
  const star = isRequired(part) && h("span", { class: "star", "aria-hidden": "true" }, " *");
  const group = [21, 22].includes(part.type);
  made.input.id = id;
  made.input.setAttribute("aria-describedby", `${id}-error${description ? ` ${id}-hint` : ""}`);
  if (group) made.input.setAttribute("aria-labelledby", `${id}-label`);
  if (part.type !== 23 && isRequired(part)) made.input.setAttribute("aria-required", "true");
  controls.push({ part, ...made, setError: (text) => { error.textContent = text ?? ""; made.input.setAttribute("aria-invalid", String(Boolean(text))); } });
  const title = h(group ? "span" : "label", group ? { class: "field-label", id: `${id}-label` } : { class: "field-label", for: id }, label, star);
  const hint = description && h("p", { class: "field-hint", id: `${id}-hint` }, description);
  return part.type === 23
    ? h("div", { class: "field inline-field" }, made.element, h("div", {}, title, hint), error)
    : h("div", { class: "field" }, title, hint, made.element, error);
}

function fields(parts, channelId, controls) {
  return parts.map((part) => {
    if (part.type === 10) return markdown(part.content);
    if (part.type === 1) return part.components.map((inner) => field(inner, inner.label ?? "", null, channelId, controls));
    if (part.type === 18) return field(part.component, part.label, part.description, channelId, controls);
    return h("p", { class: "unknown-part" }, `This page does not know component type ${part.type}.`);
  });
}

let current = null;

export function showModal({ interaction_id: id, channel_id: channelId, modal, application }) {
  current?.close(false);
  const controls = [];
  const general = h("p", { class: "field-error", role: "alert" });
  const submit = h("button", { type: "submit", class: "button primary" }, t("submit"));
  const cancel = h("button", { type: "button", class: "button plain", onclick: () => shown.close() }, t("cancel"));
  let sent = false;
  const body = [
    h("p", { class: "modal-app" }, avatar(state.bot, 20), ` ${application?.name ?? state.bot.name}`),
    fields(modal.components, channelId, controls), general,
  ];
  const shown = dialog(modal.title, body, [cancel, submit], {
    form: true, boxClass: "modal",
    onclose: () => {
      current = null;
      if (!sent) api.del(`/modals/${id}`).catch(() => {});
    },
  });
  current = shown;
  for (const kind of ["input", "change"]) {
    shown.box.addEventListener(kind, (event) => controls.find((control) => control.element.contains(event.target))?.setError(null));
  }
  shown.box.addEventListener("submit", async (event) => {
    event.preventDefault();
    const problems = controls.map((control) => control.problem());
    controls.forEach((control, index) => control.setError(problems[index]));
    const wrong = problems.findIndex(Boolean);
    if (wrong >= 0) return focusOn(controls[wrong]);
    const files = [];
    const values = Object.fromEntries(controls.map(({ part, read, files: listed }) => {
      if (!listed) return [part.custom_id, read()];
      return [part.custom_id, listed().map((file) => files.push(file) - 1)];
    }));
    submit.disabled = true;
    general.textContent = "";
    try {
      await api.post(`/modals/${id}`, { fields: values }, files);
      sent = true;
      shown.close(false);
    } catch (error) {
      submit.disabled = false;
      for (const control of controls) control.setError(error.fields[control.part.custom_id]);
      if (!Object.keys(error.fields).length) general.textContent = error.message;
    }
  });
}

const focusOn = ({ input }) => ($("input", input) ?? input).focus();

on("live:modal", showModal);
on("switching", () => current?.close(false));
