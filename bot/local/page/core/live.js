// The WebSocket that tells what happens. It comes back by itself; after each hello the page fetches the state anew.

import { getKey } from "./api.js";
import { emit } from "./store.js";

let socket = null;
let wanted = false;
let withLog = false;
let delay = 300;
let timer = 0;

function open() {
  clearTimeout(timer);
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const mine = new WebSocket(`${scheme}://${location.host}/local/events?key=${encodeURIComponent(getKey())}${withLog ? "&log=1" : ""}`);
  socket = mine;
  mine.onmessage = (message) => {
    if (socket !== mine) return;
    delay = 300;
    const event = JSON.parse(message.data);
    emit(`live:${event.event}`, event);
  };
  mine.onopen = () => socket === mine && emit("line", true);
  mine.onclose = () => {
    if (socket !== mine || !wanted) return;
    emit("line", false);
    timer = setTimeout(open, delay);
    delay = Math.min(delay * 1.7, 4000);
  };
}

export function connect() {
  disconnect();
  wanted = true;
  open();
}

export function disconnect() {
  wanted = false;
  clearTimeout(timer);
  const old = socket;
  socket = null;
  old?.close();
}

/** The request log is sent only to a window that shows it. */
export function listenToLog(on) {
  if (withLog === on) return;
  withLog = on;
  if (wanted) connect();
}

// A laptop that wakes up should not wait for the next try.
addEventListener("online", () => wanted && socket?.readyState !== WebSocket.OPEN && connect());
