// What the types of slash options take: checks, and the values that they offer.

import { h, icon } from "../core/dom.js";
import { channel, channelName, isDm, person, serverOf, state } from "../core/store.js";
import { t } from "../core/texts.js";
import { avatar } from "../parts/avatar.js";

export const TYPES = { 3: "text", 4: "whole number", 5: "true or false", 6: "person", 7: "channel", 8: "role", 9: "person or role", 10: "number", 11: "file" };

export const fold = (text) => String(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
export const shownName = (thing) => thing.name_localized ?? thing.name;
export const shownDescription = (thing) => thing.description_localized ?? thing.description ?? "";

/** The closed list of an option's values here: [{name, value, lead?, detail?}], or null where anything may be typed. */
export function closedList(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ name: shownName(choice), value: choice.value }));
  const ch = channel();
  const server = serverOf(ch);
  const people = () => (server ? server.memberIds : [state.me.id, state.bot.id]).map(person).filter(Boolean)
    .map((member) => ({ name: `@${member.name}`, value: member.id, lead: avatar(member, 24), detail: member.username }));
  const roles = () => (server?.roles ?? []).map((role) => ({ name: role.name.replace(/^@?/, "@"), value: role.id, lead: icon("people", 18) }));
  switch (option.type) {
    case 5: return [{ name: t("yes"), value: true }, { name: t("no"), value: false }];
    case 6: return people();
    case 7: return (server?.channelIds ?? []).map((id) => channel(id)).filter((candidate) => candidate && (!option.channel_types?.length || option.channel_types.includes(candidate.type)))
      .map((candidate) => ({ name: `#${channelName(candidate)}`, value: candidate.id, lead: icon(isDm(candidate) ? "at" : "hash", 18) }));
    case 8: return roles();
    case 9: return [...people(), ...roles()];
    default: return null;
  }
}

/** What a typed text means for an option: {value} or {problem}. */
export function readText(option, text) {
  const typed = text.trim();
  const list = closedList(option);
  if (list) {
    const wanted = fold(typed).replace(/^[@#]/, "");
    const found = list.find((choice) => fold(choice.name).replace(/^[@#]/, "") === wanted || String(choice.value) === typed);
    return found ? { value: found.value, text: found.name } : { problem: "Choose one of the list." };
  }
  if (option.type === 3) {
    if (option.min_length && typed.length < option.min_length) return { problem: `Must be at least ${option.min_length} characters long.` };
    if (typed.length > (option.max_length ?? 6000)) return { problem: `Must be at most ${option.max_length ?? 6000} characters long.` };
    return { value: text };
  }
  const number = Number(typed.replace(",", "."));
  const pattern = option.type === 4 ? /^[-+]?\d+$/ : /^[-+]?(\d+([.,]\d*)?|[.,]\d+)$/;
  if (!pattern.test(typed) || !Number.isFinite(number)) return { problem: option.type === 4 ? "Must be a whole number." : "Must be a number." };
  if (option.min_value !== undefined && number < option.min_value) return { problem: `Must be at least ${option.min_value}.` };
  if (option.max_value !== undefined && number > option.max_value) return { problem: `Must be at most ${option.max_value}.` };
  return { value: number };
}

/** "1 to 10", "at least 3 characters" … for the line over the input. */
export function limits(option) {
  const { min_value: low, max_value: high, min_length: short, max_length: long } = option;
  if (low !== undefined && high !== undefined) return `${low} to ${high}`;
  if (low !== undefined) return `at least ${low}`;
  if (high !== undefined) return `at most ${high}`;
  if (short || long) return `${[short && `at least ${short}`, long && `at most ${long}`].filter(Boolean).join(", ")} characters`;
  return "";
}

/** The line that explains an option while its value is typed. */
export function optionHeading(option, problem) {
  return [
    h("strong", {}, shownName(option)), " ", h("span", {}, shownDescription(option)),
    h("small", { class: "option-type" }, ` ${[TYPES[option.type], !option.choices?.length && limits(option), !option.required && t("optional")].filter(Boolean).join(" · ")}`),
    problem && h("span", { class: "option-problem", role: "alert" }, problem),
  ];
}
