// The left side: servers, channels with their threads, direct messages, and me at the bottom.

import * as api from "../core/api.js";
import { $, fill, h, icon, iconButton } from "../core/dom.js";
import { dialog, toast } from "../core/overlay.js";
import { channel, channelName, emit, isDm, isThread, on, serverOf, state } from "../core/store.js";
import { avatar } from "../parts/avatar.js";
import { personMenu, settingsDialog } from "./people.js";

const servers = $("#servers");
const head = $("#server-head");
const list = $("#channel-list");
const mine = $("#me");

/** "home" (direct messages) or a server's id. */
let place = null;
const lastChannel = new Map(); // place -> channel id

const initials = (name) => name.split(/\s+/).map((word) => [...word][0]).join("").slice(0, 3);

function badge(count) {
  return count > 0 && h("span", { class: "badge" }, h("span", { "aria-hidden": "true" }, count > 99 ? "99+" : count), h("span", { class: "visually-hidden" }, `${count} unread`));
}

const unreadIn = (ids) => ids.some((id) => channel(id)?.unread);
const mentionsIn = (ids) => ids.reduce((sum, id) => sum + (channel(id)?.mentions ?? 0), 0);

function serverButton(key, label, face, ids, alerts) {
  const here = place === key;
  return h("button", {
    type: "button", class: `server${here ? " here" : ""}${unreadIn(ids) ? " unread" : ""}`, "aria-current": here ? "true" : null, title: label,
    "aria-label": `${label}${unreadIn(ids) ? ", unread messages" : ""}`, onclick: () => openPlace(key),
  }, h("span", { class: "server-face" }, face), badge(alerts));
}

function drawServers() {
  const dmUnread = state.dms.reduce((sum, id) => sum + (channel(id)?.unread ?? 0), 0);
  fill(servers,
    serverButton("home", "Direct messages", icon("at", 26), state.dms, dmUnread),
    h("hr"),
    state.servers.map((server) => serverButton(server.id, server.name, initials(server.name), server.channelIds, mentionsIn(server.channelIds))),
    h("span", { class: "spacer" }),
    iconButton("flask", "Trying things out", () => emit("toggle-drawer"), { class: "server-tool", size: 24 }));
}

function openPlace(key) {
  place = key;
  const ids = key === "home" ? state.dms : state.servers.find((server) => server.id === key)?.channelIds ?? [];
  const target = lastChannel.get(key) ?? ids.find((id) => channel(id)?.type === 0) ?? ids[0];
  if (target && channel(target)) emit("go", { channelId: target, keepPanel: true });
  else draw();
}

function row(ch) {
  const here = ch.id === state.channelId;
  const sign = isDm(ch) ? avatar(state.bot, 32) : icon(isThread(ch) ? "thread" : "hash", 20);
  const count = isDm(ch) ? ch.unread : ch.mentions;
  return h("li", {}, h("button", {
    type: "button", class: `channel${here ? " here" : ""}${ch.unread ? " unread" : ""}${isDm(ch) ? " dm" : ""}${isThread(ch) ? " thread" : ""}`,
    "aria-current": here ? "page" : null, data: { channel: ch.id }, onclick: () => emit("go", { channelId: ch.id }),
    "aria-label": `${channelName(ch)}${isDm(ch) ? " (direct message)" : ""}${ch.unread ? `, ${ch.unread} unread` : ""}`,
  }, sign, h("span", { class: "channel-name" }, channelName(ch)), isDm(ch) && h("span", { class: "app-tag" }, "APP"), badge(count)));
}

function section(label, rows, action) {
  return h("section", { "aria-label": label }, h("div", { class: "section-head" }, h("h2", {}, label), action), h("ul", {}, rows));
}

const notIn = () => h("div", { class: "not-in" }, h("p", {}, "You are in no server."),
  h("button", { type: "button", class: "button primary", onclick: joinAgain }, "Join the server"));

function drawList() {
  const dms = state.dms.map((id) => channel(id)).filter(Boolean);
  const direct = section("Direct Messages", dms.map(row), dms.length === 0 && iconButton("plus", `Write to ${state.bot.name}`, openDm, { size: 16 }));
  if (place === "home") return fill(list, state.servers.length === 0 && notIn(), direct);
  const server = state.servers.find((candidate) => candidate.id === place);
  const ids = (server?.channelIds ?? []).map((id) => channel(id)).filter((ch) => ch && !ch.archived);
  const texts = ids.filter((ch) => !isThread(ch)).sort((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1));
  const rows = texts.flatMap((ch) => [row(ch), ...ids.filter((thread) => isThread(thread) && thread.parent_id === ch.id).map(row)]);
  fill(list, section("Text Channels", rows, state.me.host && iconButton("plus", "Create channel", newChannel, { size: 16 })), direct);
}

function draw() {
  if (!state.me) return;
  if (place !== "home" && !state.servers.some((server) => server.id === place)) place = state.servers[0]?.id ?? "home";
  drawServers();
  const server = state.servers.find((candidate) => candidate.id === place);
  fill(head, h("h1", {}, server?.name ?? "Direct Messages"));
  drawList();
  fill(mine,
    h("button", { type: "button", class: "me-card", title: "Switch person", "aria-label": `You are ${state.me.name}. Switch person`, "aria-haspopup": "menu", onclick: (event) => personMenu(event.currentTarget) },
      h("span", { class: "presence on" }, avatar(state.me, 32)), h("span", { class: "me-text" }, h("strong", {}, state.me.name), h("small", {}, state.me.username))),
    iconButton("people", "People", (event) => personMenu(event.currentTarget.parentElement.firstChild)),
    iconButton("gear", "Settings", settingsDialog));
}

async function openDm() {
  try {
    const ch = await api.post("/dms");
    emit("live:channel", { channel: ch });
    emit("go", { channelId: ch.id });
  } catch (error) {
    toast(error.message, "error");
  }
}

async function joinAgain() {
  try {
    await api.patch("/people/@me", { member: true });
    emit("reload");
  } catch (error) {
    toast(error.message, "error");
  }
}

function newChannel() {
  const name = h("input", { type: "text", class: "text-input", id: "new-channel-name", maxlength: 100, placeholder: "new-channel", autocomplete: "off" });
  const error = h("p", { class: "field-error", role: "alert" });
  name.addEventListener("input", () => { name.value = name.value.toLowerCase().replace(/\s/g, "-"); });
  const asked = dialog("Create channel", h("div", { class: "field" }, h("label", { class: "field-label", for: "new-channel-name" }, "Channel name"), name, error),
    [h("button", { type: "button", class: "button plain", onclick: () => asked.close() }, "Cancel"), h("button", { type: "submit", class: "button primary" }, "Create channel")], { form: true });
  asked.box.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const ch = await api.post("/channels", { name: name.value.trim() });
      asked.close();
      emit("live:channel", { channel: ch });
      emit("go", { channelId: ch.id });
    } catch (problem) {
      error.textContent = problem.message;
    }
  });
}

export function showPlaceOf(ch) {
  place = serverOf(ch)?.id ?? "home";
  lastChannel.set(place, ch.id);
  draw();
}

for (const event of ["loaded", "channels", "unread", "people"]) on(event, draw);
on("switching", () => lastChannel.clear());

// Alt and the arrow keys go from channel to channel, with Shift to the next unread one.
addEventListener("keydown", (event) => {
  if (!event.altKey || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  event.preventDefault();
  const rows = [...list.querySelectorAll(".channel")].map((element) => element.dataset.channel);
  const step = event.key === "ArrowDown" ? 1 : -1;
  for (let count = 1, at = rows.indexOf(state.channelId); count <= rows.length; count += 1) {
    const id = rows[(at + step * count + rows.length * 2) % rows.length];
    if (!event.shiftKey || channel(id)?.unread) return emit("go", { channelId: id });
  }
});
