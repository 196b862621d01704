/** A part of a string, in UTF-16 code units. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A mistake in a string. */
export interface Mistake extends Place {
  readonly message: string;
}

/** Returns the names in a message, the best first: a value, then a path or an option, then the type that has it. */
function namesIn(message: string): readonly string[] {
  // The suggestions after the fact are other names.
  const [fact = ''] = message.split(/ (?:Did you mean|Known) /, 1);
  const all = (pattern: RegExp): readonly string[] => [...fact.matchAll(pattern)].map(([, name = '']) => name);
  const types = all(/\b(?:of|type) "([^"]+)"/gi);
  const values = all(/"([^"]+)"/g).filter((name) => !types.includes(name));
  const ticked = all(/`([^`]+)`/g);
  return [
    ...values.toReversed(),
    ...ticked.filter((name) => name.includes('.')),
    ...all(/^([\w$.]+) is not /g),
    ...ticked.filter((name) => !name.includes('.')),
    ...types,
    ...all(/^defineApi: ([^\s:`"]+)/g),
  ];
}

/** Returns the first place of a whole name after a position, with its quotes. */
function findName(source: string, name: string, after: number): Place | undefined {
  for (let from = source.indexOf(name, after); from !== -1; from = source.indexOf(name, from + 1)) {
    const to = from + name.length;
    const [before = '', next = ''] = [source[from - 1], source[to]];
    if (before === next && /['"`]/.test(before)) return { from: from - 1, to: to + 1 };
    if (!/[\w$-]/.test(before) && !/[\w$-]/.test(next)) return { from, to };
  }
  return undefined;
}

/** Returns the place of a path: of `type.field`, that of the field after the type. */
function findPath(source: string, path: string, after: number): Place | undefined {
  let found: Place | undefined = { from: after, to: after };
  for (const name of path.split('.')) if (found !== undefined) found = findName(source, name, found.to);
  return found;
}

/** Returns the place that a message names, behind the field that it names as well. */
function findNamed(source: string, message: string, after: number): Place | undefined {
  const names = namesIn(message);
  const path = names.find((name) => name.includes('.'));
  const field = path === undefined ? undefined : findPath(source, path, after);
  for (const name of names) {
    const found = findName(source, name, field?.to ?? after) ?? findPath(source, name, after);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Returns the position at which a line begins. The first one is 1. */
function startOf(source: string, line: number): number {
  let at = 0;
  for (let count = 1; count < line && at !== -1; count++) at = source.indexOf('\n', at) + 1;
  return at;
}

/** Returns the place of the name at a position, or of the character there. */
function nameAt(source: string, position: number): Place {
  const from = Math.min(position, source.length);
  const length = /^[\w$]*/.exec(source.slice(from))?.[0].length ?? 0;
  return { from, to: Math.min(from + Math.max(1, length), source.length) };
}

/**
 * Returns the mistake that an error is about: at the place of a syntax error, at the name in the message, or at the line of the stack.
 *
 * @param lineOf Returns the line of the text that a stack names, which begins with 1.
 */
export function mistakeOf(error: unknown, source: string, lineOf: (stack: string) => number | undefined): Mistake {
  if (!(error instanceof Error)) return { from: 0, to: source.length, message: String(error) };
  const { loc } = error as { readonly loc?: { readonly line: number; readonly column: number } };
  if (loc !== undefined) {
    const message = error.message.replace(/^Error transforming [^:]*: /, '').replace(/ \(\d+:\d+\)$/, '.');
    return { ...nameAt(source, startOf(source, loc.line) + loc.column - 1), message };
  }
  const { message } = error;
  const line = lineOf(error.stack ?? '');
  const start = line === undefined ? 0 : startOf(source, line);
  const named = findNamed(source, message, start) ?? findNamed(source, message, 0);
  if (named !== undefined) return { ...named, message };
  if (line === undefined) return { from: 0, to: source.length, message };
  const end = source.indexOf('\n', start);
  return { from: start, to: end === -1 ? source.length : end, message };
}
