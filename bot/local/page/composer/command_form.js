// A slash command being filled in: its name, a chip for each option, and at the end a place to name more of them.

import * as api from "../core/api.js";
import { h, iconButton } from "../core/dom.js";
import { runCommand } from "../core/interactions.js";
import { toast } from "../core/overlay.js";
import { state } from "../core/store.js";
import { t } from "../core/texts.js";
import { closedList, fold, optionHeading, readText, shownDescription, shownName } from "./options.js";
import * as suggest from "./suggest.js";

const AUTOCOMPLETE_WAIT = 180;

export class CommandForm {
  /** `leaf` as `welcome.leaves` makes them; `onclose(text)` when it is left or sent. */
  constructor(leaf, channelId, onclose) {
    this.leaf = leaf;
    this.channelId = channelId;
    this.onclose = onclose;
    this.options = (leaf.node.options ?? []).filter((option) => option.type > 2);
    this.chips = [];
    this.asked = 0;
    this.tail = h("input", { class: "command-tail", type: "text", "aria-label": "More options", autocomplete: "off", spellcheck: "false", role: "combobox", "aria-expanded": "false" });
    this.tail.addEventListener("input", () => this.tailTyped());
    this.tail.addEventListener("focus", () => this.suggestOptions());
    this.tail.addEventListener("keydown", (event) => this.tailKey(event));
    this.element = h("div", { class: "command-form", role: "group", "aria-label": `/${leaf.shown}` },
      h("span", { class: "command-name" }, `/${leaf.shown}`), this.tail);
    for (const option of this.options.filter((candidate) => candidate.required)) this.addChip(option);
    this.drawTail();
  }

  // Chips

  addChip(option) {
    const known = this.chips.find((chip) => chip.option === option);
    if (known) return known;
    const chip = { option, value: undefined, text: "", problem: null };
    chip.input = option.type === 11
      ? h("button", { type: "button", class: "chip-file", onclick: () => chip.picker.click() }, "Choose a file")
      : h("input", { type: "text", class: "chip-input", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off", spellcheck: "false", inputmode: [4, 10].includes(option.type) ? "decimal" : null });
    chip.input.setAttribute("aria-label", `${shownName(option)}: ${shownDescription(option)}`);
    if (option.type === 11) this.prepareFile(chip);
    chip.element = h("span", { class: "chip", data: { option: option.name } }, h("span", { class: "chip-name" }, shownName(option)), chip.input, chip.picker,
      !option.required && iconButton("close", `Remove ${shownName(option)}`, () => this.removeChip(chip), { size: 12, class: "chip-remove", tabindex: -1 }));
    chip.input.addEventListener("focus", () => this.chipFocused(chip));
    chip.input.addEventListener("blur", () => this.chipLeft(chip));
    chip.input.addEventListener("input", () => this.chipTyped(chip));
    chip.input.addEventListener("keydown", (event) => this.chipKey(event, chip));
    chip.element.addEventListener("mousedown", (event) => event.target !== chip.input && !event.target.closest("button") && (event.preventDefault(), chip.input.focus()));
    this.tail.before(chip.element);
    this.chips.push(chip);
    this.drawTail();
    return chip;
  }

  prepareFile(chip) {
    chip.picker = h("input", { type: "file", class: "visually-hidden", tabindex: -1 });
    chip.picker.addEventListener("change", () => {
      chip.value = chip.picker.files[0];
      chip.input.textContent = chip.value?.name ?? "Choose a file";
      this.nextAfter(chip);
    });
  }

  removeChip(chip) {
    const at = this.chips.indexOf(chip);
    chip.element.remove();
    this.chips.splice(at, 1);
    this.drawTail();
    (this.chips[at - 1]?.input ?? this.tail).focus();
  }

  setText(chip, text) {
    chip.text = text;
    chip.input.value = text;
    chip.input.style.width = `calc(${Math.max(1, [...text].length)}ch + 14px)`;
  }

  setValue(chip, value, text) {
    chip.value = value;
    this.setProblem(chip, null);
    this.setText(chip, text);
  }

  setProblem(chip, problem) {
    chip.problem = problem;
    chip.element.classList.toggle("wrong", Boolean(problem));
    chip.input.setAttribute("aria-invalid", String(Boolean(problem)));
  }

  /** "ante:" typed into a value means that option, as it does when the whole command is written out. */
  jumpsTo(chip) {
    const named = /^(?:(.*)\s)?([^\s:]+):$/s.exec(chip.input.value);
    const option = named && this.options.find((candidate) => candidate.name === named[2] || fold(shownName(candidate)) === fold(named[2]));
    if (!option || (named[1] !== undefined && option === chip.option)) return false;
    this.setText(chip, (named[1] ?? "").trim());
    chip.value = chip.text ? readText(chip.option, chip.text).value : undefined;
    if (option === chip.option) return false;
    this.addChip(option).input.focus();
    return true;
  }

  chipTyped(chip) {
    if (chip.option.type !== 11 && this.jumpsTo(chip)) return;
    this.setText(chip, chip.input.value);
    const read = chip.text === "" ? {} : readText(chip.option, chip.text);
    chip.value = chip.option.type === 11 ? chip.value : read.value;
    this.setProblem(chip, null);
    this.suggestValues(chip);
  }

  chipFocused(chip) {
    chip.element.classList.add("here");
    this.suggestValues(chip);
  }

  chipLeft(chip) {
    chip.element.classList.remove("here");
    this.asked += 1;
    if (chip.text === "" || chip.option.type === 11) return;
    if (chip.value === undefined) this.setProblem(chip, readText(chip.option, chip.text).problem ?? null);
  }

  chipKey(event, chip) {
    if (event.isComposing) return;
    const { key, target } = event;
    const atStart = target.selectionStart === 0 && target.selectionEnd === 0;
    const chosen = chip.value !== undefined && chip.settled === chip.text;
    if (!(chosen && (key === "Enter" || key === "Tab")) && suggest.key(event)) return;
    if (key === "Enter") {
      event.preventDefault();
      if (chip.option.type === 11 && !chip.value) chip.picker.click();
      else this.send();
    } else if (key === "Tab") {
      const all = [...this.chips.map((chip) => chip.input), this.tail];
      const next = all[all.indexOf(target) + (event.shiftKey ? -1 : 1)];
      if (!next) return;
      event.preventDefault();
      next.focus();
    } else if (key === "Backspace" && chip.text === "" && chip.option.type !== 11) {
      event.preventDefault();
      if (!chip.option.required) this.removeChip(chip);
      else this.before(chip);
    } else if (key === "ArrowLeft" && atStart) {
      event.preventDefault();
      this.before(chip, false);
    } else if (key === "ArrowRight" && target.selectionStart === target.value?.length) {
      event.preventDefault();
      (this.chips[this.chips.indexOf(chip) + 1]?.input ?? this.tail).focus();
    } else if (key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.leave("");
    }
  }

  before(chip, mayLeave = true) {
    const previous = this.chips[this.chips.indexOf(chip) - 1];
    if (previous) previous.input.focus();
    else if (mayLeave) this.leave(`/${this.leaf.shown}`);
  }

  nextAfter(chip) {
    const empty = this.chips.find((other) => other !== chip && other.option.required && other.value === undefined);
    (empty?.input ?? this.tail).focus();
  }

  // Values

  async suggestValues(chip) {
    const { option } = chip;
    const heading = optionHeading(option, chip.problem);
    const pick = (value, text) => {
      this.setValue(chip, value, text);
      chip.settled = text;
      this.nextAfter(chip);
    };
    const item = (choice) => ({ title: choice.name, detail: choice.detail, lead: choice.lead, key: choice.value, pick: () => pick(choice.value, choice.name) });
    if (option.autocomplete) return this.autocomplete(chip, heading, item);
    const list = closedList(option);
    if (!list) return suggest.show(chip.input, { heading });
    const wanted = chip.value === undefined ? fold(chip.text).replace(/^[@#]/, "") : "";
    const shown = list.filter((choice) => fold(choice.name).includes(wanted));
    suggest.show(chip.input, { heading, groups: [{ items: shown.map(item) }], note: shown.length ? null : t("no_match"), start: Math.max(0, shown.findIndex((choice) => choice.value === chip.value)) });
  }

  autocomplete(chip, heading, item) {
    this.asked += 1;
    const mine = this.asked;
    if (!suggest.hasItems() || this.askedFor !== chip) suggest.show(chip.input, { heading, note: t("loading") });
    this.askedFor = chip;
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      try {
        const options = { ...this.values(), [chip.option.name]: chip.text };
        const { choices } = await api.post(`/channels/${this.channelId}/autocomplete`, { command: this.leaf.name, options, focused: chip.option.name });
        if (mine !== this.asked || document.activeElement !== chip.input) return;
        const items = choices.map((choice) => item({ name: shownName(choice), value: choice.value }));
        suggest.show(chip.input, { heading, groups: [{ items }], note: items.length ? null : t("no_match") });
      } catch {
        if (mine === this.asked && document.activeElement === chip.input) suggest.show(chip.input, { heading, note: t("load_failed") });
      }
    }, AUTOCOMPLETE_WAIT);
  }

  /** The values so far, files left out. */
  values() {
    return Object.fromEntries(this.chips.filter((chip) => chip.value !== undefined && chip.option.type !== 11).map((chip) => [chip.option.name, chip.value]));
  }

  // The end: more options

  rest() {
    return this.options.filter((option) => !this.chips.some((chip) => chip.option === option));
  }

  drawTail() {
    const count = this.rest().length;
    this.tail.placeholder = count ? `+${count} ${t("optional")}` : "";
    this.tail.classList.toggle("narrow", !count);
  }

  suggestOptions() {
    const wanted = fold(this.tail.value.trim());
    const rest = this.rest().filter((option) => fold(shownName(option)).includes(wanted) || option.name.includes(wanted));
    const heading = [h("strong", {}, `/${this.leaf.shown}`), " ", shownDescription(this.leaf.node)];
    suggest.show(this.tail, {
      heading, start: wanted ? 0 : -1,
      groups: [{ label: rest.length ? t("optional") : undefined, items: rest.map((option) => ({ key: option.name, title: shownName(option), detail: shownDescription(option), pick: () => this.pickOption(option) })) }],
      note: wanted && !rest.length ? t("no_match") : null,
    });
  }

  pickOption(option) {
    this.tail.value = "";
    this.addChip(option).input.focus();
  }

  tailTyped() {
    const named = /^\s*([^\s:]+):(.*)$/s.exec(this.tail.value);
    const option = named && this.rest().find((candidate) => candidate.name === named[1] || fold(shownName(candidate)) === fold(named[1]));
    if (!option) return this.suggestOptions();
    this.pickOption(option);
    const chip = this.chips.at(-1);
    if (named[2] && chip.option.type !== 11) {
      this.setText(chip, named[2]);
      this.chipTyped(chip);
    }
  }

  tailKey(event) {
    if (event.isComposing) return;
    if (suggest.key(event)) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.send();
    } else if (["Backspace", "ArrowLeft"].includes(event.key) && this.tail.selectionStart === 0 && this.tail.selectionEnd === 0) {
      event.preventDefault();
      const last = this.chips.at(-1);
      if (last) last.input.focus();
      else if (event.key === "Backspace") this.leave(`/${this.leaf.shown}`);
    } else if (event.key === "Tab" && event.shiftKey && this.chips.length) {
      event.preventDefault();
      this.chips.at(-1).input.focus();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.leave("");
    }
  }

  /** Takes "ante:5 pot:yes", as it is written out or pasted. */
  takeText(text) {
    const names = this.options.flatMap((option) => [option.name, shownName(option)]).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    if (!names.length) return;
    const [before, ...parts] = text.split(new RegExp(`(?:^|\\s)(${names.join("|")}):`, "u"));
    if (before.trim() && this.chips.length) parts.unshift(this.chips[0].option.name, before);
    else this.tail.value = before.trimStart(); // the beginning of an option's name: more of it is being typed
    for (let at = 0; at < parts.length; at += 2) {
      const option = this.options.find((candidate) => candidate.name === parts[at] || shownName(candidate) === parts[at]);
      const chip = this.addChip(option);
      const typed = parts[at + 1].trim();
      if (option.type === 11 || !typed) continue;
      const read = readText(option, typed);
      this.setText(chip, read.text ?? typed);
      chip.value = read.value;
      chip.settled = chip.text;
      this.setProblem(chip, read.problem ?? null);
    }
  }

  focus() {
    const chip = this.chips.find((candidate) => candidate.problem || (candidate.option.required && candidate.value === undefined));
    (chip?.input ?? this.tail).focus();
  }

  leave(text) {
    clearTimeout(this.timer);
    this.asked += 1;
    suggest.hide();
    this.onclose(text);
  }

  wrong(chip, problem) {
    this.setProblem(chip, problem);
    chip.input.focus();
    this.suggestValues(chip);
  }

  async send() {
    for (const chip of this.chips) {
      if (chip.value !== undefined) continue;
      if (chip.text === "" && chip.option.required) return this.wrong(chip, t("required"));
      if (chip.text !== "") return this.wrong(chip, readText(chip.option, chip.text).problem ?? t("required"));
    }
    const files = [];
    const options = this.values();
    for (const chip of this.chips) if (chip.option.type === 11 && chip.value) options[chip.option.name] = files.push(chip.value) - 1;
    const stay = state.channelId;
    this.element.inert = true;
    try {
      const sending = runCommand(this.channelId, this.leaf.name, options, files);
      suggest.hide();
      await sending;
      if (stay === state.channelId) this.leave("");
    } catch (error) {
      this.element.inert = false;
      const wrong = this.chips.find((chip) => error.options[chip.option.name]);
      if (wrong) this.wrong(wrong, error.options[wrong.option.name]);
      else {
        toast(error.message, "error");
        this.focus();
      }
    }
  }
}
