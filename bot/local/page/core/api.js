// Calls to the local Discord as one person. The key says who; it is kept by the window, not by the browser.

export class ApiError extends Error {
  constructor(status, body) {
    super(body?.message ?? "The local Discord did not answer. Is the bot still running?");
    this.status = status;
    this.code = body?.code ?? "unreachable";
    this.options = body?.options ?? {};
    this.fields = body?.fields ?? {};
  }
}

let key = null;
export const getKey = () => key;

/** The key from the sign-in link, else the one this window had, else null. The link's key leaves the address at once. */
export function takeKey() {
  const url = new URL(location.href);
  const given = url.searchParams.get("key");
  if (given) {
    url.searchParams.delete("key");
    history.replaceState(null, "", url.pathname + url.search + url.hash);
  }
  key = given ?? sessionStorage.getItem("key");
  return key;
}

export function setKey(value) {
  key = value;
  if (value) sessionStorage.setItem("key", value);
  else sessionStorage.removeItem("key");
}

async function call(method, path, body, files) {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  let content;
  if (files?.length) {
    content = new FormData();
    content.append("payload_json", JSON.stringify(body));
    files.forEach((file, n) => content.append(`files[${n}]`, file, file.name));
  } else if (body !== undefined) {
    headers["Content-Type"] = "application/json";
    content = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(`/local${path}`, { method, headers, body: content });
  } catch {
    throw new ApiError(0, null);
  }
  const text = await answer.text();
  let data = null;
  try {
    data = text ? JSON.parse(text) : null;
  } catch {
    data = { message: text.slice(0, 200) };
  }
  if (!answer.ok) throw new ApiError(answer.status, data);
  return data;
}

export const get = (path) => call("GET", path);
export const post = (path, body = {}, files) => call("POST", path, body, files);
export const patch = (path, body) => call("PATCH", path, body);
export const put = (path, body) => call("PUT", path, body);
export const del = (path) => call("DELETE", path);
