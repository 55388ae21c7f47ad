import { useMemo } from "preact/hooks";
import { difference } from "../diff";
import { StoredText } from "../text";

/** The words that a text lost and gained. */
export function Change({ before, after, label = "What changed" }: { before: string; after: string; label?: string }) {
  const pieces = useMemo(() => difference(before, after), [before, after]);
  return (
    <div class="sheet diff" dir="auto" tabIndex={0} role="region" aria-label={label}>
      {pieces.map((piece) => {
        const text = <StoredText text={piece.text} first={4_000} />;
        return piece.kind === "same" ? <span>{text}</span> : piece.kind === "gone" ? <del aria-label="removed">{text}</del> : <ins aria-label="added">{text}</ins>;
      })}
    </div>
  );
}
