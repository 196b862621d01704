import type { Expression, NumericLiteral, PrivateIdentifier } from 'oxc-parser';

type Operand = Expression | PrivateIdentifier;

const pairs: readonly (readonly [string, string])[] = [
  ['===', '!=='],
  ['==', '!='],
  ['<', '<='],
  ['>', '>='],
];

const others = new Map(pairs.flatMap(([left, right]) => [[left, right] as const, [right, left] as const]));

/** Seen from the other operand: `1 < x` is `x > 1`. */
const mirrored = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);

/** How far the literal may move from the right of an operator. The other way, whole numbers see the flipped operator. */
const steps = new Map([
  ['===', [-1, 1]],
  ['!==', [-1, 1]],
  ['<', [-1]],
  ['<=', [1]],
  ['>', [1]],
  ['>=', [-1]],
]);

/** The comparison that decides differently for equals; undefined for what is not comparison. */
export function flipped(operator: string): string | undefined {
  return others.get(operator);
}

/** The whole numbers beside the one that a comparison names. */
export function compareBoundaries(
  left: Operand,
  operator: string,
  right: Operand,
): readonly { readonly literal: NumericLiteral; readonly value: number }[] {
  const literal = [right, left].find(isWholeNumber);
  if (literal === undefined) return [];
  const seen = literal === right ? operator : (mirrored.get(operator) ?? operator);
  return (steps.get(seen) ?? []).map((step) => ({ literal, value: literal.value + step }));
}

function isWholeNumber(operand: Operand): operand is NumericLiteral {
  return operand.type === 'Literal' && typeof operand.value === 'number' && Number.isSafeInteger(operand.value);
}
