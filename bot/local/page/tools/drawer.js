// The drawer for trying things out: what can go wrong between a bot and Discord, made to go wrong; and what was asked.

import * as api from "../core/api.js";
import { $, fill, h, iconButton } from "../core/dom.js";
import { listenToLog } from "../core/live.js";
import { toast } from "../core/overlay.js";
import { channel, emit, isDm, on, state } from "../core/store.js";
import { requestLog } from "./log.js";

const drawer = $("#drawer");

const LATENCIES = [[0, "None"], [300, "0.3 s"], [1500, "1.5 s"], [3500, "3.5 s: too late for interactions"]];

/** What can be done to the bot's next requests. */
const ACCIDENTS = [
  ["429 to the next request", { kind: "status", status: 429, times: 1, retry_after: 2 }],
  ["Global 429", { kind: "status", status: 429, times: 1, retry_after: 3, global: true }],
  ["500 to the next request", { kind: "status", status: 500, times: 1 }],
  ["500 six times (a client gives up)", { kind: "status", status: 500, times: 6 }],
  ["503 to the next three", { kind: "status", status: 503, times: 3 }],
  ["Lose the next answer", { kind: "lost_answer", times: 1 }],
  ["Lose the next message’s answer", { kind: "lost_answer", times: 1, method: "POST", path: "/messages" }],
  ["Cut the line at the next request", { kind: "cut", times: 1 }],
];

/** How far the server's clock can be moved on, in seconds. */
const LATER = [[900, "15 minutes later"], [3600, "An hour later"], [86_400, "A day later"]];

const GATEWAY = [
  ["drop", "Drop the line (it resumes)"], ["reconnect", "Ask to reconnect"],
  ["forget", "Drop and forget the session"], ["invalidate", "Invalid session"],
];

const PERMISSIONS = [
  ["view_channel", "See the channel"], ["send_messages", "Send messages"], ["attach_files", "Attach files"],
  ["embed_links", "Embed links"], ["use_external_emojis", "Use emojis"], ["add_reactions", "Add reactions"],
  ["create_public_threads", "Create threads"], ["send_messages_in_threads", "Send in threads"], ["read_message_history", "Read the history"],
];

const attempt = async (doing, done) => {
  try {
    const answer = await doing;
    if (done) toast(done);
    return answer;
  } catch (error) {
    toast(error.message, "error");
    return null;
  }
};

const button = (label, onclick) => h("button", { type: "button", class: "button secondary small", onclick }, label);

function describe(rule) {
  const what = rule.kind === "status" ? `${rule.status}` : { lost_answer: "answer lost", cut: "line cut" }[rule.kind];
  return `${what} · ${rule.method ?? "any"} ${rule.path ?? "request"} · ${rule.left ?? rule.times} left`;
}

function networkPart() {
  const { faults } = state;
  const rules = faults.rules ?? [];
  return h("section", { class: "tool", "aria-label": "Network" }, h("h3", {}, "Network between Discord and the bot"),
    h("label", { class: "tool-line" }, "Delay ", h("select", { class: "text-input", onchange: (event) => attempt(api.patch("/faults", { latency_ms: Number(event.target.value) })) },
      LATENCIES.map(([value, label]) => h("option", { value, selected: faults.latency_ms === value }, label)))),
    h("label", { class: "tool-line" }, h("input", { type: "checkbox", checked: faults.rate_limits, onchange: (event) => attempt(api.patch("/faults", { rate_limits: event.target.checked })) }), " Rate limits as Discord has them"),
    h("div", { class: "tool-buttons" }, ACCIDENTS.map(([label, rule]) => button(label, () => attempt(api.patch("/faults", { add: rule }), `${label}: set.`)))),
    rules.length > 0 && h("ul", { class: "tool-rules", "aria-label": "Faults that are set" }, rules.map((rule, at) => h("li", {}, describe(rule),
      iconButton("close", "Take it away", () => attempt(api.patch("/faults", { rules: rules.filter((_, other) => other !== at) })), { size: 14 })))));
}

function clockPart() {
  return h("section", { class: "tool", "aria-label": "Clock" }, h("h3", {}, "Discord’s clock"),
    h("p", { class: "muted" }, "Tokens die, messages grow old, limits are over. The bot’s own clock, and this page’s, stay where they are."),
    h("div", { class: "tool-buttons" }, LATER.map(([forward, label]) => button(label, () => attempt(api.post("/clock", { forward }), `${label}.`)))));
}

function gatewayPart() {
  return h("section", { class: "tool", "aria-label": "Gateway" }, h("h3", {}, "Gateway"),
    h("p", { class: "muted" }, `${state.bot.name} is ${state.bot.online === false ? "offline" : "online"}.`),
    h("div", { class: "tool-buttons" }, GATEWAY.map(([action, label]) => button(label, () => attempt(api.post("/gateway", { action }), "Done.")))));
}

function peoplePart() {
  const people = [...state.people.values()].filter((person) => !person.bot);
  return h("section", { class: "tool", "aria-label": "Direct messages" }, h("h3", {}, "Direct messages closed"),
    people.map((person) => h("label", { class: "tool-line" },
      h("input", { type: "checkbox", checked: !person.dms_open, onchange: (event) => attempt(api.patch(`/people/${person.id}`, { dms_open: !event.target.checked })) }), ` ${person.name}`)));
}

function permissionsPart() {
  const ch = channel();
  if (!ch || isDm(ch)) return null;
  const denied = new Set(ch.bot_denied ?? []);
  const change = (name, taken) => {
    const deny = new Set(denied);
    if (taken) deny.add(name);
    else deny.delete(name);
    attempt(api.put(`/channels/${ch.id}/bot-permissions`, { deny: [...deny] }));
  };
  return h("section", { class: "tool", "aria-label": "Permissions" }, h("h3", {}, `Taken from the bot in #${ch.name}`),
    h("div", { class: "tool-columns" }, PERMISSIONS.map(([name, label]) => h("label", { class: "tool-line" },
      h("input", { type: "checkbox", checked: denied.has(name), onchange: (event) => change(name, event.target.checked) }), ` ${label}`))));
}

const parts = h("div", { class: "drawer-parts" });
const log = requestLog();

/** Draws the switches anew, but not under somebody's hands. */
function draw() {
  if (drawer.hidden || !state.faults) return;
  const label = drawer.contains(document.activeElement) ? document.activeElement.textContent : null;
  fill(parts, networkPart(), clockPart(), gatewayPart(), permissionsPart(), peoplePart());
  if (label) [...parts.querySelectorAll("button")].find((button) => button.textContent === label)?.focus();
}

on("toggle-drawer", () => {
  drawer.hidden = !drawer.hidden;
  $("#app").classList.toggle("show-drawer", !drawer.hidden);
  $("#app").classList.remove("show-channels");
  listenToLog(!drawer.hidden);
  if (drawer.hidden) return;
  if (!drawer.hasChildNodes()) {
    fill(drawer, h("header", { class: "drawer-head" }, h("h2", {}, "Trying things out"),
      iconButton("close", "Close the drawer", () => emit("toggle-drawer"))), parts, log.element);
  }
  draw();
  log.load();
  $("button", drawer)?.focus();
});
for (const event of ["faults", "people", "channels", "loaded", "shown"]) on(event, draw);
on("live:log", ({ entry }) => log.add(entry));
