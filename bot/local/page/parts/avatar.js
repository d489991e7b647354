// The round picture of a person: their colour and initial. The bot wears a suit.

import { h } from "../core/dom.js";
import { nameOf, person } from "../core/store.js";

const FALLBACK = ["#5865f2", "#3ba55d", "#eb459e", "#ed4245", "#747f8d", "#c27c0e", "#206694"];

export function colorOf(user) {
  const color = person(user.id)?.color ?? user.color;
  if (typeof color === "string") return color;
  const number = color ?? user.accent_color;
  if (typeof number === "number") return `#${number.toString(16).padStart(6, "0")}`;
  return FALLBACK[Number(String(user.id).slice(-3)) % FALLBACK.length];
}

export function avatar(user, size = 40) {
  const name = nameOf(user);
  const letter = user.bot ? "♠" : ([...name.trim()][0] ?? "?").toUpperCase();
  return h("span", {
    class: `avatar${user.bot ? " bot" : ""}`, "aria-hidden": "true",
    style: { "--avatar": colorOf(user), "--size": `${size}px` },
  }, letter);
}
