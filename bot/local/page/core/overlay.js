// Things over the page: dialogs, menus, hints. Each takes the focus, gives it back, and closes on Escape.

import { $, $$, h, iconButton, uid } from "./dom.js";

const FOCUSABLE = "a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex='0']";

export function trapFocus(element, event) {
  if (event.key !== "Tab") return;
  const targets = $$(FOCUSABLE, element).filter((target) => target.offsetParent !== null);
  if (!targets.length) return event.preventDefault();
  const edge = event.shiftKey ? targets[0] : targets.at(-1);
  if (document.activeElement === edge || !element.contains(document.activeElement)) {
    event.preventDefault();
    (event.shiftKey ? targets.at(-1) : targets[0]).focus();
  }
}

/** Lays `content` over the page until it is closed. `onclose(byPerson)` runs once. */
export function showOverlay(content, { className = "", onclose, focus } = {}) {
  const before = document.activeElement;
  const layer = h("div", { class: `overlay ${className}` }, content);
  let open = true;
  const close = (byPerson = true) => {
    if (!open) return;
    open = false;
    layer.remove();
    $("#app").inert = Boolean($(".overlay"));
    const back = before?.isConnected && before !== document.body ? before : matchMedia("(pointer: coarse)").matches ? null : $("#input");
    back?.focus({ preventScroll: true });
    onclose?.(byPerson);
  };
  layer.addEventListener("mousedown", (event) => event.target === layer && close());
  layer.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !event.defaultPrevented) {
      event.stopPropagation();
      close();
    } else trapFocus(layer, event);
  });
  document.body.append(layer);
  $("#app").inert = true; // nothing behind it takes the focus
  (focus ?? $(FOCUSABLE, content))?.focus();
  return { close, layer };
}

/** A dialog with a title; `body` and `footer` are nodes. */
export function dialog(title, body, footer, options = {}) {
  const id = uid("dialog");
  const box = h(options.form ? "form" : "div", {
    class: `dialog ${options.boxClass ?? ""}`, role: "dialog", "aria-modal": "true", "aria-labelledby": id, novalidate: Boolean(options.form),
  },
    h("header", { class: "dialog-head" }, h("h2", { id }, title), iconButton("close", "Close", () => shown.close())),
    h("div", { class: "dialog-body" }, body),
    footer && h("footer", { class: "dialog-foot" }, footer));
  const shown = showOverlay(box, { focus: $("input, textarea, select, [role=combobox]", box) ?? undefined, ...options });
  return { ...shown, box };
}

/** Puts a popup beside its anchor, above or below, inside the window. */
export function place(popup, anchor, { gap = 4, align = "start", prefer = "below" } = {}) {
  const box = anchor.getBoundingClientRect();
  const { innerWidth: width, innerHeight: height } = window;
  popup.style.maxHeight = "";
  const wanted = popup.offsetHeight;
  const below = height - box.bottom - gap - 8;
  const above = box.top - gap - 8;
  const up = prefer === "above" ? above >= Math.min(wanted, 160) || above > below : below < wanted && above > below;
  popup.style.maxHeight = `${Math.max(120, up ? above : below)}px`;
  const left = align === "end" ? box.right - popup.offsetWidth : box.left;
  popup.style.left = `${Math.max(8, Math.min(left, width - popup.offsetWidth - 8))}px`;
  popup.style.top = up ? "" : `${box.bottom + gap}px`;
  popup.style.bottom = up ? `${height - box.top + gap}px` : "";
}

/** A menu of actions at an anchor: [{label, icon?, danger?, run}], null for a line. */
export function menu(anchor, label, items, options = {}) {
  const before = document.activeElement;
  const popup = h("div", { class: "menu", role: "menu", "aria-label": label });
  const close = () => {
    popup.remove();
    document.removeEventListener("mousedown", outside, true);
    if (before?.isConnected) before.focus({ preventScroll: true });
  };
  const outside = (event) => !popup.contains(event.target) && close();
  for (const item of items) {
    popup.append(item
      ? h("button", { type: "button", role: "menuitem", class: item.danger ? "danger" : "", onclick: () => { close(); item.run(); } }, item.lead, h("span", {}, item.label), item.trail)
      : h("hr"));
  }
  popup.addEventListener("keydown", (event) => {
    const entries = $$("button", popup);
    const at = entries.indexOf(document.activeElement);
    if (event.key === "ArrowDown") entries[(at + 1) % entries.length].focus();
    else if (event.key === "ArrowUp") entries[(at - 1 + entries.length) % entries.length].focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.body.append(popup);
  place(popup, anchor, options);
  document.addEventListener("mousedown", outside, true);
  $("button", popup)?.focus();
  return close;
}

/** A sentence at the bottom of the window, read out too; it goes by itself. */
export function toast(text, kind = "info") {
  const element = h("div", { class: `toast ${kind}`, role: kind === "error" ? "alert" : "status" }, text);
  $("#toasts").append(element);
  setTimeout(() => element.remove(), Math.max(4000, text.length * 70));
}
