/** A place in a string. The offset counts UTF-16 code units from 0; lines and columns begin with 1. */
export interface Location {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** Returns the line and the column of an offset. A line ends with `\n`, `\r\n`, or `\r`. */
export function locationOf(text: string, offset: number): Location {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset; at++) {
    const code = text.charCodeAt(at);
    if (code !== 0x0a && (code !== 0x0d || text.charCodeAt(at + 1) === 0x0a)) continue;
    line++;
    start = at + 1;
  }
  return { offset, line, column: offset - start + 1 };
}
