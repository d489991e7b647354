// Times as people read them, in their language. The relative ones count by themselves.

import { h, $$ } from "./dom.js";
import { locale, t } from "./texts.js";

const formats = new Map();

function format(date, options) {
  const key = locale() + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(locale(), options));
  return formats.get(key).format(date);
}

const clock = { hour: "numeric", minute: "2-digit" };
const STYLES = {
  t: clock,
  T: { ...clock, second: "2-digit" },
  d: { day: "2-digit", month: "2-digit", year: "numeric" },
  D: { day: "numeric", month: "long", year: "numeric" },
  f: { day: "numeric", month: "long", year: "numeric", ...clock },
  F: { weekday: "long", day: "numeric", month: "long", year: "numeric", ...clock },
  s: { day: "2-digit", month: "2-digit", year: "numeric", ...clock },
  S: { day: "2-digit", month: "2-digit", year: "numeric", ...clock, second: "2-digit" },
};

const UNITS = [
  ["year", 31_557_600], ["month", 2_629_800], ["day", 86_400], ["hour", 3600], ["minute", 60], ["second", 1],
];

export function relative(date, now = Date.now()) {
  const seconds = Math.round((date.getTime() - now) / 1000);
  const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) ?? UNITS[5];
  return new Intl.RelativeTimeFormat(locale(), { numeric: "always" }).format(Math.round(seconds / size), unit);
}

export const clockTime = (date) => format(date, clock);
export const fullTime = (date) => format(date, STYLES.F);
export const dayName = (date) => format(date, STYLES.D);
export const sameDay = (a, b) => a.toDateString() === b.toDateString();

/** "9:41 PM" today, "Yesterday at 9:41 PM", else the date and the time. */
export function messageTime(date) {
  const now = new Date();
  if (sameDay(date, now)) return clockTime(date);
  if (sameDay(date, new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))) return t("yesterday", { time: clockTime(date) });
  return format(date, STYLES.s);
}

/** The element for <t:seconds:style>. */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return document.createTextNode("Invalid Date");
  const text = style === "R" ? relative(date) : format(date, STYLES[style] ?? STYLES.f);
  return h("time", { class: "timestamp", datetime: date.toISOString(), title: fullTime(date), data: style === "R" ? { relative: seconds } : {} }, text);
}

setInterval(() => {
  const now = Date.now();
  for (const element of $$("time[data-relative]")) {
    const text = relative(new Date(element.dataset.relative * 1000), now);
    if (element.textContent !== text) element.textContent = text;
  }
}, 500);
