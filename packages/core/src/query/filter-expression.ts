import { queryErrors } from '../error/chapters/query-errors.ts';
import { tokenMessages } from '../error/chapters/shared-messages.ts';
import { messagePart } from '../error/message-part.ts';
import { truncate } from '../internal/describe-value.ts';
import type { RejectFilter } from './query-errors.ts';

/** An expression: a group, or a condition whose field and values are strings. */
export type Expression =
  | { readonly name: 'and' | 'or' | 'not'; readonly parts: readonly Expression[] }
  | {
      readonly name: string;
      readonly parts: undefined;
      readonly field: string;
      readonly items: readonly (string | null)[];
    };

/** A group whose parts are still being read. */
interface OpenGroup {
  readonly name: 'and' | 'or' | 'not';
  readonly parts: Expression[];
}

/** The limits of an expression. */
export interface ExpressionLimits {
  readonly terms: number;
  readonly depth: number;
}

/**
 * Parses an expression, in one pass and without recursion, because clients choose the depth. A value is a word or a string in
 * single quotes, in which two quotes are one. The word `null` is null.
 *
 * @returns The expression. Undefined if it is rejected.
 */
export function parseExpression(text: string, limits: ExpressionLimits, reject: RejectFilter): Expression | undefined {
  const open: OpenGroup[] = [];
  let at = 0;
  let terms = 0;
  let root: Expression | undefined;
  const fail = (name: keyof typeof tokenMessages.token): undefined => {
    const token = messagePart(tokenMessages, `token.${name}`, {});
    const character = JSON.stringify(truncate(text.slice(at, at + 1))).slice(1, -1);
    const found =
      at >= text.length
        ? messagePart(queryErrors, 'FILTER_NOT_SUPPORTED.expectedAtEnd', { token })
        : messagePart(queryErrors, 'FILTER_NOT_SUPPORTED.expected', { token, position: at + 1, character });
    return reject('FILTER_NOT_SUPPORTED.expression', {}, found);
  };
  /** Reads up to one of these characters. */
  const word = (stop: RegExp): string => {
    stop.lastIndex = at;
    const end = stop.exec(text)?.index ?? text.length;
    const read = text.slice(at, end);
    at = end;
    return read;
  };
  const value = (): string | null | undefined => {
    if (text[at] !== "'") {
      const read = word(/[(),']/g);
      return read === 'null' ? null : read;
    }
    const parts: string[] = [];
    for (;;) {
      const close = text.indexOf("'", at + 1);
      if (close === -1) {
        at = text.length;
        return undefined;
      }
      parts.push(text.slice(at + 1, close));
      at = close + 1;
      if (text[at] !== "'") return parts.join("'");
    }
  };
  for (;;) {
    const name = word(/[(),']/g);
    if (text[at] !== '(') return fail('opening');
    at++;
    if (name === 'and' || name === 'or' || name === 'not') {
      open.push({ name, parts: [] });
      if (open.length > limits.depth) return reject('FILTER_NOT_SUPPORTED.nesting', { limit: limits.depth });
      continue;
    }
    terms++;
    if (terms > limits.terms) return reject('FILTER_NOT_SUPPORTED.tooMany', { limit: limits.terms });
    const field = word(/[(),']/g);
    const items: (string | null)[] = [];
    while (text[at] === ',') {
      at++;
      const read = value();
      if (read === undefined) return fail('quote');
      items.push(read);
    }
    if (text[at] !== ')') return fail('closing');
    at++;
    let done: Expression | undefined = { name, parts: undefined, field, items };
    // A complete expression belongs to the innermost group, which can be complete then, too.
    while (done !== undefined) {
      const group = open.at(-1);
      if (group === undefined) {
        root = done;
        break;
      }
      group.parts.push(done);
      done = undefined;
      if (text[at] === ')') {
        if (group.name === 'not' && group.parts.length !== 1) return reject('FILTER_NOT_SUPPORTED.not', {});
        at++;
        open.pop();
        done = group;
      }
    }
    if (root !== undefined) return at === text.length ? root : fail('end');
    if (text[at] !== ',') return fail('closing');
    at++;
  }
}
