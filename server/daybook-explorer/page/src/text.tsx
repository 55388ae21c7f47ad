import { type ComponentChild, Fragment } from "preact";
import { useMemo, useState } from "preact/hooks";
import { count } from "./format";

/** Shown at first; a message may have a megabyte. */
const FIRST = 1_500;
/** Pieces of a long text, so that the browser lays out those in view only. */
const PIECE = 20_000;

/**
 * Characters without a shape of their own: controls, the bidirectional ones, zero-width ones, fillers, tags, surrogates
 * without a partner. They could hide a text, or turn its order round.
 */
const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\p{Cs}]+/gu;

const NAMES: Record<number, string> = {
  0x200b: "zero-width space", 0x200c: "zero-width non-joiner", 0x200d: "zero-width joiner", 0x200e: "left-to-right mark",
  0x200f: "right-to-left mark", 0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding", 0x202c: "end of embedding",
  0x202d: "left-to-right override", 0x202e: "right-to-left override", 0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate",
  0x2068: "first strong isolate", 0x2069: "end of isolate", 0x2060: "word joiner", 0xfeff: "byte order mark", 0xad: "soft hyphen",
  0x1b: "escape", 0: "null",
};

/** An emoji of several parts holds joiners, and they belong there. */
const JOINED = /\p{Extended_Pictographic}\ufe0f?$/u;

const hexadecimal = (code: number): string => "U+" + code.toString(16).toUpperCase().padStart(4, "0");

function label(run: string): string {
  const codes = [...run].map((character) => character.codePointAt(0)!);
  const shown = [...new Set(codes)].slice(0, 3).map(hexadecimal).join(" ");
  return codes.length === 1 ? shown : `${shown} ×${count(codes.length)}`;
}

function name(run: string): string {
  const code = run.codePointAt(0)!;
  return NAMES[code] ?? (code < 0xa0 ? "control character" : "invisible character");
}

/** A text as nodes of text, with a mark in the place of each run of unseen characters. */
function marked(text: string): ComponentChild[] {
  const nodes: ComponentChild[] = [];
  let from = 0;
  for (const match of text.matchAll(UNSEEN)) {
    if (match[0] === "\u200d" && JOINED.test(text.slice(Math.max(0, match.index - 4), match.index))) {
      continue;
    }
    nodes.push(text.slice(from, match.index));
    nodes.push(<span class="unseen" title={name(match[0])}>{label(match[0])}</span>);
    from = match.index + match[0].length;
  }
  nodes.push(text.slice(from));
  return nodes;
}

/** The same without elements: a long text could need a million of them, and an option of a choice has none. */
export const plainlyMarked = (text: string): string => text.replace(UNSEEN, (run) => `[${label(run)}]`);

const escape = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** Marks the words that begin with one of these stems. */
function highlighted(text: string, stems: string[]): ComponentChild[] {
  if (stems.length === 0) {
    return marked(text);
  }
  const words = new RegExp(`(?<![\\p{L}\\p{N}])(?:${stems.map(escape).join("|")})[\\p{L}\\p{N}]*`, "giu");
  const nodes: ComponentChild[] = [];
  let from = 0;
  for (const match of text.matchAll(words)) {
    nodes.push(...marked(text.slice(from, match.index)), <mark>{match[0]}</mark>);
    from = match.index + match[0].length;
  }
  nodes.push(...marked(text.slice(from)));
  return nodes;
}

function pieces(text: string): string[] {
  const all: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = end(text, from + PIECE);
    all.push(text.slice(from, to));
    from = to;
  }
  return all;
}

/** Never between the two halves of a character. */
const end = (text: string, at: number): number => (/[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at + 1 : at);

/** A stored text. It is data: shown as text, isolated from its surroundings in direction, cut if it is long. */
export function StoredText({ text, stems = [], first = FIRST }: { text: string; stems?: string[]; first?: number }) {
  const [whole, setWhole] = useState(false);
  const isLong = text.length > first * 1.2;
  const start = useMemo(() => highlighted(isLong ? text.slice(0, end(text, first)) : text, stems), [text, first, stems.join()]);
  if (!isLong) {
    return <div class="stored" dir="auto">{start}</div>;
  }
  return (
    <div class="stored" dir="auto">
      {whole ? pieces(text).map((piece) => <div class="piece">{plainlyMarked(piece)}</div>) : <Fragment>{start}…</Fragment>}
      <button type="button" class="link" onClick={() => setWhole(!whole)}>
        {whole ? "Show the beginning only" : `Show all ${count(text.length)} characters`}
      </button>
    </div>
  );
}

/** A stored text on one line: names, ids and rows of a list. */
export function StoredLine({ text, most = 300 }: { text: string; most?: number }) {
  const line = useMemo(() => marked((text.length > most ? text.slice(0, end(text, most)) + "…" : text).replace(/[\n\t ]+/g, " ")), [text, most]);
  return <bdi>{line}</bdi>;
}
