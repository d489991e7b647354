// One message: who, when, what it answers, its content, and what can be done with it.

import { add, h, icon } from "../core/dom.js";
import { failures, waiting } from "../core/interactions.js";
import { emit, messagesOf, nameOf, person, serverOf, channel, state } from "../core/store.js";
import { t } from "../core/texts.js";
import { clockTime, fullTime, messageTime, sameDay } from "../core/time.js";
import { avatar } from "../parts/avatar.js";
import { components } from "../parts/components.js";
import { embed } from "../parts/embeds.js";
import { attachments } from "../parts/pictures.js";
import { messageActions } from "./actions.js";
import { emojiNode, inlineMarkdown, markdown } from "./markdown_view.js";
import { react } from "./reactions.js";

export const EPHEMERAL = 64;
const THINKING = 128;
const V2 = 32768; // such a message shows its files only where its components say so
const GROUP = 7 * 60_000;

const at = (message) => new Date(message.timestamp);
const origin = (message) => message.interaction ?? null;

/** True where a message begins a group of its own. */
export function startsGroup(message, previous) {
  if (!previous || previous.author.id !== message.author.id) return true;
  if (message.type === 19 || message.message_reference || origin(message)) return true;
  if (previous.type > 0 && ![19, 20, 23].includes(previous.type)) return true;
  if ((message.flags ^ previous.flags) & EPHEMERAL) return true;
  return at(message) - at(previous) > GROUP || !sameDay(at(message), at(previous));
}

function mentionsMe(message) {
  const mine = message.mentions?.some((user) => user.id === state.me.id);
  return message.author.id !== state.me.id && (mine || message.mention_everyone);
}

function nameColor(user) {
  const roles = person(user.id)?.roles ?? [];
  return (serverOf(channel())?.roles ?? []).findLast((role) => roles.includes(role.id) && role.color && role.color !== "#000000")?.color;
}

export function authorName(user, tag = "span") {
  const color = nameColor(user);
  return h(tag, { class: "author", style: color ? { color } : {} }, nameOf(user));
}

export const appTag = () => h("span", { class: "app-tag" }, t("app"));

/** The line above: what this answers. */
function spine(message) {
  const used = origin(message);
  if (used?.name) {
    return h("div", { class: "spine" }, avatar(used.user, 16), authorName(used.user), h("span", { class: "spine-used" }, t("used")),
      h("span", { class: "mention" }, message.interaction_metadata?.target_message_id ? used.name : `/${used.name}`));
  }
  if (!message.message_reference) return null;
  const target = message.referenced_message;
  if (!target) return h("div", { class: "spine" }, icon("reply", 14), h("em", {}, t("deleted")));
  const preview = target.content
    ? inlineMarkdown(target.content)
    : h("em", {}, t("click_attachment"), " ", icon("file", 14));
  return h("div", { class: "spine" }, avatar(target.author, 16), target.author.bot && appTag(), authorName(target.author),
    h("button", {
      type: "button", class: "spine-preview", onclick: () => emit("go", { channelId: target.channel_id, messageId: target.id }),
    }, preview));
}

function head(message) {
  const date = at(message);
  return h("div", { class: "head" }, authorName(message.author), message.author.bot && appTag(),
    h("time", { class: "when", datetime: date.toISOString(), title: fullTime(date) }, messageTime(date)));
}

function editedMark(message) {
  return message.edited_timestamp && h("span", { class: "edited", title: fullTime(new Date(message.edited_timestamp)) }, ` (${t("edited")})`);
}

function content(message) {
  if (message.flags & THINKING) {
    return h("div", { class: "thinking", role: "status" }, h("span", { class: "dots" }, h("i"), h("i"), h("i")), ` ${nameOf(message.author)} ${t("thinking")}`);
  }
  if (!message.content) return null;
  const body = markdown(message.content, { jumbo: true });
  const mark = editedMark(message);
  if (mark) (body.lastElementChild?.classList.contains("prose") ? body.lastElementChild : body).append(mark);
  return h("div", { class: "content" }, body);
}

function reactionRow(message) {
  if (!message.reactions?.length) return null;
  return h("div", { class: "reactions" }, message.reactions.map((reaction) => {
    const mine = reaction.users?.includes(state.me.id) ?? reaction.me;
    const who = (reaction.users ?? []).map((id) => person(id)?.name).filter(Boolean).join(", ");
    return h("button", {
      type: "button", class: `reaction${mine ? " mine" : ""}`, "aria-pressed": String(Boolean(mine)), title: who,
      "aria-label": `${reaction.emoji.name}: ${reaction.count}${who ? ` (${who})` : ""}`, onclick: () => react(message, reaction.emoji, !mine),
    }, emojiNode(reaction.emoji), h("span", {}, reaction.count));
  }));
}

function foot(message) {
  const failed = failures.get(message.id);
  return [
    failed && h("p", { class: "failed", role: "alert" }, icon("warn", 16), ` ${failed}`),
    message.flags & EPHEMERAL ? h("p", { class: "only-you" }, icon("eye", 16), ` ${t("only_you")} • `,
      h("button", { type: "button", class: "text-link", onclick: () => emit("dismiss", message) }, t("dismiss"))) : null,
  ];
}

const SYSTEM = {
  6: () => " pinned a message to this channel.",
  7: () => " joined the server.",
  18: (message) => [" started a thread: ", h("strong", {}, message.content)],
};

function systemMessage(message) {
  return h("div", { class: "system-line" }, icon(message.type === 18 ? "thread" : "right", 18), h("span", {}, authorName(message.author), SYSTEM[message.type](message)),
    h("time", { class: "when" }, messageTime(at(message))));
}

function threadCard(thread) {
  return h("button", { type: "button", class: "thread-card", onclick: () => emit("go", { channelId: thread.id }) },
    icon("thread", 18), h("strong", {}, thread.name), h("span", {}, `${thread.message_count ?? 0} messages ›`));
}

/** The element of a message; `first` where it begins a group. */
export function messageElement(message, first) {
  const context = { message, channelId: message.channel_id, busy: waiting.get(message.id) };
  const classes = ["message"];
  if (first) classes.push("first");
  if (message.flags & EPHEMERAL) classes.push("ephemeral");
  if (mentionsMe(message)) classes.push("mentions-me");
  const date = at(message);
  const item = h("li", { class: classes.join(" "), id: `message-${message.id}`, data: { id: message.id }, tabindex: -1 });
  if (SYSTEM[message.type]) {
    item.append(systemMessage(message));
    return item;
  }
  const article = h("article", { class: "body", "aria-label": `${nameOf(message.author)}, ${messageTime(date)}` },
    first && spine(message),
    first && h("span", { class: "face" }, avatar(message.author, 40)),
    first ? head(message) : h("time", { class: "side-time", datetime: date.toISOString(), title: fullTime(date) }, clockTime(date)),
    content(message),
    (message.embeds ?? []).map(embed),
    message.attachments?.length > 0 && !(message.flags & V2) && attachments(message.attachments),
    message.components?.length > 0 && components(message, context),
    !message.content && editedMark(message) && h("div", { class: "edited-line" }, editedMark(message)),
    reactionRow(message),
    message.thread && threadCard(message.thread),
    foot(message));
  return add(item, article, messageActions(message));
}

/** The message before one in its channel, for grouping. */
export function previousOf(message) {
  const list = messagesOf(message.channel_id);
  return list[list.findIndex((other) => other.id === message.id) - 1];
}

