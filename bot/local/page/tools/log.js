// The bot's requests, newest first, with their bodies.

import * as api from "../core/api.js";
import { fill, h } from "../core/dom.js";
import { toast } from "../core/overlay.js";

const MOST = 300;
const faultName = (fault) => (typeof fault === "string" ? fault : fault.kind).replace("_", " ");

export function requestLog() {
  let entries = [];
  const list = h("ol", { class: "log", reversed: true });
  const filter = h("input", { type: "text", class: "text-input", placeholder: "Filter by path, method or status", "aria-label": "Filter the log", oninput: () => draw() });
  const fits = (entry) => `${entry.method} ${entry.path} ${entry.status} ${entry.code ?? ""} ${entry.fault ?? ""}`.toLowerCase().includes(filter.value.toLowerCase());

  const body = (title, data) => data !== null && data !== undefined && [h("h4", {}, title), h("pre", { class: "code-block" }, typeof data === "string" ? data : JSON.stringify(data, null, 2))];
  function row(entry) {
    const status = Number(entry.status);
    const details = h("details", { class: "log-entry" }, h("summary", {},
      h("span", { class: `log-status ${status >= 400 || !status ? "bad" : ""}` }, entry.status || "cut"), h("span", { class: "log-method" }, entry.method),
      h("span", { class: "log-path" }, entry.path, entry.fault && h("span", { class: "log-fault" }, ` ${faultName(entry.fault)}`)), h("span", { class: "log-ms" }, `${Math.round(entry.ms)} ms`)));
    details.addEventListener("toggle", () => {
      if (!details.open || details.childElementCount > 1) return;
      details.append(h("div", { class: "log-body" },
        h("p", { class: "muted" }, [new Date(entry.time).toLocaleTimeString(), entry.code && `code ${entry.code}`, entry.fault && `made to fail: ${faultName(entry.fault)}`].filter(Boolean).join(" · ")),
        body("Query", entry.query && Object.keys(entry.query).length ? entry.query : null), body("Request", entry.request), body("Answer", entry.answer)));
    });
    return h("li", {}, details);
  }
  function draw() {
    fill(list, entries.filter(fits).slice(0, MOST).map(row));
  }
  return {
    element: h("section", { class: "tool log-part", "aria-label": "Requests" }, h("div", { class: "tool-head" }, h("h3", {}, "The bot’s requests"),
      h("button", { type: "button", class: "text-link", onclick: () => api.del("/log").then(() => { entries = []; draw(); }, (error) => toast(error.message, "error")) }, "Empty")), filter, list),
    async load() {
      try {
        entries = (await api.get("/log?after=0")).entries.reverse();
        draw();
      } catch (error) {
        toast(error.message, "error");
      }
    },
    add(entry) {
      if (entries[0]?.n >= entry.n) return;
      entries.unshift(entry);
      entries.length = Math.min(entries.length, MOST);
      if (fits(entry)) list.prepend(row(entry));
      if (list.childElementCount > MOST) list.lastChild.remove();
    },
  };
}
