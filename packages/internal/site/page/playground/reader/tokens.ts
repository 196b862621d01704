/** Splits a declaration into tokens. */
import { mistakeAt, type Place } from './mistake.ts';
import { readText } from './text-literal.ts';

/** One token. A pattern is a regular expression literal, whose value contains both slashes and the flags. */
export interface Token extends Place {
  readonly kind: 'name' | 'text' | 'number' | 'pattern' | 'sign' | 'end';
  /** The value of a text or a name, else the characters. */
  readonly value: string;
}

const space = /[\s\uFEFF]+/y;
const lineComment = /\/\/[^\n]*/y;
const name = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const number = /0[xX][\da-fA-F_]+|(?:\d[\d_]*\.?|\.\d)[\d_]*(?:[eE][+-]?\d+)?/y;
const signs: readonly string[] = ['=>', '...', '?.', '${'];

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

/** Returns the position after spaces and comments. */
function afterSpace(source: string, from: number): number {
  let at = from;
  for (;;) {
    const skipped = matchAt(space, source, at) ?? matchAt(lineComment, source, at);
    if (skipped !== undefined) at += skipped.length;
    else if (source.startsWith('/*', at)) {
      const end = source.indexOf('*/', at + 2);
      if (end === -1) throw mistakeAt({ from: at, to: source.length }, 'The comment must end with */');
      at = end + 2;
    } else return at;
  }
}

/** Returns the position after the pattern that begins at a slash. */
function afterPattern(source: string, from: number): number {
  let isInClass = false;
  for (let at = from + 1; at < source.length && source[at] !== '\n'; at++) {
    const character = source[at];
    if (character === '\\') at++;
    else if (character === '[') isInClass = true;
    else if (character === ']') isInClass = false;
    else if (character === '/' && !isInClass) return at + 1 + (matchAt(/[a-z]*/y, source, at + 1) ?? '').length;
  }
  throw mistakeAt({ from, to: from + 1 }, 'The regular expression must end with /');
}

function tokenAt(source: string, from: number): Token {
  const character = source[from] ?? '';
  if (character === '') return { kind: 'end', value: '', from, to: from };
  if (character === '"' || character === "'" || character === '`')
    return { kind: 'text', from, ...readText(source, from) };
  const word = matchAt(name, source, from);
  if (word !== undefined) return { kind: 'name', value: word, from, to: from + word.length };
  if (/^\.?\d/.test(source.slice(from, from + 2))) {
    const digits = matchAt(number, source, from) ?? character;
    return { kind: 'number', value: digits, from, to: from + digits.length };
  }
  // A declaration does not divide, so a slash begins a pattern.
  if (character === '/') {
    const to = afterPattern(source, from);
    return { kind: 'pattern', value: source.slice(from, to), from, to };
  }
  const sign = signs.find((it) => source.startsWith(it, from)) ?? String.fromCodePoint(source.codePointAt(from) ?? 0);
  return { kind: 'sign', value: sign, from, to: from + sign.length };
}

/**
 * Returns the tokens of a text, the last of which is its end.
 *
 * @throws {SyntaxError} If a text, a comment, or a pattern does not end.
 */
export function tokensOf(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let last: Token | undefined;
  while (last?.kind !== 'end') {
    last = tokenAt(source, afterSpace(source, last?.to ?? 0));
    tokens.push(last);
  }
  return tokens;
}
