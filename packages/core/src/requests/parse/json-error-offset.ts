const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPE = /["\\/bfnrt]|u[\da-fA-F]{4}/y;

/** The end of a match at an index, or undefined. */
function endOf(pattern: RegExp, text: string, index: number): number | undefined {
  pattern.lastIndex = index;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

/** Returns the index after the string that begins at `start`, or the index of its first error. */
function readString(text: string, start: number): { readonly end: number; readonly isValid: boolean } {
  for (let index = start + 1; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22) return { end: index + 1, isValid: true };
    if (code < 0x20) return { end: index, isValid: false };
    if (code !== 0x5c) continue;
    const end = endOf(ESCAPE, text, index + 1);
    if (end === undefined) return { end: index, isValid: false };
    index = end - 1;
  }
  return { end: text.length, isValid: false };
}

/**
 * Returns the offset of the first character that makes a text invalid JSON: the length of the text if it ends too early.
 * Reads the text once, without recursion. The messages of `JSON.parse` depend on the engine, and some contain no position.
 */
export function jsonErrorOffset(text: string): number {
  /** The closing brackets of the open arrays and objects. */
  const open: ('}' | ']')[] = [];
  let expected: 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' = 'value';
  for (let index = endOf(SPACE, text, 0) as number; index < text.length; index = endOf(SPACE, text, index) as number) {
    const character = text[index] as string;
    const closing = open.at(-1);
    const canClose = expected === 'comma' || expected === 'value or ]' || expected === 'name or }';
    if (canClose && character === closing) {
      open.pop();
      expected = 'comma';
      index++;
    } else if (expected === 'comma') {
      if (character !== ',' || closing === undefined) return index;
      expected = closing === '}' ? 'name' : 'value';
      index++;
    } else if (expected === 'colon') {
      if (character !== ':') return index;
      expected = 'value';
      index++;
    } else if (expected === 'name' || expected === 'name or }') {
      if (character !== '"') return index;
      const { end, isValid } = readString(text, index);
      if (!isValid) return end;
      expected = 'colon';
      index = end;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'name or }' : 'value or ]';
      index++;
    } else {
      const read = character === '"' ? readString(text, index) : undefined;
      if (read?.isValid === false) return read.end;
      const end = read?.end ?? endOf(NUMBER, text, index) ?? endOf(WORD, text, index);
      if (end === undefined) return index;
      expected = 'comma';
      index = end;
    }
  }
  return text.length;
}

/** Returns the position of an offset in a text: its line and its column, both counted from 1. */
export function positionAt(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) as string).length + 1 };
}
