import type { Place } from '../place.ts';
import type { Alternative, ValueType } from './shape.ts';

type Alternatives = readonly Alternative[];

/** Compares the types of values, and returns the types that both versions have: of the first and of the second side. */
export function compareValueTypes(
  before: Alternatives,
  after: Alternatives,
  place: Place,
): readonly (readonly [ValueType, ValueType])[] {
  const [was, is] = [typesOf(before), typesOf(after)];
  const [begins, ends] = [['null-added', 'can be null'] as const, ['null-removed', 'can no longer be null'] as const];
  place.flag(was.has('null'), is.has('null'), begins, ends);
  const removed = [...was].filter((type) => type !== 'null' && !is.has(type));
  const added = [...is].filter((type) => type !== 'null' && !was.has(type));
  addTypes(removed, added, place.at('type'));
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

function addTypes(removed: readonly ValueType[], added: readonly ValueType[], place: Place): void {
  const isOne = removed.length === 1 && added.length === 1 && removed.every(isNumeric) && added.every(isNumeric);
  if (isOne && added[0] === 'number') place.add('value-type-added', 'can be any number, instead of an integer');
  else if (isOne) place.add('value-type-removed', 'can only be an integer, instead of any number');
  else if (removed.length > 0 && added.length > 0) {
    const message = `has the type ${added.join(' or ')}, instead of ${removed.join(' or ')}`;
    place.add('value-type-changed', message, { before: removed, after: added });
  } else
    place.names(removed, added, 'value-type', (type, has) => `can ${has ? '' : 'no longer '}have the type ${type}`);
}
