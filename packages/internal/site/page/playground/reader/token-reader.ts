import { mistakeAt, type Place } from './mistake.ts';
import type { Token } from './tokens.ts';

/** The tokens of a text, and a position between them. */
export interface TokenReader {
  /** Returns the next token, or a later one, without moving. */
  readonly peek: (steps?: number) => Token;
  readonly take: () => Token;
  /** Whether the next token is this sign or name. */
  readonly isNext: (value: string, steps?: number) => boolean;
  /** Takes a sign or name if it is next. */
  readonly skip: (value: string) => boolean;
  /** Takes a sign or name that must be next. */
  readonly expect: (value: string, after: string) => Token;
  /** Returns the end of the last token that was taken. */
  readonly end: () => number;
  /** Runs a function one level deeper. */
  readonly deeper: <Result>(run: () => Result) => Result;
}

/** Deeper declarations are rejected: the reader calls itself for each level. */
const MAX_DEPTH = 50;

/** Describes a token for a message. */
export function describeToken({ kind, value }: Token): string {
  if (kind === 'end') return 'the end of the text';
  return kind === 'text' ? 'a text' : `\`${value.slice(0, 40)}\``;
}

/** Creates a reader at the beginning of the tokens. */
export function createTokenReader(tokens: readonly Token[]): TokenReader {
  let position = 0;
  let depth = 0;
  const peek = (steps = 0): Token => tokens[Math.min(position + steps, tokens.length - 1)] as Token;
  const isNext = (value: string, steps = 0): boolean => {
    const token = peek(steps);
    return (token.kind === 'sign' || token.kind === 'name') && token.value === value;
  };
  const take = (): Token => {
    const token = peek();
    position++;
    return token;
  };
  return {
    peek,
    take,
    isNext,
    skip: (value) => {
      if (!isNext(value)) return false;
      position++;
      return true;
    },
    expect: (value, after) => {
      if (isNext(value)) return take();
      throw mistakeAt(peek(), `Expected \`${value}\` ${after}, but found ${describeToken(peek())}.`);
    },
    end: () => tokens[position - 1]?.to ?? 0,
    deeper: (run) => {
      if (depth === MAX_DEPTH) throw mistakeAt(peek(), `The declaration must not have more than ${MAX_DEPTH} levels.`);
      depth++;
      try {
        return run();
      } finally {
        depth--;
      }
    },
  };
}

/** Returns the place from a position to the last token that was taken. */
export function placeFrom(reader: TokenReader, from: number): Place {
  return { from, to: reader.end() };
}
