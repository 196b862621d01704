import type { DraftValue } from './draft-value.ts';
import type { DatabaseKind } from './model.ts';

/** The facts about the values of a column that follow from check constraints. */
export interface CheckedValues {
  readonly labels?: readonly string[];
  readonly min?: number;
  readonly max?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly isJson?: true;
}

interface Token {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign';
  readonly text: string;
}

const TEXT = /'(?:[^']|'')*'/y;
/** In MariaDB and MySQL, a backslash is before a quote or another backslash. */
const ESCAPED_TEXT = /'(?:[^'\\]|''|\\.)*'/y;
const TOKENS: readonly (readonly [Token['kind'], RegExp])[] = [
  ['name', /"(?:[^"]|"")*"|`(?:[^`]|``)*`/y],
  ['number', /\d+(?:\.\d+)?/y],
  ['word', /[\p{L}_][\p{L}\p{N}_$]*/uy],
  ['sign', /::|<=|>=|<>|!=|[^\s]/y],
];

function unquoted(text: string): string {
  const mark = text.charAt(0);
  return text.slice(1, -1).replaceAll(mark + mark, mark);
}

function tokensOf(expression: string, database: DatabaseKind): readonly Token[] {
  const tokens: Token[] = [];
  const hasEscapes = database === 'mysql';
  const patterns = [['text', hasEscapes ? ESCAPED_TEXT : TEXT] as const, ...TOKENS];
  for (let place = 0; place < expression.length; ) {
    let length = 0;
    for (const [kind, pattern] of patterns) {
      pattern.lastIndex = place;
      const [text] = pattern.exec(expression) ?? [];
      if (text === undefined) continue;
      const own = kind === 'text' || kind === 'name' ? unquoted(text) : text;
      tokens.push({ kind, text: kind === 'text' && hasEscapes ? own.replace(/\\(.)/g, '$1') : own });
      length = text.length;
      break;
    }
    place += Math.max(length, 1);
  }
  return tokens;
}

/** Words that continue the name of a type. */
const TYPE_WORDS: ReadonlySet<string> = new Set(['varying', 'precision', 'with', 'without', 'time', 'zone']);

/** Returns the tokens without casts of PostgreSQL, and without parentheses: the forms below have none that matter. */
function simplified(tokens: readonly Token[]): readonly Token[] {
  const left: Token[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index] as Token;
    if (token.text === '::' && token.kind === 'sign') {
      index += 1;
      while (TYPE_WORDS.has(tokens[index + 1]?.text ?? '')) index += 1;
      while (tokens[index + 1]?.text === '[' && tokens[index + 2]?.text === ']') index += 2;
    } else if (token.kind !== 'sign' || (token.text !== '(' && token.text !== ')')) left.push(token);
  }
  return left;
}

const isWord = (token: Token | undefined, ...words: readonly string[]): boolean =>
  token?.kind === 'word' && words.includes(token.text.toLowerCase());

/** Returns the number that tokens are, or undefined. */
function numberIn(tokens: readonly Token[]): number | undefined {
  const [first, second, ...others] = tokens;
  if (first === undefined || others.length > 0) return undefined;
  if (second !== undefined) return first.text === '-' && second.kind === 'number' ? -Number(second.text) : undefined;
  return first.kind === 'number' || /^-?\d+$/.test(first.text) ? Number(first.text) : undefined;
}

/** Returns the strings of a list, or undefined if it has other members. */
function stringsIn(tokens: readonly Token[]): readonly string[] | undefined {
  const members = tokens.filter(({ kind, text }) => kind !== 'sign' || !['[', ']', ','].includes(text));
  const isList = members.length > 0 && members.every(({ kind }) => kind === 'text');
  return isList ? members.map(({ text }) => text) : undefined;
}

type Checked = readonly [column: string, CheckedValues];

/** The number that a sign adds to the limit on its right: only limits of integers are used, so an excluded one has a next number. */
const signs: Readonly<Record<string, { readonly least?: number; readonly most?: number }>> = {
  ...{ '>=': { least: 0 }, '>': { least: 1 }, '<=': { most: 0 }, '<': { most: -1 }, '=': { least: 0, most: 0 } },
};

function comparison(column: string, sign: string, limit: number, isLength: boolean): Checked | undefined {
  const { least, most } = signs[sign] ?? {};
  if ((least ?? most) === undefined || !Number.isSafeInteger(limit)) return undefined;
  return [
    column,
    {
      ...(least !== undefined && { [isLength ? 'minLength' : 'min']: limit + least }),
      ...(most !== undefined && { [isLength ? 'maxLength' : 'max']: limit + most }),
    },
  ];
}

function readPart(tokens: readonly Token[]): Checked | undefined {
  const [first, second, ...rest] = tokens;
  if (first === undefined || second === undefined || first.kind === 'text') return undefined;
  if (isWord(first, 'json_valid') && rest.length === 0) return [second.text, { isJson: true }];
  if (isWord(first, 'length', 'char_length', 'character_length', 'octet_length')) {
    const limit = numberIn(rest.slice(1));
    return limit === undefined ? undefined : comparison(second.text, rest.at(0)?.text ?? '', limit, true);
  }
  // PostgreSQL writes a list of one string as `= 'a'`.
  const isAny = isWord(rest[0], 'any') && isWord(rest[1], 'array');
  const list = isAny ? rest.slice(2) : isWord(second, 'in') || second.text === '=' ? rest : [];
  const labels = stringsIn(list);
  if (labels !== undefined) return [first.text, { labels: [...new Set(labels)] }];
  const limit = numberIn(rest);
  return limit === undefined ? undefined : comparison(first.text, second.text, limit, false);
}

/** Splits tokens at `and`, except that of `between`, which becomes two comparisons. */
function partsOf(tokens: readonly Token[]): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  const sign = (text: string): Token => ({ kind: 'sign', text });
  for (const [index, token] of tokens.entries()) {
    const part = parts.at(-1) as Token[];
    const column = part[0];
    if (isWord(token, 'between') && column !== undefined) part.push(sign('>='));
    else if (isWord(token, 'and')) {
      const isRange =
        column !== undefined &&
        tokens.slice(0, index).some((it, place) => isWord(it, 'between') && place === index - part.length + 1);
      parts.push(isRange ? [column, sign('<=')] : []);
    } else part.push(token);
  }
  return parts;
}

/** The facts about the values of columns that follow from an expression, and whether the expression says nothing else. */
interface ReadExpression {
  readonly values: readonly Checked[];
  readonly isWhole: boolean;
}

function readExpression(expression: string, database: DatabaseKind): ReadExpression {
  const tokens = simplified(tokensOf(expression, database));
  if (tokens.some((token) => isWord(token, 'or', 'not', 'case', 'is', 'like', 'select')))
    return { values: [], isWhole: false };
  const parts = partsOf(tokens).map(readPart);
  const values = parts.flatMap((it) => (it === undefined ? [] : [it]));
  return { values, isWhole: values.length === parts.length };
}

/**
 * Returns what check constraints say about the values of columns. Only simple forms are read: lists of strings, limits of numbers and lengths, and
 * `json_valid`, joined by `and`. All others are ignored, because the database checks them.
 */
export function readChecks(expressions: readonly string[], database: DatabaseKind): ReadonlyMap<string, CheckedValues> {
  const found = new Map<string, CheckedValues>();
  for (const [column, values] of expressions.flatMap((it) => readExpression(it, database).values))
    found.set(column, { ...found.get(column), ...values });
  return found;
}

/**
 * Returns the check constraints that say more than the values of the attributes do.
 *
 * @param valueIn Returns the values of the attribute that a column stores.
 */
export function otherChecks(
  expressions: readonly string[],
  database: DatabaseKind,
  valueIn: (column: string) => DraftValue | undefined,
): readonly string[] {
  const isDeclared = ([column, { labels, isJson, minLength, maxLength }]: Checked): boolean => {
    const kind = valueIn(column)?.kind;
    if (labels !== undefined) return kind === 'enum';
    if (isJson) return kind === 'json';
    return kind === ((minLength ?? maxLength) === undefined ? 'integer' : 'text');
  };
  return expressions.filter((it) => {
    const { values, isWhole } = readExpression(it, database);
    return !isWhole || !values.every(isDeclared);
  });
}
