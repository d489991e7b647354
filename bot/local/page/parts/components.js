// Message components, the old rows and Components V2. `context`: {message, channelId, busy: custom id or undefined}.

import { h, icon } from "../core/dom.js";
import { chatLink, safeLink } from "../core/media.js";
import { chosen, press } from "../core/interactions.js";
import { emit } from "../core/store.js";
import { emojiNode, markdown } from "../chat/markdown_view.js";
import { fileCard, gallery, thumbnail, veil } from "./pictures.js";
import { selectField } from "./select.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary link-button", 6: "primary premium" };

function button(part, context) {
  const classes = `button ${STYLES[part.style] ?? "secondary"}`;
  const inner = [emojiNode(part.emoji), part.label && h("span", { class: "button-label" }, part.label)];
  const label = part.label ? null : part.emoji?.name ?? "Button";
  const place = part.style === 5 && chatLink(part.url);
  if (place) {
    const [, channelId, messageId] = place;
    return h("button", { type: "button", class: classes, "aria-label": label, disabled: part.disabled, onclick: () => emit("go", { channelId, messageId }) }, inner, icon("window", 16));
  }
  if (part.style === 5) {
    const href = part.disabled ? null : safeLink(part.url);
    return h("a", { class: classes, href, target: "_blank", rel: "noopener noreferrer", "aria-label": label, "aria-disabled": part.disabled ? "true" : null }, inner, icon("window", 16));
  }
  const loading = context.busy === part.custom_id;
  return h("button", {
    type: "button", class: `${classes}${loading ? " loading" : ""}`, "aria-label": label, "aria-busy": loading ? "true" : null,
    disabled: part.disabled || part.style === 6, "aria-disabled": context.busy ? "true" : null, data: { custom: part.custom_id ?? "" },
    onclick: () => context.busy || press(context.message, part.custom_id),
  }, inner, loading && h("span", { class: "dots", "aria-hidden": "true" }, h("i"), h("i"), h("i")));
}

function select(part, context) {
  return selectField(part, {
    channelId: context.channelId, waits: Boolean(context.busy), busy: context.busy === part.custom_id,
    values: chosen.get(`${context.message.id}:${part.custom_id}`),
    onchange: (values) => press(context.message, part.custom_id, values),
  });
}

function container(part, context) {
  const box = h("div", { class: "container" }, (part.components ?? []).map((inner) => component(inner, context)));
  const accent = part.accent_color;
  if (accent !== null && accent !== undefined) {
    box.classList.add("accented");
    box.style.setProperty("--accent", `#${accent.toString(16).padStart(6, "0")}`);
  }
  return part.spoiler ? veil(box) : box;
}

const mediaItem = (item) => ({ ...item.media, description: item.description, spoiler: item.spoiler });

export function component(part, context) {
  switch (part.type) {
    case 1: return h("div", { class: `row${part.components?.some((p) => p.type !== 2) ? " wide" : ""}` }, (part.components ?? []).map((inner) => component(inner, context)));
    case 2: return button(part, context);
    case 3: case 5: case 6: case 7: case 8: return select(part, context);
    case 9: return h("div", { class: "section" },
      h("div", { class: "section-texts" }, (part.components ?? []).map((inner) => component(inner, context))),
      part.accessory && h("div", { class: "section-accessory" }, component(part.accessory, context)));
    case 10: return markdown(part.content);
    case 11: return thumbnail(part);
    case 12: return gallery((part.items ?? []).map(mediaItem));
    case 13: {
      const name = part.name ?? decodeURIComponent((part.file.url ?? "").split("?")[0].split("/").pop());
      const card = fileCard({ url: part.file.url, name, size: part.size });
      return part.spoiler ? veil(card) : card;
    }
    case 14: return h("div", { class: `separator ${part.spacing === 2 ? "large" : "small"}`, role: part.divider === false ? null : "separator" }, part.divider !== false && h("hr"));
    case 17: return container(part, context);
    default: return h("p", { class: "unknown-part" }, `This page does not know component type ${part.type}.`);
  }
}

export const components = (message, context) => h("div", { class: `components${message.flags & 32768 ? " v2" : ""}` },
  message.components.map((part) => component(part, context)));
