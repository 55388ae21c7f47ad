/** The answers of the REST interface, as far as the page reads them. `/openapi.json` describes every field. */

export interface Ref {
  scope?: string;
  user?: string | null;
  agent?: string;
  shared?: boolean;
  kind: string;
  id: string;
}

export interface Message {
  role: string;
  name?: string;
  text: string;
  parts?: MediaPart[];
  toolCalls?: { name: string; arguments: string; result?: string }[];
}

/** A reference to media; the application has the bytes. */
export interface MediaPart {
  type: string;
  mediaType?: string;
  uri?: string;
  name?: string;
  size?: number;
  caption?: string;
}

/** A part as a context and a recall show it. */
export const shownPart = (part: MediaPart): string => `[${[part.type, part.name, part.caption].filter(Boolean).join(": ")}]`;

export type Origin = string | { source: string; writer?: string; key?: string };

/** An entry of any kind; each kind has some of the optional fields. */
export interface Entry {
  kind: string;
  id: string;
  position: number;
  revision: number;
  origin: Origin;
  trust: string;
  session?: string | null;
  occurredAt?: string;
  recordedAt?: string;
  updatedAt?: string;
  createdAt?: string;
  messages?: Message[];
  text?: string;
  content?: string;
  order?: number;
  agentWritable?: boolean;
  subject?: string;
  predicate?: string;
  object?: string;
  confidence?: number;
  validFrom?: string;
  validUntil?: string;
  supersededBy?: string;
  sources?: Ref[];
  covers?: Ref[];
  level?: string;
  period?: string;
  tokens?: number;
  sourceCount?: number;
  state?: string;
  method?: string;
  sensitive?: boolean;
}

export interface Reason {
  signal: string;
  contribution: number;
  detail: string;
}

export interface Hit {
  kind: string;
  id: string;
  score: number;
  text: string;
  occurredAt: string;
  session: string | null;
  sources: Ref[];
  origin: Origin;
  trust: string;
  why: Reason[];
  messages?: { index: number; role: string; name?: string; trust: string; score?: number }[];
  fallback?: boolean;
}

export interface Hits {
  hits: Hit[];
}

export interface Difference {
  leftOut: Ref[];
  changes: { entry: Ref; with: number; without: number }[];
  with: Hits;
  without: Hits;
}

export interface Explanation {
  rank: number;
  score: number;
  why: Reason[];
  keptOut: string | null;
}

export interface Context {
  text: string;
  sections: { name: string; tokens: number; entries: Ref[] }[];
  tokens: number;
  leftOut: { entry: Ref; reason: string }[];
}

export interface Session {
  id: string;
  name: string | null;
  created: string;
  lastActivity: string;
  episodes: number;
  private: boolean;
  retentionDays?: number;
}

export interface Profile {
  counts: Record<string, number>;
  sessions: number;
  firstSeen: string | null;
  lastSeen: string | null;
}

export interface Erasure {
  operation: string;
  counts: Record<string, number>;
  at: string;
  bytes: string;
  dryRun: boolean;
  entries?: Ref[];
}

export interface Held {
  operation: string;
  counts: Record<string, number>;
  at: string;
  derived?: Record<string, number>;
}

export interface Outcome {
  space?: string;
  scope: string;
  derivation: string;
  subject: string;
  result: string;
  operation: string | null;
  detail: string;
  tokens: number;
  at: string;
}

export interface Grant {
  scope: string;
  rights: string[];
}

/** A key as an administrator of some of its grants sees it. */
export interface AdministeredKey {
  id: string;
  grants: Grant[];
  revokedAt: string | null;
}

export interface Access {
  key: { id: string; space: string; scope: string | null; grants: Grant[]; trust: string | null; rate: number | null; createdAt: string; expiresAt: string | null } | null;
  rights: string[];
  readsShared: boolean;
  spaces: { space: string; scopes: string[]; more: boolean }[];
}

export interface Waiting {
  scopes: number;
  oldestSeconds: number;
  failed: number;
}

export interface Backlog {
  vectors: Waiting;
  derivations: Waiting;
  embedderFailure: string | null;
  storeBytes: number | null;
  failures: Outcome[];
}

export const total = (counts: Record<string, number>): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

export function scopeOf(ref: Ref, otherwise: string): string {
  if (ref.scope) {
    return ref.scope;
  }
  if (ref.shared) {
    return "shared";
  }
  if (ref.agent !== undefined) {
    const user = ref.user?.replaceAll("%", "%25").replaceAll("/", "%2F");
    return user === undefined ? `agent:${ref.agent}` : `agent-of:${user}/${ref.agent}`;
  }
  return ref.user === undefined ? otherwise : ref.user === null ? "anonymous" : `user:${ref.user}`;
}

/** The text of an entry on one line. */
export function lineOf(entry: Entry): string {
  if (entry.messages) {
    return entry.messages.map((message) => [`${message.name ?? message.role}: ${message.text}`, ...(message.parts ?? []).map(shownPart)].join(" ")).join("  ");
  }
  if (entry.subject !== undefined) {
    return `${entry.subject} ${entry.predicate} ${entry.object}`;
  }
  return entry.text ?? entry.content ?? "";
}
