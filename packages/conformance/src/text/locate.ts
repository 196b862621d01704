/** Where a value stands in a text; lines and columns begin with 1. */
export interface Location {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

interface Frame {
  readonly isArray: boolean;
  /** Undefined if no wanted pointer leads into it. */
  readonly pointer: string | undefined;
  index: number;
}

const WHITESPACE = /\s/;
const END = /[,\]}\s]/;

/** Returns the index behind a string that begins at an index. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
  return at + 1;
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The pointers and all that lead to them. */
function prefixesOf(pointers: ReadonlySet<string>): ReadonlySet<string> {
  const all = new Set<string>();
  for (const pointer of pointers) {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) all.add(pointer.slice(0, end));
  }
  return all.add('');
}

/**
 * Finds the offsets of values in the text of a JSON document, by their JSON Pointers, in one pass without recursion. The text must
 * be valid JSON.
 */
export function offsetsOf(text: string, pointers: ReadonlySet<string>): ReadonlyMap<string, number> {
  const wanted = prefixesOf(pointers);
  const found = new Map<string, number>();
  const stack: Frame[] = [];
  let name: string | undefined;
  /** Notes the value that begins here; returns its pointer if a wanted one is at it or below it. */
  const note = (at: number): string | undefined => {
    const frame = stack.at(-1);
    if (frame !== undefined && frame.pointer === undefined) return undefined;
    const own = frame === undefined ? '' : `${frame.pointer}/${frame.isArray ? frame.index : escaped(name ?? '')}`;
    if (pointers.has(own) && !found.has(own)) found.set(own, at);
    return wanted.has(own) ? own : undefined;
  };
  for (let at = 0; at < text.length && found.size < pointers.size; at++) {
    const character = text[at] as string;
    const frame = stack.at(-1);
    if (character === '"') {
      const end = endOfString(text, at);
      const isName = frame !== undefined && !frame.isArray && name === undefined;
      if (!isName) note(at);
      else name = frame.pointer === undefined ? '' : (JSON.parse(text.slice(at, end)) as string);
      at = end - 1;
    } else if (character === '{' || character === '[') {
      stack.push({ isArray: character === '[', pointer: note(at), index: 0 });
      name = undefined;
    } else if (character === '}' || character === ']') {
      stack.pop();
      // The value of the outer member has ended; a comma follows, or the end.
      name = stack.at(-1)?.isArray === false ? '' : undefined;
    } else if (character === ',') {
      if (frame?.isArray === true) frame.index++;
      name = undefined;
    } else if (character !== ':' && !WHITESPACE.test(character)) {
      note(at);
      while (at + 1 < text.length && !END.test(text[at + 1] as string)) at++;
    }
  }
  return found;
}

/** Returns the line and column of an offset. */
export function locationOf(text: string, offset: number): Location {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line++;
    start = at + 1;
  }
  return { offset, line, column: offset - start + 1 };
}
