// Starts the page: who am I, what is there, which channel; and goes from one to another.

import * as api from "./core/api.js";
import { $, add, fill, h, icon } from "./core/dom.js";
import { connect } from "./core/live.js";
import { dialog, toast } from "./core/overlay.js";
import { channel, emit, forget, load, on, state } from "./core/store.js";
import { locale } from "./core/texts.js";
import { goToMessage, showChannel } from "./chat/list.js";
import { prepareComposer } from "./composer/composer.js";
import { showPlaceOf } from "./side/channels.js";
import { drawHead, drawMembers } from "./side/members.js";
import "./parts/modal.js";
import "./side/keys.js";
import "./tools/drawer.js";

const app = $("#app");
const boot = $("#boot");
const line = $("#line");

add($("#attach"), icon("plus", 22));
add($("#emoji"), icon("smile", 22));
add($("#send"), icon("send", 22));

// Which channel: in the address, so that going back works

function wanted() {
  const [, id, messageId] = /^#\/(\d+)(?:\/(\d+))?/.exec(location.hash) ?? [];
  if (id && channel(id)) return { id, messageId };
  const last = sessionStorage.getItem("channel");
  if (last && channel(last)) return { id: last };
  return { id: state.servers[0]?.channelIds.find((id) => channel(id).type === 0) ?? state.dms[0] };
}

async function open(id, { messageId, fresh } = {}) {
  const ch = channel(id);
  if (!ch) return toast("That channel is not there (any more), or you can’t see it.", "error");
  const changed = state.channelId !== id;
  state.channelId = id;
  sessionStorage.setItem("channel", id);
  if (!location.hash.startsWith(`#/${id}`)) history.pushState(null, "", `#/${id}`);
  showPlaceOf(ch);
  drawHead();
  drawMembers();
  if (changed || $("#input").disabled) prepareComposer();
  emit("shown");
  if (!changed && !fresh && messageId && goToMessage(messageId)) return;
  await showChannel(id, { messageId, fresh });
  drawMembers();
  if (changed && !matchMedia("(pointer: coarse)").matches && !document.activeElement.closest("#servers, #channels")) $("#input").focus();
}

on("go", ({ channelId, messageId, keepPanel }) => {
  if (!keepPanel) app.classList.remove("show-channels", "show-members");
  open(channelId, { messageId });
});
addEventListener("popstate", () => {
  const { id, messageId } = wanted();
  if (id && (id !== state.channelId || messageId)) open(id, { messageId });
});

// Who

async function enter() {
  const key = api.takeKey();
  try {
    const answer = await api.post("/enter", key ? { key } : {});
    api.setKey(answer.key);
  } catch (error) {
    if (error.status === 0 || !key) throw error;
    api.setKey(null); // the key of a chat that is no more
    api.setKey((await api.post("/enter")).key);
    toast("That sign-in link is not valid (any more); you are the host now.", "error");
  }
}

on("switch-person", async (key) => {
  const at = state.channelId;
  emit("switching");
  api.setKey(key);
  forget();
  if (at && !state.dms.includes(at)) sessionStorage.setItem("channel", at);
  else sessionStorage.removeItem("channel");
  history.replaceState(null, "", location.pathname);
  connect();
});

// Live

on("live:hello", async () => {
  try {
    const { id, messageId } = await reload();
    if (id) await open(id, { messageId, fresh: true });
    else showNothing();
    app.hidden = false;
    boot.hidden = true;
  } catch (error) {
    boot.textContent = error.message;
  }
});

/** There is no channel to show: a guest has left the server and has no direct messages. */
function showNothing() {
  state.channelId = null;
  fill($("#greeting"), h("div", { class: "welcome" }, h("h2", {}, "Nothing to see here"), h("p", {}, "You are in no server. Join one on the left.")));
  for (const part of ["#messages", "#pending", "#members", "#chat-head"]) fill($(part));
  Object.assign($("#input"), { disabled: true, placeholder: "" });
}

async function reload() {
  await load();
  document.documentElement.lang = locale();
  for (const id of state.logs.keys()) if (id !== state.channelId) state.logs.delete(id);
  return state.channelId && channel(state.channelId) ? { id: state.channelId } : wanted();
}

on("reload", () => emit("live:hello", {}));
on("language", () => { document.documentElement.lang = locale(); });
on("channels", () => {
  if (state.channelId && !channel()) {
    const { id } = wanted();
    if (id) open(id);
    else showNothing();
  } else if (state.channelId) {
    const input = $("#input");
    if (input.disabled !== (channel().can_send === false || Boolean(channel().archived))) prepareComposer();
  }
});

let lineTimer = 0;
on("line", (isUp) => {
  clearTimeout(lineTimer);
  if (isUp) line.hidden = true;
  else lineTimer = setTimeout(() => {
    line.textContent = "No connection to the local Discord. Is the bot still running? Trying again…";
    line.hidden = false;
  }, 1200);
});

// Threads

on("new-thread", (message) => {
  const name = h("input", { type: "text", class: "text-input", id: "thread-name", maxlength: 100, autocomplete: "off", value: message.content.slice(0, 40) });
  const error = h("p", { class: "field-error", role: "alert" });
  const asked = dialog("Create thread", h("div", { class: "field" }, h("label", { class: "field-label", for: "thread-name" }, "Thread name"), name, error),
    [h("button", { type: "button", class: "button plain", onclick: () => asked.close() }, "Cancel"), h("button", { type: "submit", class: "button primary" }, "Create thread")], { form: true });
  asked.box.addEventListener("submit", async (event) => {
    event.preventDefault();
    try {
      const ch = await api.post(`/channels/${message.channel_id}/threads`, { name: name.value.trim(), message_id: message.id });
      asked.close();
      emit("live:channel", { channel: ch });
      emit("go", { channelId: ch.id });
    } catch (problem) {
      error.textContent = problem.message;
    }
  });
});

async function start() {
  try {
    await enter();
    connect();
  } catch (error) {
    boot.textContent = error.message;
    setTimeout(start, 2000);
  }
}
start();
