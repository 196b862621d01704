import { truncate } from '../internal/truncate.ts';

/** An expression: a group, or a condition whose field and values are texts. */
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

const example = "an expression such as `or(eq(title,'Hello'),gt(words,100))`";

/**
 * Parses an expression, in one pass and without recursion, because clients choose the depth. A value is a word or a text in
 * single quotes, in which two quotes are one. The word `null` is null.
 *
 * @returns The expression, or a sentence that says what is wrong.
 */
export function parseExpression(text: string, limits: ExpressionLimits): Expression | string {
  const open: OpenGroup[] = [];
  let at = 0;
  let terms = 0;
  let root: Expression | undefined;
  const fail = (expected: string): string => {
    const found =
      at >= text.length
        ? 'the expression ends'
        : `character ${at + 1} is ${JSON.stringify(truncate(text.slice(at, at + 1)))}`;
    return `The filter must be ${example}. Expected ${expected}, but ${found}.`;
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
    if (text[at] !== '(') return fail('an opening parenthesis after the name of an operator');
    at++;
    if (name === 'and' || name === 'or' || name === 'not') {
      open.push({ name, parts: [] });
      // sabotage: groups-filter-have-no-limit-levels
      if (open.length > limits.depth)
        return `A filter must have at most ${limits.depth} levels of groups, but it has more.`;
      continue;
    }
    terms++;
    if (terms > limits.terms) return `A query must have at most ${limits.terms} filters, but it has more.`;
    const field = word(/[(),']/g);
    const items: (string | null)[] = [];
    while (text[at] === ',') {
      at++;
      const read = value();
      if (read === undefined) return fail('a closing quote');
      items.push(read);
    }
    if (text[at] !== ')') return fail('a comma or a closing parenthesis');
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
        if (group.name === 'not' && group.parts.length !== 1) return 'A group `not` must contain one condition.';
        at++;
        open.pop();
        done = group;
      }
    }
    if (root !== undefined) return at === text.length ? root : fail('the end');
    if (text[at] !== ',') return fail('a comma or a closing parenthesis');
    at++;
  }
}
