// Addresses of pictures, files and links.

/** A file of the local Discord by its path alone, so that it comes from the page's own address; null for anything else. */
export function localUrl(url) {
  try {
    const parsed = new URL(url, location.href);
    if (/^\/(ephemeral-)?attachments\/|^\/emojis\//.test(parsed.pathname)) return parsed.pathname + parsed.search;
  } catch { /* not an address */ }
  return null;
}

/** An address that may stand behind a link, or null. */
export function safeLink(url) {
  try {
    const parsed = new URL(url);
    return ["http:", "https:"].includes(parsed.protocol) ? parsed.href : null;
  } catch {
    return null;
  }
}

/** [server id or "@me", channel id, message id?] of a link into the chat, or null. */
export function chatLink(url) {
  const found = /^https?:\/\/(?:(?:ptb|canary)\.)?(?:discord(?:app)?\.com|127\.0\.0\.1(?::\d+)?|localhost(?::\d+)?)\/channels\/(@me|\d+)\/(\d+)(?:\/(\d+))?\/?$/.exec(url);
  return found ? found.slice(1) : null;
}

export const emojiUrl = (id, animated) => `/emojis/${id}.${animated ? "gif" : "png"}`;

export function fileSize(bytes) {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(2)} KB` : `${(bytes / 1e6).toFixed(2)} MB`;
}

/** Width and height that fit into a box, never larger than they are. */
export function fit(width, height, maxWidth, maxHeight) {
  const scale = Math.min(1, maxWidth / width, maxHeight / height);
  return [Math.round(width * scale), Math.round(height * scale)];
}
