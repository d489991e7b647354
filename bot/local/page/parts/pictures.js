// Attachments, galleries, thumbnails and files.

import { h, icon } from "../core/dom.js";
import { fileSize, fit, localUrl } from "../core/media.js";
import { t } from "../core/texts.js";
import { lightbox } from "./lightbox.js";

const isPicture = (file) => /^image\//.test(file.content_type ?? "") || (file.width && file.height);
const isVideo = (file) => /^video\//.test(file.content_type ?? "");

/** Covers a node with "SPOILER" until it is clicked. */
export function veil(node, label = t("spoiler")) {
  const cover = h("button", { type: "button", class: "veil", "aria-label": label }, h("span", {}, label.toUpperCase()));
  const wrap = h("div", { class: "veiled" }, node, cover);
  node.inert = true;
  cover.addEventListener("click", (event) => {
    event.stopPropagation();
    cover.remove();
    node.inert = false;
    wrap.classList.add("open");
  });
  return wrap;
}

/** Where a picture was whose file is gone. */
function brokenPicture(alt) {
  return h("span", { class: "picture broken", role: "img", "aria-label": alt ? `${alt} (gone)` : "This picture is gone" }, icon("broken", 40));
}

const NOT_FOUND = 3; // of `loading_state`

/** One picture in a box that already has its size; the old one stays below until the new one is there. */
function picture(item, { width, height, all, index, className = "" }) {
  const src = localUrl(item.url);
  if (item.loading_state === NOT_FOUND) return brokenPicture(item.description);
  if (!src) return h("a", { class: "link", href: item.url, target: "_blank", rel: "noopener noreferrer" }, item.url);
  const alt = item.description ?? "";
  const image = h("img", { src, alt, width, height, decoding: "async", loading: "lazy", draggable: "false", class: item.fills ? "fills" : null });
  const button = h("button", {
    type: "button", class: `picture ${className}`, "aria-label": alt ? `${alt} (open large)` : `Open picture ${item.filename ?? ""}`.trim(),
    onclick: () => lightbox(all, index),
  }, image);
  image.addEventListener("error", () => button.replaceWith(brokenPicture(alt)), { once: true });
  if (width && height) button.style.setProperty("aspect-ratio", `${width} / ${height}`);
  return button;
}

/** Up to ten pictures as a mosaic; one alone keeps its shape. Items: {url, width, height, description, spoiler}. */
export function gallery(items, maxWidth = 550, maxHeight = 350) {
  const all = items.map((item) => ({ src: localUrl(item.url) ?? item.url, alt: item.description ?? "" }));
  const alone = items.length === 1;
  const cells = items.map((item, index) => {
    if (isVideo(item)) return h("video", { src: localUrl(item.url), controls: true, preload: "metadata", class: "video" });
    const [width, height] = alone && item.width ? fit(item.width, item.height, maxWidth, maxHeight) : [null, null];
    const cell = picture({ ...item, fills: !alone }, { width, height, all, index });
    if (alone && width) cell.style.setProperty("width", `${width}px`);
    return item.spoiler ? veil(cell) : cell;
  });
  return h("div", { class: `gallery n${items.length}`, data: { count: items.length } }, cells);
}

export function fileCard({ url, name, size }) {
  const href = localUrl(url);
  return h("div", { class: "file-card" }, icon("file", 30),
    h("div", { class: "file-text" },
      href ? h("a", { href, download: name, class: "link" }, name) : h("span", {}, name),
      size !== undefined && h("small", {}, fileSize(size))),
    href && h("a", { href, download: name, class: "icon-button", "aria-label": `Download ${name}`, title: "Download" }, icon("download")));
}

/** A message's attachments: pictures together, then the other files. */
export function attachments(list) {
  const pictures = list.filter((file) => isPicture(file) || isVideo(file));
  const others = list.filter((file) => !isPicture(file) && !isVideo(file));
  return [
    pictures.length > 0 && gallery(pictures.map((file) => ({ ...file, spoiler: isSpoiler(file) }))),
    others.map((file) => {
      if (/^audio\//.test(file.content_type ?? "")) return h("audio", { src: localUrl(file.url), controls: true, preload: "metadata" });
      const card = fileCard({ url: file.url, name: file.filename, size: file.size });
      return isSpoiler(file) ? veil(card) : card;
    }),
  ];
}

const isSpoiler = (file) => Boolean(file.flags & 8) || file.filename.startsWith("SPOILER_");

export function thumbnail({ media, description, spoiler }) {
  const all = [{ src: localUrl(media.url) ?? media.url, alt: description ?? "" }];
  const [width, height] = media.width ? fit(media.width, media.height, 85, 85) : [85, 85];
  const cell = picture({ ...media, description }, { width, height, all, index: 0, className: "thumbnail" });
  return spoiler ? veil(cell) : cell;
}
