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

/** The place at which a string stops being JSON, and what must follow there. */
export interface JsonSyntaxError {
  /** In UTF-16 code units: the length of the text if it ends too early. */
  readonly offset: number;
  readonly expected: 'value' | 'value or ]' | 'name' | 'name or }' | 'colon' | 'comma' | 'string';
  /** The closing bracket of the innermost open array or object. Absent outside of them. */
  readonly closing?: '}' | ']';
}

/**
 * Returns the first error of a string that is not JSON; of a string that is, an error at its end. Reads the text once, without recursion.
 * The messages of `JSON.parse` depend on the engine, and some contain no position.
 */
export function jsonSyntaxError(text: string): JsonSyntaxError {
  /** The closing brackets of the open arrays and objects. */
  const open: ('}' | ']')[] = [];
  let expected: JsonSyntaxError['expected'] = 'value';
  const errorAt = (offset: number): JsonSyntaxError => {
    const closing = open.at(-1);
    return { offset, expected, ...(closing !== undefined && { closing }) };
  };
  for (let index = endOf(SPACE, text, 0) as number; index < text.length; index = endOf(SPACE, text, index) as number) {
    const character = text[index] as string;
    const closing = open.at(-1);
    const canClose = expected === 'comma' || expected === 'value or ]' || expected === 'name or }';
    if (canClose && character === closing) {
      open.pop();
      expected = 'comma';
      index++;
    } else if (expected === 'comma') {
      if (character !== ',' || closing === undefined) return errorAt(index);
      expected = closing === '}' ? 'name' : 'value';
      index++;
    } else if (expected === 'colon') {
      if (character !== ':') return errorAt(index);
      expected = 'value';
      index++;
    } else if (expected === 'name' || expected === 'name or }') {
      if (character !== '"') return errorAt(index);
      const { end, isValid } = readString(text, index);
      if (!isValid) return { ...errorAt(end), expected: 'string' };
      expected = 'colon';
      index = end;
    } else if (character === '{' || character === '[') {
      open.push(character === '{' ? '}' : ']');
      expected = character === '{' ? 'name or }' : 'value or ]';
      index++;
    } else {
      const read = character === '"' ? readString(text, index) : undefined;
      if (read?.isValid === false) return { ...errorAt(read.end), expected: 'string' };
      const end = read?.end ?? endOf(NUMBER, text, index) ?? endOf(WORD, text, index);
      if (end === undefined) return errorAt(index);
      expected = 'comma';
      index = end;
    }
  }
  return errorAt(text.length);
}
