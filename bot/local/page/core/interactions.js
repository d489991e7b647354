// Commands, clicks, choices and modals: sent, then followed by their nonce until they are answered or have failed.

import * as api from "./api.js";
import { emit, on, state } from "./store.js";
import { t } from "./texts.js";

const open = new Map(); // nonce -> {channelId, messageId?, customId?, text?}
const byId = new Map(); // interaction id -> nonce

/** What a message waits for, or what came of the last click on it. */
export const waiting = new Map(); // message id -> custom id
export const failures = new Map(); // message id -> sentence
/** What was chosen in a select, until its message shows another one: "message:custom" -> values. */
export const chosen = new Map();
/** Commands on their way in a channel, and those that got no answer. */
export const sentCommands = []; // {nonce, channelId, name, user, state, text}

let serial = 0;
const newNonce = () => `${Date.now()}${(serial++ % 1000).toString().padStart(3, "0")}`;

function settle(nonce, failedText) {
  const entry = open.get(nonce);
  if (!entry) return;
  open.delete(nonce);
  if (entry.messageId) {
    if (waiting.get(entry.messageId) === entry.customId) waiting.delete(entry.messageId);
    if (failedText) {
      failures.set(entry.messageId, failedText);
      chosen.delete(`${entry.messageId}:${entry.customId}`);
    }
    emit("message-status", entry.channelId, entry.messageId);
  } else {
    const at = sentCommands.findIndex((command) => command.nonce === nonce);
    if (at < 0) return;
    if (failedText) Object.assign(sentCommands[at], { state: "failed", text: failedText });
    else sentCommands.splice(at, 1);
    emit("sent-commands", entry.channelId);
  }
}

on("live:interaction", (event) => {
  const nonce = event.nonce ?? byId.get(event.interaction_id);
  if (!nonce || !open.has(nonce)) return;
  if (event.interaction_id) byId.set(event.interaction_id, nonce);
  if (event.state === "answered") settle(nonce, null);
  if (event.state === "failed") settle(nonce, event.text || t(open.get(nonce).messageId ? "failed" : "no_response"));
});

/** A click on a button, or the values chosen in a select. */
export async function press(message, customId, values) {
  if (waiting.has(message.id)) return;
  const nonce = newNonce();
  const channelId = message.channel_id;
  open.set(nonce, { channelId, messageId: message.id, customId });
  waiting.set(message.id, customId);
  failures.delete(message.id);
  if (values) chosen.set(`${message.id}:${customId}`, values);
  emit("message-status", channelId, message.id);
  try {
    const body = { custom_id: customId, nonce, seen: message.edited_timestamp, ...(values ? { values } : {}) };
    const sent = await api.post(`/channels/${channelId}/messages/${message.id}/components`, body);
    if (sent.interaction_id) byId.set(sent.interaction_id, nonce);
    else settle(nonce, sent.message); // it crossed with an edit of the message
  } catch (error) {
    settle(nonce, error.message);
  }
}

/** Sends a slash command. Throws ApiError with `options` where the server finds one wrong: nothing was sent then. */
export const runCommand = (channelId, command, options, files) =>
  send(channelId, `/${command}`, (nonce) => api.post(`/channels/${channelId}/commands`, { command, options, nonce }, files));

/** Sends a command of a message's menu. Throws ApiError where it can't be sent. */
export const runOnMessage = (message, command) =>
  send(message.channel_id, command.name_localized, (nonce) =>
    api.post(`/channels/${message.channel_id}/messages/${message.id}/commands`, { command: command.name, nonce }));

async function send(channelId, name, post) {
  const nonce = newNonce();
  open.set(nonce, { channelId });
  sentCommands.push({ nonce, channelId, name, user: state.me, state: "sending", at: Date.now() });
  emit("sent-commands", channelId, true);
  try {
    const { interaction_id: id } = await post(nonce);
    byId.set(id, nonce);
  } catch (error) {
    open.delete(nonce);
    const at = sentCommands.findIndex((sent) => sent.nonce === nonce);
    if (at >= 0) sentCommands.splice(at, 1);
    emit("sent-commands", channelId);
    throw error;
  }
}

export function dismissCommand(nonce) {
  const at = sentCommands.findIndex((sent) => sent.nonce === nonce);
  if (at < 0) return;
  const [{ channelId }] = sentCommands.splice(at, 1);
  emit("sent-commands", channelId);
}

// A select keeps what was chosen as long as it is the same select.
on("message-edited", (message, old) => {
  failures.delete(message.id);
  const same = new Map();
  const collect = (components, into) => {
    for (const part of components ?? []) {
      if (part.custom_id) into.set(part.custom_id, JSON.stringify({ ...part, id: undefined }));
      collect(part.components, into);
      if (part.accessory) collect([part.accessory], into);
    }
    return into;
  };
  collect(old?.components, same);
  const now = collect(message.components, new Map());
  for (const key of [...chosen.keys()]) {
    const [id, ...rest] = key.split(":");
    const customId = rest.join(":");
    if (id === message.id && now.get(customId) !== same.get(customId)) chosen.delete(key);
  }
});

// After a lost line nobody will tell any more what came of these.
on("loaded", () => {
  for (const [nonce, entry] of [...open]) if (entry.messageId) settle(nonce, null);
});
