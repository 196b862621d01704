/** Finds the parts of a string that `JSON.parse` loses: names that an object repeats, and the digits of numbers. Strings must be JSON. */

/** A sign such as `{`, a string with its quotation marks, or another value. */
interface Token {
  readonly from: number;
  readonly to: number;
  readonly sign: string;
}

const SPACE = ' \t\n\r';
const SIGNS = '{}[],:';

/** Returns the end of a string, which begins at a quotation mark. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  while (end !== -1) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** Yields the tokens of a string. */
function* tokensOf(text: string): Generator<Token> {
  let from = 0;
  while (from < text.length) {
    const sign = text[from] ?? '';
    if (SPACE.includes(sign)) {
      from++;
      continue;
    }
    let to = from + 1;
    if (sign === '"') to = endOfString(text, from);
    else if (!SIGNS.includes(sign))
      while (to < text.length && !SPACE.includes(text[to] ?? '') && !SIGNS.includes(text[to] ?? '')) to++;
    yield { from, to, sign };
    from = to;
  }
}

/** A place in the text that a loop is in: an object with the names that it has, or an array with its position. */
interface Level {
  readonly names: Set<string> | undefined;
  token: string | number;
}

/** Returns the JSON Pointers of the members whose names their objects have already, at most `most` of them. */
export function repeatedMembers(text: string, most: number): readonly string[] {
  const levels: Level[] = [];
  const found: string[] = [];
  let before = '';
  for (const { from, to, sign } of tokensOf(text)) {
    const level = levels.at(-1);
    if (sign === '"' && level?.names !== undefined && (before === '{' || before === ',')) {
      const name: string = JSON.parse(text.slice(from, to));
      level.token = name;
      if (level.names.has(name)) {
        found.push(levels.map(({ token }) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join(''));
        if (found.length === most) return found;
      }
      level.names.add(name);
    } else if (sign === '{') levels.push({ names: new Set(), token: '' });
    else if (sign === '[') levels.push({ names: undefined, token: 0 });
    else if (sign === '}' || sign === ']') levels.pop();
    else if (sign === ',' && typeof level?.token === 'number') level.token++;
    before = sign;
  }
  return found;
}

/** Returns a string with a line for each member and value. Keeps repeated names, and numbers as they are written. */
export function formatJson(text: string): string {
  const parts: string[] = [];
  let depth = 0;
  let before = '';
  // A string of 100,000 levels would get lines of 200,000 spaces.
  const line = (): string => `\n${'  '.repeat(Math.min(depth, 100))}`;
  for (const { from, to, sign } of tokensOf(text)) {
    const isEmpty = before === '{' || before === '[';
    if (sign === '}' || sign === ']') {
      depth--;
      if (!isEmpty) parts.push(line());
    } else if (isEmpty || before === ',') parts.push(line());
    if (sign === '{' || sign === '[') depth++;
    parts.push(sign === ':' ? ': ' : text.slice(from, to));
    before = sign;
  }
  return `${parts.join('')}\n`;
}
