import { type AddDifference, below } from './schema-difference.ts';
import type { Alternative, ValueType } from './shape.ts';

type Alternatives = readonly Alternative[];

/** Compares the types of values, and returns the types that both relationships have: of the first and of the second side. */
export function compareValueTypes(
  before: Alternatives,
  after: Alternatives,
  pointer: string,
  add: AddDifference,
): readonly (readonly [ValueType, ValueType])[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  if (was.has('null') && !is.has('null')) add({ rule: 'null-removed', pointer, message: 'can no longer be null' });
  if (is.has('null') && !was.has('null')) add({ rule: 'null-added', pointer, message: 'can be null' });
  const removed = [...was].filter((type) => type !== 'null' && !is.has(type));
  const added = [...is].filter((type) => type !== 'null' && !was.has(type));
  addTypes(removed, added, below(pointer, 'type'), add);
  const kept = [...was].filter((type) => type !== 'null' && is.has(type)).map((type) => [type, type] as const);
  const [number, otherNumber] = [removed.find(isNumeric), added.find(isNumeric)];
  return number === undefined || otherNumber === undefined ? kept : [...kept, [number, otherNumber]];
}

function typesOf(alternatives: Alternatives): ReadonlySet<ValueType> {
  return new Set(alternatives.map(({ type }) => type));
}

function isNumeric(type: ValueType): boolean {
  return type === 'integer' || type === 'number';
}

function addTypes(
  removed: readonly ValueType[],
  added: readonly ValueType[],
  pointer: string,
  add: AddDifference,
): void {
  const isOne = removed.length === 1 && added.length === 1 && removed.every(isNumeric) && added.every(isNumeric);
  if (isOne && added[0] === 'number') {
    add({ rule: 'value-type-added', pointer, message: 'can be any number, instead of an integer' });
  } else if (isOne) {
    add({ rule: 'value-type-removed', pointer, message: 'can only be an integer, instead of any number' });
  } else if (removed.length > 0 && added.length > 0) {
    const message = `has the type ${added.join(' or ')}, instead of ${removed.join(' or ')}`;
    add({ rule: 'value-type-changed', pointer, message, before: removed, after: added });
  } else {
    for (const type of removed) {
      add({ rule: 'value-type-removed', pointer, message: `can no longer have the type ${type}`, before: type });
    }
    for (const type of added) {
      add({ rule: 'value-type-added', pointer, message: `can have the type ${type}`, after: type });
    }
  }
}
