// Draws the tree of `markdown.js`. Every text ends in a text node.

import { h, icon } from "../core/dom.js";
import { chatLink, emojiUrl, safeLink } from "../core/media.js";
import { channel, channelName, commandsIn, emit, isDm, person, serverOf, state } from "../core/store.js";
import { t } from "../core/texts.js";
import { timestamp } from "../core/time.js";
import { isJumbo, parse, parseInline } from "./markdown.js";

/** A whole text (a message's content, a text display, an embed's description). */
export function markdown(text, { jumbo = false } = {}) {
  return h("div", { class: `markdown${jumbo && isJumbo(text) ? " jumbo" : ""}` }, parse(text).map(block));
}

/** One line: titles, names, the preview of a reply. */
export function inlineMarkdown(text) {
  return parseInline(text.replace(/\n+/g, " ")).map(inline);
}

function block(node) {
  switch (node.type) {
    case "pre": return h("pre", { class: "code-block", tabindex: 0 }, h("code", { class: node.language || null }, node.text));
    case "quote": return h("blockquote", {}, node.children.map(block));
    case "heading": return h(`h${node.level + 2}`, { class: `heading-${node.level}` }, node.children.map(inline));
    case "subtext": return h("small", { class: "subtext" }, node.children.map(inline));
    case "list": return list(node);
    default: return h("div", { class: "prose" }, node.children.map(inline));
  }
}

function list(node) {
  const props = node.ordered ? { start: node.start } : {};
  return h(node.ordered ? "ol" : "ul", props, node.items.map((item) => h("li", {}, item.map((part) => (part.type === "list" ? list(part) : inline(part))))));
}

function inline(node) {
  if (typeof node === "string") return node;
  switch (node.type) {
    case "strong": case "em": case "u": case "s": return h(node.type, {}, node.children.map(inline));
    case "code": return h("code", { class: "inline-code" }, node.text);
    case "spoiler": return spoiler(node.children.map(inline));
    case "link": return link(node);
    case "user": return userMention(node.id);
    case "role": return roleMention(node.id);
    case "channel": return channelMention(node.id);
    case "command": return commandMention(node);
    case "emoji": return customEmoji(node);
    case "time": return timestamp(node.seconds, node.style);
    case "everyone": return h("span", { class: "mention" }, node.text);
    default: return "";
  }
}

function spoiler(children) {
  const inner = h("span", { class: "spoiler-text", "aria-hidden": "true" }, children);
  const element = h("span", { class: "spoiler", role: "button", tabindex: 0, "aria-label": t("spoiler"), "aria-expanded": "false" }, inner);
  const reveal = (event) => {
    if (element.classList.contains("open") || (event.type === "keydown" && event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    element.classList.add("open");
    element.setAttribute("aria-expanded", "true");
    element.removeAttribute("aria-label");
    inner.removeAttribute("aria-hidden");
  };
  element.addEventListener("click", reveal, { capture: true });
  element.addEventListener("keydown", reveal);
  return element;
}

function link(node) {
  const inside = chatLink(node.url);
  if (inside) return node.masked ? goTo(inside, "link", node.children.map(inline)) : goTo(inside, "mention", chatLabel(inside));
  const href = safeLink(node.url);
  if (!href) return node.children.map(inline);
  return h("a", { href, class: "link", target: "_blank", rel: "noopener noreferrer", title: node.title ?? (node.masked ? node.url : null) }, node.children.map(inline));
}

function chatLabel([, channelId, messageId]) {
  const ch = channel(channelId);
  const name = ch ? channelName(ch) : t("deleted");
  return [isDm(ch) ? icon("at", 14) : icon("hash", 14), name, messageId ? " › 💬" : ""];
}

/** A link into this very chat: goes there without leaving the page. */
function goTo([, channelId, messageId], className, label) {
  return h("a", {
    class: className, href: `#/${channelId}${messageId ? `/${messageId}` : ""}`,
    onclick: (event) => {
      event.preventDefault();
      emit("go", { channelId, messageId });
    },
  }, label);
}

function userMention(id) {
  const someone = person(id);
  return h("span", { class: `mention${id === state.me?.id ? " me" : ""}`, title: someone?.username }, `@${someone?.name ?? "unknown-user"}`);
}

function roleMention(id) {
  const role = state.servers.flatMap((server) => server.roles ?? []).find((r) => r.id === id);
  const element = h("span", { class: "mention role" }, role ? `@${role.name.replace(/^@/, "")}` : "@unknown-role");
  if (role?.color && role.color !== "#000000") element.style.setProperty("--role", role.color);
  return element;
}

function channelMention(id) {
  const ch = channel(id);
  if (!ch) return h("span", { class: "mention" }, icon("hash", 14), "unknown");
  return goTo([serverOf(ch)?.id ?? "@me", id], "mention", [icon(isDm(ch) ? "at" : "hash", 14), channelName(ch)]);
}

function commandMention({ name, id }) {
  const button = h("button", { type: "button", class: "mention command-mention", onclick: () => emit("use-command", { name, id }) }, `/${name}`);
  commandsIn(state.channelId).then((commands) => {
    if (!commands.some((command) => command.id === id)) button.disabled = true;
  }, () => {});
  return button;
}

export function customEmoji({ id, name, animated }) {
  return h("img", { class: "emoji", src: emojiUrl(id, animated), alt: `:${name}:`, title: `:${name}:`, draggable: "false", decoding: "async" });
}

/** Discord's partial emoji object, as buttons, options and reactions carry it. */
export function emojiNode(emoji) {
  if (!emoji) return null;
  return emoji.id ? customEmoji(emoji) : h("span", { class: "emoji-char", "aria-hidden": "true" }, emoji.name);
}
