// Building elements. Everything a person or a bot wrote becomes a text node: no markup is ever parsed.

const SVG = "http://www.w3.org/2000/svg";

/** h("button", {class: "x", onclick: f, "aria-label": "…", data: {id: 1}}, child, "text", [more]) */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else if (name === "style") for (const [rule, what] of Object.entries(value)) element.style.setProperty(rule, what);
    else if (name.startsWith("on") && typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else if (value === true) element.setAttribute(name, "");
    else element.setAttribute(name, String(value));
  }
  return add(element, ...children);
}

/** Appends nodes, strings and (nested) lists of them; null and false are left out. */
export function add(parent, ...children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    parent.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
  return parent;
}

export function fill(parent, ...children) {
  parent.replaceChildren();
  return add(parent, ...children);
}

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

const ICONS = {
  hash: "M9 3 7 21M17 3l-2 18M4 8.5h17M3 15.5h17",
  thread: "M9 3 7.6 14M17 3l-.8 6M4 8.5h17M3 15.5h7M13 13h8M13 17h8M13 21h5",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.6 7.2",
  people: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21v-1a6 6 0 0 1 6-6h2a6 6 0 0 1 6 6v1M16 3.3a4 4 0 0 1 0 7.4M18 14.4a6 6 0 0 1 4 5.6v1",
  person: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21v-1a7 7 0 0 1 7-7h2a7 7 0 0 1 7 7v1",
  menu: "M4 6h16M4 12h16M4 18h16",
  plus: "M12 5v14M5 12h14",
  smile: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM8.5 14a4 4 0 0 0 7 0M9 9.5h.01M15 9.5h.01",
  send: "M4 12 3 4l18 8-18 8 1-8zm0 0h8",
  reply: "M9 7 4 12l5 5M4 12h9a7 7 0 0 1 7 7",
  pencil: "M4 20l1-5L16 4l4 4L9 19l-5 1zM14 6l4 4",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm10 3a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  close: "M6 6l12 12M18 6 6 18",
  down: "M6 9l6 6 6-6",
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  check: "M5 12.5l4.5 4.5L19 7.5",
  gear: "M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM19 12l2-1.2-1.6-3.6-2.3.5-1.3-1.3.5-2.3L12.7 2.5h-1.4L8 4.1l.5 2.3-1.3 1.3-2.3-.5L3 10.8 5 12l-2 1.2 1.9 3.6 2.3-.5 1.3 1.3-.5 2.3 3.3 1.6h1.4l3.3-1.6-.5-2.3 1.3-1.3 2.3.5L21 13.2z",
  flask: "M9 3h6M10 3v6L4.5 18.5A1.7 1.7 0 0 0 6 21h12a1.7 1.7 0 0 0 1.5-2.5L14 9V3M7.5 15h9",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  window: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  sun: "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5",
  moon: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 21 21",
  broken: "M13 20H4V4h16v7M4 16l5-5 4 4M20 14l-3 3 3 3-2 1M15.5 8.5h.01",
  clip: "M20 11l-8.5 8.5a5 5 0 0 1-7-7L13 4a3.3 3.3 0 0 1 4.7 4.7L9.5 17a1.7 1.7 0 0 1-2.4-2.4L14.5 7",
  dots: "M5 12h.01M12 12h.01M19 12h.01",
  warn: "M12 3 2 20h20zM12 10v4M12 17h.01",
};

export function icon(name, size = 20) {
  const svg = document.createElementNS(SVG, "svg");
  const path = document.createElementNS(SVG, "path");
  for (const [key, value] of Object.entries({
    viewBox: "0 0 24 24", width: size, height: size, "aria-hidden": "true", class: "icon",
    fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round",
  })) svg.setAttribute(key, value);
  path.setAttribute("d", ICONS[name] ?? ICONS.dots);
  svg.append(path);
  return svg;
}

/** A button that shows only an icon; its label is its name and its hint. */
export function iconButton(name, label, onclick, props = {}) {
  return h("button", { type: "button", ...props, class: `icon-button ${props.class ?? ""}`, "aria-label": label, title: label, onclick },
    icon(name, props.size ?? 20));
}

let count = 0;
export const uid = (prefix = "u") => `${prefix}-${++count}`;
