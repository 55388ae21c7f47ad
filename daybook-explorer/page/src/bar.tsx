import { useLayoutEffect, useRef } from "preact/hooks";
import { dayOf } from "./format";

/** A part of a row of parts, as wide as its share. The width is set through the object model, as the policy demands. */
export function Part({ share, tone, title, left }: { share: number; tone: string; title?: string; left?: number }) {
  const element = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    element.current?.style.setProperty("width", `${Math.max(0, share * 100)}%`);
    if (left !== undefined) {
      element.current?.style.setProperty("left", `${left * 100}%`);
    }
  }, [share, left]);
  return <span ref={element} class={`part ${tone}`} title={title} />;
}

/** The beginning, the middle and the end of a time, above the tracks of lanes. */
export function Axis({ from, to, kind = "" }: { from: number; to: number; kind?: string }) {
  return <div class={`lane axis quiet ${kind}`}><span /><span><span>{dayOf(from)}</span><span>{dayOf((from + to) / 2)}</span><span>{dayOf(to)}</span></span><span /></div>;
}

/** Tones that differ in lightness as well as in hue, in the order of their use. */
export const tone = (index: number): string => `tone-${index % 10}`;
