// The HTTP calls of the client, with the platform's fetch.

export class DaybookError extends Error {
  constructor(status, problem) {
    super(problem.detail ?? "");
    this.status = status;
    this.code = problem.code ?? "";
    this.problem = problem;
  }
}

/** Refuses half of a character, which would silently become another text in UTF-8. */
function wellFormed(what, text) {
  if (/\p{Cs}/u.test(text)) throw new RangeError(what + " has a lone surrogate, which UTF-8 cannot hold; remove or replace it");
  return text;
}

/** Writes an id into a path: percent-encoded, or in base64url what a path cannot carry. */
export function quoted(name) {
  wellFormed("id", name);
  if (name === "" || name === "." || name === ".." || name.startsWith("~") || /[/\\]/.test(name)) {
    const bytes = String.fromCharCode(...new TextEncoder().encode(name));
    return "~" + btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }
  return encodeURIComponent(name);
}

export class Calls {
  /** Calls a server with a key; `key` is the path of a scope if `address` is another object. */
  constructor(address, key) {
    const isBelow = address instanceof Calls;
    // fetch would show the key in its own message.
    if (!isBelow && /[^ -~]/.test(key ?? "")) throw new RangeError("key has a character that no key has, such as a line end; give the key alone");
    this.address = isBelow ? address.address + key : address.replace(/\/$/, "");
    this.key = isBelow ? address.key : key;
  }

  async open(method, path, { query = {}, headers = {}, body, lines } = {}, accept = "application/json") {
    const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null);
    for (const [name, value] of given) wellFormed(name, String(value));
    const parameters = given.length > 0 ? "?" + new URLSearchParams(given) : "";
    const all = { Accept: accept };
    for (const [name, value] of Object.entries(headers)) if (value !== undefined && value !== null) all[name] = value;
    if (this.key) all.Authorization = "Bearer " + this.key;
    if (lines !== undefined) all["Content-Type"] = "application/x-ndjson";
    else if (body !== undefined) all["Content-Type"] = "application/json";
    let answer;
    try {
      answer = await fetch(this.address + path + parameters, { method, headers: all, body: lines ?? JSON.stringify(body), redirect: "error" });
    } catch (failure) {
      throw this.unanswered(failure);
    }
    if (answer.ok) return answer;
    const text = await answer.text().catch(() => "");
    let problem;
    try {
      problem = JSON.parse(text);
    } catch {
      problem = { detail: text };
    }
    throw new DaybookError(answer.status, problem instanceof Object ? problem : { detail: text });
  }

  unanswered(failure) {
    return new DaybookError(0, { code: "unavailable", detail: `no answer of ${this.address}: ${failure}` });
  }

  async call(method, path, options) {
    const text = await this.text(method, path, options);
    return text === "" ? undefined : JSON.parse(text);
  }

  async text(method, path, options) {
    const answer = await this.open(method, path, options);
    try {
      return await answer.text();
    } catch (failure) {
      throw this.unanswered(failure);
    }
  }

  async *stream(method, path, options) {
    const answer = await this.open(method, path, options, "text/event-stream");
    let left = "";
    try {
      for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
        const lines = (left + piece).split("\n");
        left = lines.pop();
        for (const line of lines) if (line.startsWith("data:")) yield JSON.parse(line.slice("data:".length));
      }
    } catch (failure) {
      throw this.unanswered(failure);
    }
  }
}
