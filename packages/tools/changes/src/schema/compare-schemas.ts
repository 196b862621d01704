import type { Place } from '../place.ts';
import { compareConstraints } from './compare-constraints.ts';
import { compareMembers } from './compare-members.ts';
import { compareValueTypes } from './compare-value-types.ts';
import { closedText, type JsonSchema, member, type References, schemaText } from './json-schema.ts';
import { type Alternative, shapeOf } from './shape.ts';

/** A comparison in progress. */
interface Comparison extends References {
  /** The pairs of named schemas that were compared: a recursive schema leads back to them. */
  readonly visited: Set<string>;
}

/** Adds the differences between two JSON Schemas. Equal sets of values have none, however they are spelled. */
export function compareSchemas(before: JsonSchema, after: JsonSchema, references: References, place: Place): void {
  compare(before, after, place, { ...references, visited: new Set() });
}

function compare(before: JsonSchema, after: JsonSchema, place: Place, comparison: Comparison): void {
  const [was, is] = [shapeOf(before, comparison.before), shapeOf(after, comparison.after)];
  const values = { before, after };
  if (was.kind === 'opaque' || is.kind === 'opaque') {
    const isEqual = closedText(before, comparison.before) === closedText(after, comparison.after);
    if (was.kind !== is.kind || !isEqual)
      place.add('schema-unclear', 'has another schema, which is not comparable', values);
  } else if (was.kind === 'any' || is.kind === 'any')
    place.flag(
      was.kind === 'any',
      is.kind === 'any',
      ['value-type-added', 'can have any type', values],
      ['value-type-removed', 'can no longer have every type', values],
    );
  else
    for (const [type, other] of compareValueTypes(was.alternatives, is.alternatives, place)) {
      const left = was.alternatives.filter((it) => it.type === type);
      const right = is.alternatives.filter((it) => it.type === other);
      compareOfType(left, right, place, comparison);
    }
}

/**
 * Compares the alternatives of one type. Those with the same text are the same alternative, and those with the same constant
 * members if no other alternative of their side has these members.
 */
function compareOfType(
  before: readonly Alternative[],
  after: readonly Alternative[],
  place: Place,
  comparison: Comparison,
): void {
  const isSingle = before.length === 1 && after.length === 1;
  const repeated = new Set([...repeatedConstants(before), ...repeatedConstants(after)]);
  const nameOf = (alternative: Alternative): string => {
    if (isSingle) return '';
    const constant = constantOf(alternative);
    return constant === undefined || repeated.has(constant) ? textOf(alternative) : constant;
  };
  const others = new Map(after.map((alternative) => [nameOf(alternative), alternative]));
  const left: Alternative[] = [];
  for (const [name, alternative] of new Map(before.map((it) => [nameOf(it), it]))) {
    const other = others.get(name);
    others.delete(name);
    if (other === undefined) left.push(alternative);
    else comparePair(alternative, other, place, comparison);
  }
  const right = [...others.values()];
  const [first, second] = [left.at(0), right.at(0)];
  if (left.length === 1 && right.length === 1 && first && second) comparePair(first, second, place, comparison);
  else if (left.length > 0 && right.length > 0)
    place.add('schema-unclear', 'has other alternatives, which are not comparable');
  else {
    for (const it of left) placeOf(it, place).add('value-type-removed', `can no longer be ${nameInMessage(it)}`);
    for (const it of right) placeOf(it, place).add('value-type-added', `can be ${nameInMessage(it)}`);
  }
}

function textOf({ schema, values }: Alternative): string {
  return schemaText([schema, values && [...values].sort()]);
}

function nameInMessage(alternative: Alternative): string {
  return constantOf(alternative) ?? `one of the alternatives of the type ${alternative.type}`;
}

/** Returns the constant members of an object, such as its `type`, which tell it from other objects. */
function constantOf({ schema }: Alternative): string | undefined {
  const properties = Object.entries(member(schema, 'properties') ?? {});
  const constants = properties.flatMap(([name, value]) => {
    const constant = member(value, 'const');
    return constant === undefined ? [] : [`\`${name}\` ${JSON.stringify(constant)}`];
  });
  return constants.length === 0 ? undefined : `an object with ${constants.sort().join(' and ')}`;
}

function repeatedConstants(alternatives: readonly Alternative[]): readonly string[] {
  const constants = alternatives.flatMap((alternative) => constantOf(alternative) ?? []);
  const seen = new Set<string>();
  return constants.filter((constant) => seen.size === seen.add(constant).size);
}

function comparePair(before: Alternative, after: Alternative, outer: Place, comparison: Comparison): void {
  const pair = JSON.stringify([before.pointer, after.pointer]);
  const isNamed = before.pointer.startsWith('#') && after.pointer.startsWith('#');
  if (isNamed && comparison.visited.has(pair)) return;
  if (isNamed) comparison.visited.add(pair);
  const place = placeOf(after, outer);
  compareValues(before.values, after.values, place.at('enum'));
  compareConstraints(before.schema, after.schema, place, comparison);
  compareMembers(before.schema, after.schema, place, (left, right, at) => compare(left, right, at, comparison));
}

/** Compares the lists of the only possible values, as JSON strings. */
function compareValues(
  before: ReadonlySet<string> | undefined,
  after: ReadonlySet<string> | undefined,
  place: Place,
): void {
  if (before !== undefined && after !== undefined) {
    for (const text of before)
      if (!after.has(text)) place.add('enum-value-removed', `can no longer be ${text}`, { before: JSON.parse(text) });
    for (const text of after)
      if (!before.has(text)) place.add('enum-value-added', `can be ${text}`, { after: JSON.parse(text) });
  } else if (after !== undefined) place.add('enum-value-removed', `can only be ${[...after].join(' or ')}`);
  else if (before !== undefined) place.add('enum-value-added', `can be other values than ${[...before].join(' or ')}`);
}

/** A place in a named schema does not depend on the schemas that refer to it. */
function placeOf({ pointer }: Alternative, place: Place): Place {
  return place.to(pointer.startsWith('#') ? pointer.slice(1) : place.pointer + pointer);
}
