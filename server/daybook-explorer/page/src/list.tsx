import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";

/** Rows beyond the visible ones, so that a fast scroll shows no gap. */
const BEYOND = 8;

/**
 * A list of rows of one height, of which only the visible ones are in the document: its cost does not grow with its
 * length. Arrow keys, page keys, Home and End move through it.
 */
export function RowList({ length, height, row, label, more, most = 560 }: {
  length: number;
  height: number;
  row: (index: number) => ComponentChildren;
  label: string;
  /** Called when the end comes into view. */
  more?: () => void;
  most?: number;
}) {
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<[number, number]>([0, 30]);
  const measure = () => {
    const element = box.current;
    if (!element) {
      return;
    }
    // In steps, so that most frames of a scroll change nothing.
    const first = Math.max(0, Math.floor(element.scrollTop / height / BEYOND) * BEYOND - BEYOND);
    const last = first + Math.ceil(element.clientHeight / height) + 3 * BEYOND;
    setRange((before) => (before[0] === first && before[1] === last ? before : [first, last]));
  };
  useLayoutEffect(() => {
    box.current?.style.setProperty("--row", `${height}px`);
    box.current?.style.setProperty("--all", `${length * height}px`);
    box.current?.style.setProperty("--most", `${most}px`);
    measure();
  }, [height, length, most]);
  useEffect(() => {
    if (more && range[1] >= length - BEYOND) {
      more();
    }
  }, [range[1], length]);
  const move = (event: KeyboardEvent) => {
    const buttons = [...(box.current?.querySelectorAll<HTMLElement>("button, a") ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && at >= 0 && buttons[at + step]) {
      event.preventDefault();
      buttons[at + step]!.focus();
    }
  };
  const rows = [];
  for (let index = range[0]; index < Math.min(length, range[1]); index++) {
    rows.push(<Row key={index} top={index * height} index={index} length={length}>{row(index)}</Row>);
  }
  return (
    <div class="rows" ref={box} onScroll={measure} onKeyDown={move} tabIndex={0} role="group" aria-label={label}>
      <div class="rows-inside" role="list">{rows}</div>
    </div>
  );
}

function Row({ top, index, length, children }: { top: number; index: number; length: number; children: ComponentChildren }) {
  const element = useRef<HTMLDivElement>(null);
  // Through the object model: the content security policy refuses styles as attributes.
  useLayoutEffect(() => element.current?.style.setProperty("transform", `translateY(${top}px)`), [top]);
  return <div class="row" data-row={index} ref={element} role="listitem" aria-setsize={length} aria-posinset={index + 1}>{children}</div>;
}
