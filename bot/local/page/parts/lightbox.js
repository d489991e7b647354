// A picture on click: large, with its alt text, the others of its message by arrow keys.

import { h, iconButton } from "../core/dom.js";
import { showOverlay } from "../core/overlay.js";

/** pictures: [{src, alt, name}] */
export function lightbox(pictures, at = 0) {
  const image = h("img", { class: "lightbox-picture" });
  const caption = h("p", { class: "lightbox-caption" });
  const open = h("a", { class: "lightbox-link", target: "_blank", rel: "noopener noreferrer" }, "Open in a tab");
  const many = pictures.length > 1;
  const show = (index) => {
    at = (index + pictures.length) % pictures.length;
    const { src, alt } = pictures[at];
    image.src = src;
    image.alt = alt ?? "";
    caption.textContent = alt ?? "";
    open.href = src;
  };
  const box = h("div", { class: "lightbox", role: "dialog", "aria-modal": "true", "aria-label": "Picture" },
    iconButton("close", "Close", () => overlay.close(), { class: "lightbox-close", size: 26 }),
    many && iconButton("left", "Previous picture", () => show(at - 1), { class: "lightbox-previous", size: 30 }),
    h("figure", {}, image, h("figcaption", {}, caption, open)),
    many && iconButton("right", "Next picture", () => show(at + 1), { class: "lightbox-next", size: 30 }));
  box.addEventListener("keydown", (event) => {
    if (many && event.key === "ArrowLeft") show(at - 1);
    if (many && event.key === "ArrowRight") show(at + 1);
  });
  box.addEventListener("click", (event) => {
    if (event.target === box || event.target.tagName === "FIGURE") overlay.close();
  });
  show(at);
  const overlay = showOverlay(box, { className: "dark-overlay" });
}
