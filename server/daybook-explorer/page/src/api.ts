/** The public REST interface of the server that sent this page. Everything that the page shows comes from it. */

export interface Call {
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  body?: unknown;
  ifMatch?: string;
}

export interface Place {
  space: string;
  /** As the interface writes it: `user:ada`, `agent-of:ada/planner`, `agent:scout`, `anonymous` or `shared`. */
  scope: string;
}

const KEY = "daybook.key";
const PLAIN_ID = /^[A-Za-z0-9._@:-]+$/;

/** A refusal of the server, or its silence: then the status is 0. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    detail: string,
  ) {
    super(detail);
  }
}

/** The key lives as long as the tab: it is never in an address, a cookie or a file. */
export const apiKey = {
  get: (): string => sessionStorage.getItem(KEY) ?? "",
  set: (key: string): void => (key ? sessionStorage.setItem(KEY, key) : sessionStorage.removeItem(KEY)),
};

export function get(path: string, parameters: Record<string, string | number | boolean | undefined> = {}): Call {
  const query = Object.entries(parameters)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join("&");
  return { method: "GET", path: query ? `${path}?${query}` : path };
}

export const post = (path: string, body?: unknown): Call => ({ method: "POST", path, body });

/** An id in a path: as it is, or `~` and the base64url of its UTF-8, as proxies may decode an encoded slash. */
export function segment(id: string): string {
  if (PLAIN_ID.test(id) && id !== "." && id !== "..") {
    return id;
  }
  const bytes = new TextEncoder().encode(id);
  let binary = "";
  bytes.forEach((byte) => (binary += String.fromCharCode(byte)));
  return "~" + btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The user and the agent of a scope, as far as it has them. */
export function ownerOf(scope: string): { user?: string; agent?: string } {
  if (scope.startsWith("user:")) {
    return { user: scope.slice(5) };
  }
  if (scope.startsWith("agent:")) {
    return { agent: scope.slice(6) };
  }
  const slash = scope.indexOf("/");
  return scope.startsWith("agent-of:")
    ? { user: scope.slice(9, slash).replaceAll("%2F", "/").replaceAll("%25", "%"), agent: scope.slice(slash + 1) }
    : {};
}

export function scopePath({ space, scope }: Place): string {
  const { user, agent } = ownerOf(scope);
  const parts = [...(user === undefined ? [] : ["users", segment(user)]), ...(agent === undefined ? [] : ["agents", segment(agent)])];
  return `/v1/spaces/${segment(space)}/${parts.length > 0 ? parts.join("/") : scope}`;
}

/** Relative to the page, which may be behind the path of a proxy. */
export const address = (path: string): string => new URL("." + path, document.baseURI).href;

/** The changes of whether the server answers. */
const listeners = new Set<(answers: boolean) => void>();
export function onAnswer(listener: (answers: boolean) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function headers(call: Call): Record<string, string> {
  const all: Record<string, string> = {};
  if (apiKey.get()) {
    all["Authorization"] = `Bearer ${apiKey.get()}`;
  }
  if (call.body !== undefined) {
    all["Content-Type"] = "application/json";
  }
  if (call.ifMatch) {
    all["If-Match"] = call.ifMatch;
  }
  return all;
}

/** Opens an answer of any type; fails as a refusal unless its status is one of success. */
export async function open(call: Call, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(address(call.path), {
      method: call.method,
      headers: headers(call),
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      signal,
      cache: "no-store",
      credentials: "omit",
      redirect: "error",
    });
  } catch (failure) {
    if (signal?.aborted) {
      throw failure;
    }
    listeners.forEach((listener) => listener(false));
    throw new Refusal(0, "away", "The server does not answer. It may be restarting, or have been stopped.");
  }
  listeners.forEach((listener) => listener(true));
  if (!response.ok) {
    throw await refusal(response);
  }
  return response;
}

export async function send<T>(call: Call, signal?: AbortSignal): Promise<T> {
  const response = await open(call, signal);
  return (await response.json()) as T;
}

async function refusal(response: Response): Promise<Refusal> {
  try {
    const problem = (await response.json()) as { code?: string; detail?: string; status?: unknown };
    const said = problem.detail ?? (typeof problem.status === "string" ? problem.status : response.statusText);
    return new Refusal(response.status, problem.code ?? "", said);
  } catch {
    return new Refusal(response.status, "", response.statusText || "The answer has no explanation.");
  }
}

/** Quotes a word for a POSIX shell; control characters need the form that bash and zsh read. */
export function shell(word: string): string {
  if (/^[A-Za-z0-9_./:@%+=,-]+$/.test(word)) {
    return word;
  }
  if (/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/.test(word)) {
    const escaped = word
      .replace(/[\\']/g, "\\$&")
      .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, (character) => {
        return "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0");
      });
    return `$'${escaped}'`;
  }
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** The call as a command of curl. The key is a variable of the shell: it is never shown. */
export function asCurl(call: Call): string {
  const parts = ["curl"];
  if (call.method !== "GET") {
    parts.push("-X", call.method);
  }
  if (apiKey.get()) {
    parts.push(`-H "Authorization: Bearer $KEY"`);
  }
  if (call.ifMatch) {
    parts.push("-H", shell(`If-Match: ${call.ifMatch}`));
  }
  if (call.body !== undefined) {
    parts.push("-H 'Content-Type: application/json'", "-d", shell(JSON.stringify(call.body)));
  }
  parts.push(shell(address(call.path)));
  return parts.join(" ");
}

/** Marks a word of a user among the words of a command: one that begins with a dash is no option. */
export const given = (word: string): string => "\0" + word;

/** A command of Daybook for a scope. */
export function asCommand(place: Place | null, ...words: string[]): string {
  const { user, agent } = ownerOf(place?.scope ?? "");
  const owner = [...(user === undefined ? [] : ["--user", user]), ...(agent === undefined ? [] : ["--agent", agent])];
  const scope = !place || owner.length > 0 ? owner : [`--${place.scope}`];
  const space = place && place.space !== "default" ? ["--space", place.space] : [];
  const late = words.filter((word) => word.startsWith("\0-"));
  const early = words.filter((word) => !late.includes(word));
  const end = late.length > 0 ? ["--", ...late] : [];
  return ["./daybook", ...[...early, ...scope, ...space, ...end].map((word) => shell(word.replace(/^\0/, "")))].join(" ");
}
