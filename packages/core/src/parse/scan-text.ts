const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** What a document may not have too much of. */
export interface Extent {
  readonly depth: number;
  readonly members: number;
}

/** Whether the quote at `end` is a character of a string, not its end. */
function isEscaped(text: string, end: number): boolean {
  let before = end - 1;
  while (text.charCodeAt(before) === BACKSLASH) before--;
  // An even number of backslashes are characters themselves.
  return (end - before) % 2 === 0;
}

/** Where the string that begins at `start` ends; the length of the text when it does not. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text.charCodeAt(end - 1) === BACKSLASH && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/**
 * What JSON text has too much of: nesting, or members and elements. One pass that stops where it finds out, before
 * anything is parsed. Text that is no JSON gets some answer.
 */
export function excessOfText(text: string, most: Extent): keyof Extent | undefined {
  let depth = 0;
  let members = 0;
  let isOpened = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code <= 0x20 || code === COLON) continue;
    const isOpening = code === 0x5b || code === 0x7b;
    if (code === 0x5d || code === 0x7d) depth--;
    // What follows an opening bracket or a comma is a member or an element.
    else if ((isOpened || code === COMMA) && ++members > most.members) return 'members';
    isOpened = isOpening;
    if (code === QUOTE) index = endOfString(text, index);
    else if (isOpening && ++depth > most.depth) return 'depth';
  }
  return undefined;
}
