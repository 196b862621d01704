/** A part of a string, in UTF-16 code units. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

/** The place of a value in a JSON text: the whole value, or the opening bracket of an object or an array. */
export interface JsonPlace extends TextRange {
  readonly isContainer: boolean;
  /** The name of the member with its quotation marks. Absent if the value is not a member of an object. */
  readonly name?: TextRange;
}

/** A value that a pointer leads to or through. */
interface Wanted {
  readonly below: Map<string, Wanted>;
  place: JsonPlace | undefined;
  /** The number of times that the value was found: an object can repeat a name. */
  count: number;
  /** The count of the outer value when this one was found. */
  outerCount: number;
}

interface Frame {
  readonly isArray: boolean;
  /** Undefined if no pointer leads into it. */
  readonly wanted: Wanted | undefined;
  index: number;
  /** The name of the member whose value follows. Undefined before the name and after the value. */
  name: TextRange | undefined;
}

const WHITESPACE = /\s/;
const END = /[,\]}\s]/;

function newWanted(): Wanted {
  return { below: new Map(), place: undefined, count: 0, outerCount: -1 };
}

/** Returns the tokens of a pointer; undefined if the text is not a pointer. */
function tokensOf(pointer: string): readonly string[] | undefined {
  const [first, ...tokens] = pointer.split('/');
  return first === '' ? tokens.map((it) => it.replaceAll('~1', '/').replaceAll('~0', '~')) : undefined;
}

/** Returns all values that the pointers lead to or through. */
function wantedBy(pointers: Iterable<string>): Wanted {
  const root = newWanted();
  for (const pointer of pointers) {
    let wanted = root;
    for (const token of tokensOf(pointer) ?? []) {
      const next = wanted.below.get(token) ?? newWanted();
      wanted.below.set(token, next);
      wanted = next;
    }
  }
  return root;
}

/** Returns the place that a pointer leads to, or that of the last value on the way. */
function placeAt(root: Wanted, pointer: string): { readonly place: JsonPlace | undefined; readonly isExact: boolean } {
  const tokens = tokensOf(pointer);
  let wanted = root;
  for (const token of tokens ?? []) {
    const next = wanted.below.get(token);
    // Ignore places that were found in another value of the same name.
    if (next?.outerCount !== wanted.count) return { place: wanted.place, isExact: false };
    wanted = next;
  }
  return { place: wanted.place, isExact: tokens !== undefined };
}

/** Returns the index behind a string that begins at an index. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length && text.charCodeAt(at) !== 0x22; at++) if (text.charCodeAt(at) === 0x5c) at++;
  return Math.min(at + 1, text.length);
}

/** Returns the index behind a number, `true`, `false`, or `null`. */
function endOfWord(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && !END.test(text.charAt(at))) at++;
  return at;
}

function nameOf(text: string, { from, to }: TextRange): string {
  const inside = text.slice(from + 1, to - 1);
  if (!inside.includes('\\')) return inside;
  try {
    return JSON.parse(text.slice(from, to)) as string;
  } catch {
    return inside;
  }
}

/**
 * Notes the places of the wanted values, in one pass without recursion. Returns the objects and arrays that are open where the pass
 * ends: at the end of the text, or at the token that contains or touches an offset.
 */
function walk(text: string, root: Wanted, offset = Number.POSITIVE_INFINITY): readonly Frame[] {
  const stack: Frame[] = [];
  const note = (from: number, to: number, isContainer: boolean): Wanted | undefined => {
    const frame = stack.at(-1);
    const name = frame?.name;
    const outer = frame?.wanted;
    if (frame !== undefined && outer === undefined) return undefined;
    const token = frame?.isArray === false && name !== undefined ? nameOf(text, name) : String(frame?.index);
    const wanted = outer === undefined ? root : outer.below.get(token);
    if (wanted === undefined) return undefined;
    wanted.place = { from, to, isContainer, ...(name !== undefined && { name }) };
    wanted.count++;
    wanted.outerCount = outer?.count ?? -1;
    return wanted;
  };
  /** After a value, the comma before the next name can be missing. */
  const endValue = (): void => {
    const frame = stack.at(-1);
    if (frame !== undefined) frame.name = undefined;
  };
  for (let at = 0; at < text.length && at < offset; at++) {
    const character = text.charAt(at);
    const frame = stack.at(-1);
    if (character === '"') {
      const to = endOfString(text, at);
      if (to >= offset) break;
      if (frame?.isArray === false && frame.name === undefined) frame.name = { from: at, to };
      else {
        note(at, to, false);
        endValue();
      }
      at = to - 1;
    } else if (character === '{' || character === '[') {
      stack.push({ isArray: character === '[', wanted: note(at, at + 1, true), index: 0, name: undefined });
    } else if (character === '}' || character === ']') {
      stack.pop();
      endValue();
    } else if (character === ',') {
      if (frame?.isArray === true) frame.index++;
      endValue();
    } else if (character !== ':' && !WHITESPACE.test(character)) {
      const to = endOfWord(text, at);
      if (to >= offset) break;
      note(at, to, false);
      endValue();
      at = to - 1;
    }
  }
  return stack;
}

/**
 * Finds the places of values in the text of a JSON document, by their JSON Pointers, in one pass without recursion. In a string that
 * is not JSON, it finds what it can. Of the members with the same name, the last one counts, as for `JSON.parse`. With `orAncestor`, a pointer to a value
 * that does not exist has the place of its nearest ancestor.
 */
export function jsonPlaces(
  text: string,
  pointers: Iterable<string>,
  { orAncestor = false }: { readonly orAncestor?: boolean } = {},
): ReadonlyMap<string, JsonPlace> {
  const wanted = [...pointers];
  const root = wantedBy(wanted);
  walk(text, root);
  const found = new Map<string, JsonPlace>();
  for (const pointer of wanted) {
    const { place, isExact } = placeAt(root, pointer);
    if (place !== undefined && (isExact || orAncestor)) found.set(pointer, place);
  }
  return found;
}

/**
 * Returns the names of members and the indexes of elements that lead to the value at an offset of a JSON text, from outside to
 * inside. At the name of a member, they lead to its object. The text can be incomplete, as while somebody writes it.
 */
export function jsonPathAt(text: string, offset: number): readonly (string | number)[] {
  return walk(text, newWanted(), offset).flatMap(({ isArray, index, name }): (string | number)[] => {
    if (isArray) return [index];
    return name === undefined ? [] : [nameOf(text, name)];
  });
}
