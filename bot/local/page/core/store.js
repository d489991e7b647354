// What this window knows, and who wants to hear that it changed. Nothing here touches the document.

import * as api from "./api.js";

const listeners = new Map();

/** Calls `listener` with each event of that name; returns how to stop. */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
  return () => listeners.get(name).delete(listener);
}

export function emit(name, ...details) {
  for (const listener of listeners.get(name) ?? []) listener(...details);
}

export const state = {
  me: null,
  bot: null,
  applicationId: null,
  people: new Map(), // id -> Person, the bot too
  servers: [], // with `channelIds`
  channels: new Map(), // id -> Channel, DMs and threads too
  dms: [], // channel ids
  faults: null,
  online: true, // the WebSocket
  channelId: null, // the one on screen
  logs: new Map(), // channel id -> {messages, atStart, atEnd}
  commands: new Map(), // "<channel id>/commands" or "<channel id>/message-commands" -> [Command]
  typing: new Map(), // channel id -> Map(person id -> until)
};

export const person = (id) => state.people.get(id);
export const channel = (id = state.channelId) => state.channels.get(id);
export const serverOf = (ch) => (ch?.server_id ? state.servers.find((s) => s.id === ch.server_id) : undefined);
export const isDm = (ch) => ch?.type === 1;
export const isThread = (ch) => ch?.type === 11 || ch?.type === 12;

/** The name that a person goes by, whoever they are. */
export function nameOf(user) {
  return person(user.id)?.name ?? user.global_name ?? user.name ?? user.username ?? "Unknown";
}

export function channelName(ch) {
  if (!ch) return "unknown";
  if (isDm(ch)) return ch.recipient ? nameOf(typeof ch.recipient === "string" ? { id: ch.recipient } : ch.recipient) : state.bot?.name;
  return ch.name;
}

function keepPerson(someone) {
  state.people.set(someone.id, { ...state.people.get(someone.id), ...someone });
  if (someone.id === state.me?.id) state.me = state.people.get(someone.id);
  if (someone.id === state.bot?.id) state.bot = state.people.get(someone.id);
}

export function keepChannel(ch) {
  const known = state.channels.get(ch.id);
  state.channels.set(ch.id, { ...known, ...ch });
  const server = serverOf(ch);
  if (server && !server.channelIds.includes(ch.id)) server.channelIds.push(ch.id);
  if (isDm(ch) && !state.dms.includes(ch.id)) state.dms.unshift(ch.id);
}

/** Everything for the first screen, also after a lost line. Messages on screen are fetched anew by who shows them. */
export async function load() {
  const all = await api.get("/state");
  state.me = all.me;
  state.bot = { ...all.bot, bot: true };
  state.applicationId = all.application_id;
  state.faults = all.faults;
  state.people.clear();
  state.channels.clear();
  state.commands.clear();
  for (const server of all.servers) for (const member of server.members) keepPerson(member);
  for (const someone of all.people) keepPerson(someone);
  keepPerson(state.bot);
  keepPerson(state.me);
  state.servers = all.servers.map((server) => ({ ...server, channelIds: [], memberIds: server.members.map((m) => m.id) }));
  state.dms = [];
  for (const server of all.servers) for (const ch of server.channels) keepChannel({ server_id: server.id, ...ch });
  for (const dm of [...all.dms].reverse()) keepChannel(dm);
  emit("loaded");
}

export function forget() {
  state.logs.clear();
  state.commands.clear();
  state.typing.clear();
  state.channelId = null;
}

// Messages

const PAGE = 50;
const before = (a, b) => (a.length === b.length ? a < b : a.length < b.length);
const inOrder = (a, b) => (a.id === b.id ? 0 : before(a.id, b.id) ? -1 : 1);

export const messagesOf = (id) => state.logs.get(id)?.messages ?? [];
export const findMessage = (channelId, id) => messagesOf(channelId).find((m) => m.id === id);

export async function loadMessages(id, { around } = {}) {
  const query = around ? `?around=${around}&limit=${PAGE}` : `?limit=${PAGE}`;
  const messages = (await api.get(`/channels/${id}/messages${query}`)).sort(inOrder);
  // Around a message come as many newer messages as older: fewer newer mean that these are the last. What comes then is shown.
  const isLast = !around || messages.filter((m) => before(around, m.id)).length < PAGE / 2;
  state.logs.set(id, { messages, atStart: messages.length < PAGE && !around, atEnd: isLast });
}

/** Older messages; resolves to those that are new here. */
export async function loadOlder(id) {
  const log = state.logs.get(id);
  if (!log || log.atStart || log.loading) return [];
  log.loading = true;
  try {
    const older = (await api.get(`/channels/${id}/messages?before=${log.messages[0]?.id ?? ""}&limit=${PAGE}`)).sort(inOrder);
    const known = new Set(log.messages.map((m) => m.id));
    const fresh = older.filter((m) => !known.has(m.id));
    log.messages.unshift(...fresh);
    log.atStart = older.length < PAGE || fresh.length === 0;
    return fresh;
  } finally {
    log.loading = false;
  }
}

on("live:message", ({ message }) => {
  const log = state.logs.get(message.channel_id);
  const ch = channel(message.channel_id);
  if (ch) ch.last_message_id = message.id;
  state.typing.get(message.channel_id)?.delete(message.author.id);
  if (!log?.atEnd) return;
  if (log.messages.some((m) => m.id === message.id)) return emit("message-edited", message);
  log.messages.push(message);
  log.messages.sort(inOrder);
  emit("message", message);
});

on("live:message_edit", ({ message }) => {
  const log = state.logs.get(message.channel_id);
  const at = log?.messages.findIndex((m) => m.id === message.id) ?? -1;
  if (at < 0) return;
  const old = log.messages[at];
  log.messages[at] = message;
  emit("message-edited", message, old);
});

on("live:message_delete", ({ channel_id, message_id }) => {
  const log = state.logs.get(channel_id);
  const at = log?.messages.findIndex((m) => m.id === message_id) ?? -1;
  if (at < 0) return;
  log.messages.splice(at, 1);
  emit("message-deleted", { channel_id, message_id });
});

// The rest of what happens

on("live:channel", ({ channel: ch }) => {
  keepChannel(ch);
  for (const what of ["commands", "message-commands"]) state.commands.delete(`${ch.id}/${what}`);
  emit("channels");
});

on("live:channel_delete", ({ channel_id }) => {
  state.channels.delete(channel_id);
  state.dms = state.dms.filter((id) => id !== channel_id);
  for (const server of state.servers) server.channelIds = server.channelIds.filter((id) => id !== channel_id);
  emit("channels");
});

on("live:servers", () => emit("reload"));

on("live:unread", ({ channel_id, unread, mentions }) => {
  const ch = channel(channel_id);
  if (!ch) return;
  Object.assign(ch, { unread, mentions });
  emit("unread", channel_id);
});

on("live:person", ({ person: someone }) => {
  const known = person(someone.id);
  const languageChanged = someone.id === state.me?.id && someone.locale !== state.me.locale;
  const moved = someone.id === state.me?.id && someone.member !== state.me.member;
  keepPerson(someone);
  if (moved) return emit("reload"); // another set of servers and channels
  for (const server of state.servers) {
    const isIn = server.memberIds.includes(someone.id);
    if (someone.member !== false && !isIn) server.memberIds.push(someone.id);
    if (someone.member === false && isIn) server.memberIds = server.memberIds.filter((id) => id !== someone.id);
  }
  if (languageChanged) state.commands.clear();
  emit("people");
  if (known && (known.name !== someone.name || known.color !== someone.color)) emit("names");
  if (languageChanged) emit("language");
});

on("live:bot", ({ online }) => {
  keepPerson({ ...state.bot, online });
  emit("people");
});

on("live:commands", () => {
  state.commands.clear();
  emit("commands");
});

on("live:faults", ({ faults }) => {
  state.faults = faults;
  emit("faults");
});

on("live:typing", ({ channel_id, person_id }) => {
  if (person_id === state.me?.id) return;
  if (!state.typing.has(channel_id)) state.typing.set(channel_id, new Map());
  state.typing.get(channel_id).set(person_id, Date.now() + 10_000);
  emit("typing", channel_id);
});

/** The commands as I see them in a channel, fetched once and again when they change. */
export const commandsIn = (id) => fetched(`${id}/commands`);

/** The commands in the menus of a channel's messages, likewise. */
export const menuCommandsIn = (id) => fetched(`${id}/message-commands`);

async function fetched(what) {
  if (!state.commands.has(what)) {
    const wanted = api.get(`/channels/${what}`);
    state.commands.set(what, wanted);
    wanted.catch(() => state.commands.get(what) === wanted && state.commands.delete(what));
  }
  return state.commands.get(what);
}
