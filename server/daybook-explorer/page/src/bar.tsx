import { useLayoutEffect, useRef } from "preact/hooks";
import { dayOf, minuteOf } from "./format";

/**
 * A part of a row of parts, as wide as its share. The width is set through the object model, as the policy demands. A
 * part of a track has a least width, and one at the end of the track begins so much before it.
 */
export function Part({ share, tone, title, left }: { share: number; tone: string; title?: string; left?: number }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    element.current?.style.setProperty("width", `${Math.max(0, share * 100)}%`);
    if (left !== undefined) {
      element.current?.style.setProperty("left", `min(${left * 100}%, calc(100% - var(--least)))`);
    }
  }, [share, left]);
  return <span ref={element} class={`part ${tone}`} title={title} />;
}

/** The beginning, the middle and the end of a time, above the tracks of lanes. */
export function Axis({ from, to, kind = "" }: { from: number; to: number; kind?: string }) {
  const [first, middle, last] = labels(from, (from + to) / 2, to);
  return <div class={`lane axis quiet ${kind}`}><span class="lane-name" /><span class="ends"><span>{first}</span><span>{middle}</span><span>{last}</span></span><span class="number" /></div>;
}

/** Days, each once; times if all are of one day. */
function labels(from: number, middle: number, to: number): [string, string, string] {
  const form = dayOf(from) === dayOf(to) ? minuteOf : dayOf;
  const between = form(middle) === form(from) || form(middle) === form(to) ? "" : form(middle);
  return [form === minuteOf ? `${dayOf(from)}, ${form(from)}` : form(from), between, form(to)];
}

/** Tones that differ in lightness as well as in hue. */
const TONES = 14;

/** The tone of a name, the same in every answer: its place among the known names, or one computed from its letters. */
export function toneOf(known: readonly string[], name: string): string {
  const place = known.indexOf(name);
  const sum = [...name].reduce((all, character) => all + character.codePointAt(0)!, 0);
  return `tone-${(place < 0 ? sum : place) % TONES}`;
}
