/** A string of any size, such as a header or a document, that a careless reader takes more than linear time for. */
export interface HostileText {
  readonly name: string;
  /** The largest size that the default limits let through, in characters. */
  readonly limit: number;
  /** The text of a size: as many characters, or a few less. */
  readonly input: (size: number) => string;
}

/** Pieces, numbered so that no two need be equal, between what comes first and what comes last. */
export type Pieces = readonly [piece: string | ((index: number) => string), first?: string, last?: string];

/** Returns a string of at most `size` characters. */
function fill(size: number, [piece, first = '', last = '']: Pieces): string {
  const pieces: string[] = [first];
  let length = first.length + last.length;
  for (let index = 0; ; index++) {
    const next = typeof piece === 'string' ? piece : piece(index);
    length += next.length;
    if (length > size) return pieces.join('') + last;
    pieces.push(next);
  }
}

/** Returns the strings of a table of pieces, whose names begin with what they are. */
export function stringsOf(
  kind: string,
  limit: number,
  table: Readonly<Record<string, Pieces>>,
): readonly HostileText[] {
  return Object.entries(table).map(([name, pieces]) => ({
    name: `${kind}: ${name}`,
    limit,
    input: (size) => fill(size, pieces),
  }));
}
