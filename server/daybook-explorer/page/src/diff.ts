/** A piece of a difference of two texts. */
export interface Piece {
  kind: "same" | "gone" | "new";
  text: string;
}

/** Beyond this many steps the middle of both texts is shown as one change: a table of all pairs would be too large. */
const MOST_CELLS = 4_000_000;

/** The difference of two texts by words: the longest common subsequence, after equal beginnings and ends. */
export function difference(before: string, after: string): Piece[] {
  const one = before.match(/\s+|[^\s]+/g) ?? [];
  const other = after.match(/\s+|[^\s]+/g) ?? [];
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) {
    start++;
  }
  let end = 0;
  while (end < one.length - start && end < other.length - start && one[one.length - 1 - end] === other[other.length - 1 - end]) {
    end++;
  }
  const pieces: Piece[] = [];
  add(pieces, "same", one.slice(0, start).join(""));
  middle(pieces, one.slice(start, one.length - end), other.slice(start, other.length - end));
  add(pieces, "same", one.slice(one.length - end).join(""));
  return pieces;
}

function add(pieces: Piece[], kind: Piece["kind"], text: string): void {
  const last = pieces[pieces.length - 1];
  if (last?.kind === kind) {
    last.text += text;
  } else if (text) {
    pieces.push({ kind, text });
  }
}

function middle(pieces: Piece[], one: string[], other: string[]): void {
  if (one.length * other.length > MOST_CELLS) {
    add(pieces, "gone", one.join(""));
    add(pieces, "new", other.join(""));
    return;
  }
  const width = other.length + 1;
  const common = new Uint32Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      common[i * width + j] = one[i] === other[j] ? common[(i + 1) * width + j + 1]! + 1 : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
    }
  }
  for (let i = 0, j = 0; i < one.length || j < other.length; ) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      add(pieces, "same", one[i++]!);
      j++;
    } else if (j >= other.length || (i < one.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)) {
      add(pieces, "gone", one[i++]!);
    } else {
      add(pieces, "new", other[j++]!);
    }
  }
}
