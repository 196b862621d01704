import { mistakeAt } from './mistake.ts';
import type { ItemSyntax, MemberSyntax, Syntax } from './syntax.ts';
import { describeToken, placeFrom, type TokenReader } from './token-reader.ts';
import type { Token } from './tokens.ts';

const values: ReadonlyMap<string, boolean | null | undefined> = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
  ['undefined', undefined],
]);
const functionWords: ReadonlySet<string> = new Set(['function', 'async', 'class', 'new']);
const noFunctions =
  'The playground does not run functions. Leave out options such as `compute`, and methods such as `transform`.';

/** Longer chains are rejected: evaluating them calls itself for each step. */
const MAX_CHAIN = 100;

/**
 * Reads one expression.
 *
 * @throws {SyntaxError} If the text is not an expression that the playground reads.
 */
export function parseExpression(reader: TokenReader): Syntax {
  return reader.deeper(() => {
    let syntax = parsePrimary(reader);
    for (let count = 0; reader.isNext('.') || reader.isNext('('); count++) {
      if (count === MAX_CHAIN)
        throw mistakeAt(reader.peek(), `A chain must not have more than ${MAX_CHAIN} calls and dots.`);
      syntax = parseSuffix(reader, syntax);
    }
    if (reader.isNext('=>')) throw mistakeAt(reader.peek(), noFunctions);
    if (reader.skip('as')) reader.expect('const', 'after `as`');
    return syntax;
  });
}

function parseSuffix(reader: TokenReader, object: Syntax): Syntax {
  if (reader.skip('.')) {
    const name = takeName(reader, 'after the dot');
    return { kind: 'access', object, name: name.value, nameFrom: name.from, from: object.from, to: name.to };
  }
  reader.take();
  const given = parseList(reader, ')', () => parseExpression(reader));
  return { kind: 'call', called: object, given, ...placeFrom(reader, object.from) };
}

function takeName(reader: TokenReader, where: string): Token {
  if (reader.peek().kind === 'name') return reader.take();
  throw mistakeAt(reader.peek(), `Expected a name ${where}, but found ${describeToken(reader.peek())}.`);
}

/** Reads parts with commas between them, until a sign. A comma at the end is allowed. */
export function parseList<Part>(reader: TokenReader, end: string, parsePart: () => Part): readonly Part[] {
  const parts: Part[] = [];
  while (!reader.skip(end)) {
    parts.push(parsePart());
    if (!reader.isNext(end)) reader.expect(',', `or \`${end}\` here`);
  }
  return parts;
}

function parsePrimary(reader: TokenReader): Syntax {
  const token = reader.take();
  const { from, to, value } = token;
  if (token.kind === 'text') return { kind: 'value', value, from, to };
  if (token.kind === 'number') return { kind: 'value', value: numberOf(token), from, to };
  if (token.kind === 'pattern') {
    const slash = value.lastIndexOf('/');
    return { kind: 'pattern', source: value.slice(1, slash), flags: value.slice(slash + 1), from, to };
  }
  if (token.kind === 'name') {
    if (functionWords.has(value)) throw mistakeAt(token, noFunctions);
    return values.has(value)
      ? { kind: 'value', value: values.get(value), from, to }
      : { kind: 'name', name: value, from, to };
  }
  if (value === '-' && reader.peek().kind === 'number') {
    return { kind: 'value', value: -numberOf(reader.take()), ...placeFrom(reader, from) };
  }
  if (value === '{') {
    const members = parseList(reader, '}', () => parseMember(reader));
    return { kind: 'object', members, ...placeFrom(reader, from) };
  }
  if (value === '[') {
    const items = parseList(
      reader,
      ']',
      (): ItemSyntax => ({
        isSpread: reader.skip('...'),
        value: parseExpression(reader),
      }),
    );
    return { kind: 'array', items, ...placeFrom(reader, from) };
  }
  if (value === '(') {
    if (reader.isNext(')')) throw mistakeAt(token, noFunctions);
    const inner = parseExpression(reader);
    if (reader.isNext(',') || reader.isNext(':')) throw mistakeAt(token, noFunctions);
    reader.expect(')', 'at the end');
    return inner;
  }
  throw mistakeAt(token, `Expected a value, but found ${describeToken(token)}.`);
}

function numberOf(token: Token): number {
  const number = Number(token.value.replaceAll('_', ''));
  if (Number.isNaN(number)) throw mistakeAt(token, `\`${token.value}\` is not a number.`);
  return number;
}

function parseMember(reader: TokenReader): MemberSyntax {
  const { from } = reader.peek();
  if (reader.skip('...')) {
    const value = parseExpression(reader);
    return { name: undefined, value, ...placeFrom(reader, from) };
  }
  const token = reader.take();
  if (token.kind !== 'name' && token.kind !== 'text' && token.kind !== 'number') {
    throw mistakeAt(token, `Expected the name of a member, but found ${describeToken(token)}.`);
  }
  const place = { from, to: token.to };
  const name = token.kind === 'number' ? String(numberOf(token)) : token.value;
  if (reader.skip(':')) return { name, value: parseExpression(reader), ...place };
  if (reader.isNext('(')) throw mistakeAt(token, noFunctions);
  if (token.kind !== 'name' || !(reader.isNext(',') || reader.isNext('}'))) {
    throw mistakeAt(reader.peek(), `Expected \`:\` after the name, but found ${describeToken(reader.peek())}.`);
  }
  return { name, value: { kind: 'name', name, ...place }, ...place };
}
