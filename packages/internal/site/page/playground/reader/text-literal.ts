import { mistakeAt } from './mistake.ts';

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['b', '\b'],
  ['f', '\f'],
  ['v', '\v'],
  ['0', '\0'],
  ['\n', ''],
]);

/** The value of a text literal, and the position after it. */
export interface TextLiteral {
  readonly value: string;
  readonly to: number;
}

/**
 * Reads the text literal that begins at a position, with its quotes.
 *
 * @throws {SyntaxError} If the literal does not end, has an invalid escape, or contains an expression.
 */
export function readText(source: string, from: number): TextLiteral {
  const quote = source[from];
  let value = '';
  let at = from + 1;
  for (;;) {
    const character = source[at];
    if (character === undefined || (character === '\n' && quote !== '`'))
      throw mistakeAt({ from, to: at }, `The text must end with ${quote}`);
    if (character === quote) return { value, to: at + 1 };
    if (quote === '`' && source.startsWith('${', at))
      throw mistakeAt({ from: at, to: at + 2 }, 'The playground does not read expressions in texts.');
    if (character === '\\') {
      const escaped = readEscape(source, at);
      value += escaped.value;
      at = escaped.to;
    } else {
      value += character;
      at++;
    }
  }
}

function readEscape(source: string, from: number): TextLiteral {
  const code = /^(?:x([\da-f]{2})|u([\da-f]{4})|u\{([\da-f]{1,6})\})/i.exec(source.slice(from + 1, from + 11));
  if (code !== null) {
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16);
    if (point <= 0x10ffff) return { value: String.fromCodePoint(point), to: from + 1 + code[0].length };
  }
  const character = source[from + 1] ?? '';
  if (/[\dxu]/.test(character) && !escapes.has(character))
    throw mistakeAt({ from, to: from + 2 }, `\\${character} is not a valid escape.`);
  return { value: escapes.get(character) ?? character, to: from + 2 };
}
