// Embeds, as bots made them before Components V2 and still do.

import { h } from "../core/dom.js";
import { localUrl, safeLink } from "../core/media.js";
import { messageTime } from "../core/time.js";
import { inlineMarkdown, markdown } from "../chat/markdown_view.js";
import { gallery, thumbnail } from "./pictures.js";

const linked = (url, children, className) => {
  const href = url && safeLink(url);
  return href ? h("a", { href, class: `link ${className}`, target: "_blank", rel: "noopener noreferrer" }, children) : h("span", { class: className }, children);
};

const smallIcon = (url) => url && localUrl(url) && h("img", { class: "embed-icon", src: localUrl(url), alt: "", decoding: "async" });

/** Inline fields stand up to three in a row, the others alone. */
function fields(list) {
  const rows = [];
  for (const field of list) {
    const row = rows.at(-1);
    if (field.inline && row?.inline && row.fields.length < 3) row.fields.push(field);
    else rows.push({ inline: Boolean(field.inline), fields: [field] });
  }
  return rows.map((row) => h("div", { class: "embed-row", style: { "--columns": row.fields.length } }, row.fields.map((field) =>
    h("div", { class: "embed-field" }, h("div", { class: "embed-field-name" }, inlineMarkdown(field.name)), markdown(field.value)))));
}

export function embed(data) {
  const { author, footer, image, thumbnail: small } = data;
  const element = h("article", { class: "embed" },
    h("div", { class: "embed-body" },
      data.provider?.name && h("div", { class: "embed-provider" }, data.provider.name),
      author && h("div", { class: "embed-author" }, smallIcon(author.icon_url), linked(author.url, author.name, "")),
      data.title && h("div", { class: "embed-title" }, linked(data.url, inlineMarkdown(data.title), "")),
      data.description && markdown(data.description),
      data.fields?.length > 0 && h("div", { class: "embed-fields" }, fields(data.fields))),
    small && h("div", { class: "embed-thumbnail" }, thumbnail({ media: small, description: small.description })),
    image && h("div", { class: "embed-image" }, gallery([image], 400, 300)),
    (footer || data.timestamp) && h("div", { class: "embed-footer" }, smallIcon(footer?.icon_url),
      [footer?.text, data.timestamp && messageTime(new Date(data.timestamp))].filter(Boolean).join(" • ")));
  if (typeof data.color === "number") element.style.setProperty("--accent", `#${data.color.toString(16).padStart(6, "0")}`);
  return element;
}
