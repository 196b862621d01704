const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** The limited dimensions of a document. */
export interface DocumentSize {
  readonly depth: number;
  readonly members: number;
}

/** Whether the quotation mark at `end` is escaped, so that it does not end the string. */
function isEscaped(text: string, end: number): boolean {
  let before = end - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  // An even number of backslashes are escaped backslashes.
  return (end - before) % 2 === 0;
}

/**
 * Returns the index of the end of the string that begins at `start`, or the length of the text if the string does not
 * end.
 */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/**
 * Returns the limit that a JSON text exceeds, or undefined. Scans the text once, stops at the first exceeded limit, and
 * does not parse. For text that is not JSON, the result is undefined behavior, but never an exception.
 */
export function findExceededLimit(text: string, maxSize: DocumentSize): keyof DocumentSize | undefined {
  let depth = 0;
  let members = 0;
  let isOpened = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === COLON) continue;
    const isOpening = code === 0x5b || code === 0x7b;
    if (code === 0x5d || code === 0x7d) depth--;
    // A member or an element follows each opening bracket and each comma.
    else if ((isOpened || code === COMMA) && ++members > maxSize.members) return 'members';
    isOpened = isOpening;
    if (code === QUOTE) index = endOfString(text, index);
    else if (isOpening && ++depth > maxSize.depth) return 'depth';
  }
  return undefined;
}
