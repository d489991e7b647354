// Discord's markdown as a tree: strings and {type, …, children}. Reads text only; `markdown_view.js` draws it.

const URL_END = /[).,:;!?'"\]]+$/;

/** Rules tried in this order at each place; `read` returns a node, or null where the rule doesn't hold after all. */
const INLINE = [
  [/^\\([^0-9A-Za-z\s])/, (m) => m[1]],
  [/^(`+)((?:[^`]|(?!\1(?!`))`)+?)\1(?!`)/s, (m) => ({ type: "code", text: trimCode(m[2]) })],
  [/^<@!?(\d+)>/, (m) => ({ type: "user", id: m[1] })],
  [/^<@&(\d+)>/, (m) => ({ type: "role", id: m[1] })],
  [/^<#(\d+)>/, (m) => ({ type: "channel", id: m[1] })],
  [/^<\/((?:[-_'\p{L}\p{N}]+ ?){1,3}):(\d+)>/u, (m) => ({ type: "command", name: m[1].trim(), id: m[2] })],
  [/^<(a?):(\w{2,32}):(\d+)>/, (m) => ({ type: "emoji", animated: m[1] === "a", name: m[2], id: m[3] })],
  [/^<t:(-?\d{1,17})(?::([tTdDfFRsS]))?>/, (m) => ({ type: "time", seconds: Number(m[1]), style: m[2] })],
  [/^<(https?:\/\/[^\s<>]+)>/i, (m) => ({ type: "link", url: m[1], children: [m[1]] })],
  [/^@(everyone|here)\b/, (m) => ({ type: "everyone", text: m[0] })],
  [/^\|\|(.+?)\|\|/s, (m, deep) => ({ type: "spoiler", children: deep(m[1]) })],
  [/^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/s, (m, deep) => ({ type: "strong", children: deep(m[1]) })],
  [/^__((?:\\.|[^\\])+?)__(?!_)/s, (m, deep) => ({ type: "u", children: deep(m[1]) })],
  [/^~~(.+?)~~(?!~)/s, (m, deep) => ({ type: "s", children: deep(m[1]) })],
  [/^\*(?=\S)((?:\*\*|\\.|[^*\\])+?)\*(?!\*)/s, (m, deep) => (/\s$/.test(m[1]) ? null : { type: "em", children: deep(m[1]) })],
  [/^_((?:__|\\.|[^_\\])+?)_(?![0-9A-Za-z_])/s, (m, deep, before) => (/[0-9A-Za-z]$/.test(before) ? null : { type: "em", children: deep(m[1]) })],
  [/^\[((?:\[[^\]]*\]|[^[\]])+)\]\(\s*<?(https?:\/\/(?:\([^\s()]*\)|[^\s()<>])+)>?(?:\s+["']([^\n]*?)["'])?\s*\)/i,
    (m, deep) => ({ type: "link", url: m[2], title: m[3], masked: true, children: deep(m[1], true) })],
  [/^https?:\/\/[^\s<>]+/i, (m, deep, before, plainLinks) => (plainLinks ? null : bareLink(m[0]))],
];

function trimCode(text) {
  return /^ .*[^ ].* $/s.test(text) || /^ +`|` +$/.test(text) ? text.replace(/^ | $/g, "") : text;
}

function bareLink(found) {
  let url = found.replace(URL_END, "");
  const open = (url.match(/\(/g) ?? []).length;
  if (open > (url.match(/\)/g) ?? []).length && found[url.length] === ")") url += ")";
  return { type: "link", url, children: [url], length: url.length };
}

const SPECIAL = /[\\`<@|*_~[h]/;

export function parseInline(text, inLink = false) {
  const nodes = [];
  let plain = "";
  let at = 0;
  const deep = (inner, link = inLink) => parseInline(inner, link);
  outer: while (at < text.length) {
    const rest = text.slice(at);
    if (SPECIAL.test(rest[0])) {
      for (const [pattern, read] of INLINE) {
        const match = pattern.exec(rest);
        if (!match) continue;
        const node = read(match, deep, text.slice(Math.max(0, at - 1), at), inLink);
        if (node === null) continue;
        if (typeof node === "string") plain += node;
        else {
          if (plain) nodes.push(plain);
          plain = "";
          nodes.push(node);
        }
        at += node.length && typeof node === "object" ? node.length : match[0].length;
        continue outer;
      }
    }
    plain += text[at];
    at += 1;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

const FENCE = /^```(?:([\w+#.-]+)\n)?\n*([\s\S]*?)\n*```/;
const LIST = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

/** The whole text: blocks by lines, inline within. */
export function parse(text) {
  const blocks = [];
  let prose = [];
  const flush = () => {
    if (prose.length) blocks.push({ type: "text", children: parseInline(prose.join("\n")) });
    prose = [];
  };
  let rest = text.replace(/\r\n?/g, "\n");
  while (rest !== "") {
    const fenceAt = rest.search(/```/);
    if (fenceAt === 0) {
      const match = FENCE.exec(rest);
      if (match && match[2].trim() !== "") {
        flush();
        blocks.push({ type: "pre", language: match[1] ?? "", text: match[2] });
        rest = rest.slice(match[0].length).replace(/^\n/, "");
        continue;
      }
    }
    const end = rest.indexOf("\n");
    let line = end < 0 ? rest : rest.slice(0, end);
    let after = end < 0 ? "" : rest.slice(end + 1);
    if (fenceAt > 0 && fenceAt < line.length && FENCE.test(rest.slice(fenceAt))) {
      [line, after] = [rest.slice(0, fenceAt), rest.slice(fenceAt)];
    }
    if (/^>>> /.test(line)) {
      flush();
      blocks.push({ type: "quote", children: parse(rest.slice(4)) });
      break;
    }
    if (/^> |^>$/.test(line)) {
      flush();
      const lines = rest.split("\n");
      const length = lines.findIndex((l) => !/^> |^>$/.test(l));
      const quoted = length < 0 ? lines : lines.slice(0, length);
      blocks.push({ type: "quote", children: parse(quoted.map((l) => l.replace(/^> ?/, "")).join("\n")) });
      rest = length < 0 ? "" : lines.slice(length).join("\n");
      continue;
    }
    const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
    const small = /^-# +(\S.*)$/.exec(line);
    if (heading) {
      flush();
      blocks.push({ type: "heading", level: heading[1].length, children: parseInline(heading[2]) });
    } else if (small) {
      flush();
      blocks.push({ type: "subtext", children: parseInline(small[1]) });
    } else if (LIST.test(line)) {
      flush();
      const lines = rest.split("\n");
      let length = 1;
      while (length < lines.length && (LIST.test(lines[length]) || /^ {2,}\S/.test(lines[length]))) length += 1;
      blocks.push(...parseList(lines.slice(0, length)));
      rest = lines.slice(length).join("\n");
      continue;
    } else {
      prose.push(line);
      if (after === "" && end >= 0 && rest.length === end + 1) prose.push("");
    }
    rest = after;
  }
  flush();
  return blocks;
}

function parseList(lines) {
  const root = { indent: -1, items: [] };
  const stack = [root];
  for (const line of lines) {
    const match = LIST.exec(line);
    if (!match) {
      stack.at(-1).items.at(-1)?.lines.push(line.trim());
      continue;
    }
    const indent = match[1].length;
    const ordered = /\d/.test(match[2]);
    while (stack.length > 1 && (indent < stack.at(-1).indent || (indent <= stack.at(-1).indent + 1 && ordered !== stack.at(-1).ordered))) stack.pop();
    if (stack.length === 1 || indent > stack.at(-1).indent + 1) {
      const list = { type: "list", ordered, start: parseInt(match[2], 10) || 1, indent, items: [] };
      const parent = stack.at(-1);
      (parent === root ? parent.items : parent.items.at(-1).lists).push(list);
      stack.push(list);
    }
    stack.at(-1).items.push({ lines: [match[3]], lists: [] });
  }
  const finish = (list) => ({
    type: "list", ordered: list.ordered, start: list.start,
    items: list.items.map((item) => [...parseInline(item.lines.join("\n")), ...item.lists.map(finish)]),
  });
  return root.items.map(finish);
}

const EMOJI = /^(?:\p{Extended_Pictographic}\ufe0f?(?:[\u{1f3fb}-\u{1f3ff}])?(?:\u200d\p{Extended_Pictographic}\ufe0f?)*|[\u{1f1e6}-\u{1f1ff}]{2}|[0-9#*]\ufe0f?\u20e3|<a?:\w+:\d+>|\s)+$/u;

/** True where a message is nothing but a few emojis: they are drawn large. */
export const isJumbo = (text) => text.trim() !== "" && text.length < 400 && EMOJI.test(text);
