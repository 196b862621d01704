import { compareConstraints } from './compare-constraints.ts';
import { compareMembers } from './compare-members.ts';
import { compareValueTypes } from './compare-value-types.ts';
import { compareValues } from './compare-values.ts';
import { closedText, type JsonSchema, member, schemaText } from './json-schema.ts';
import type { AddDifference, References, SchemaDifference } from './schema-difference.ts';
import { type Alternative, shapeOf } from './shape.ts';

/** A comparison in progress. */
interface Comparison extends References {
  readonly add: AddDifference;
  /** The pairs of named schemas that were compared: a recursive schema leads back to them. */
  readonly visited: Set<string>;
}

/** Returns the differences between two JSON Schemas. Equal sets of values have none, however they are spelled. */
export function compareSchemas(
  before: JsonSchema,
  after: JsonSchema,
  references: References,
): readonly SchemaDifference[] {
  const differences: SchemaDifference[] = [];
  compare(before, after, '', { ...references, add: (it) => void differences.push(it), visited: new Set() });
  return differences;
}

function compare(before: JsonSchema, after: JsonSchema, pointer: string, comparison: Comparison): void {
  const [was, is] = [shapeOf(before, comparison.before), shapeOf(after, comparison.after)];
  if (was.kind === 'opaque' || is.kind === 'opaque') {
    const isEqual = closedText(before, comparison.before) === closedText(after, comparison.after);
    if (was.kind === is.kind && isEqual) return;
    comparison.add({
      rule: 'schema-unclear',
      pointer,
      message: 'has another schema, which is not comparable',
      before,
      after,
    });
  } else if (was.kind === 'any' || is.kind === 'any') {
    compareWithAny(was.kind === 'any', is.kind === 'any', { before, after, pointer }, comparison.add);
  } else compareAlternatives(was.alternatives, is.alternatives, pointer, comparison);
}

function compareWithAny(
  wasAny: boolean,
  isAny: boolean,
  { before, after, pointer }: { readonly before: JsonSchema; readonly after: JsonSchema; readonly pointer: string },
  add: AddDifference,
): void {
  if (wasAny && isAny) return;
  if (isAny) add({ rule: 'value-type-added', pointer, message: 'can have any type', before, after });
  else add({ rule: 'value-type-removed', pointer, message: 'can no longer have every type', before, after });
}

function compareAlternatives(
  before: readonly Alternative[],
  after: readonly Alternative[],
  pointer: string,
  comparison: Comparison,
): void {
  for (const [type, other] of compareValueTypes(before, after, pointer, comparison.add)) {
    compareOfType(
      before.filter((it) => it.type === type),
      after.filter((it) => it.type === other),
      pointer,
      comparison,
    );
  }
}

/**
 * Compares the alternatives of one type. Those with the same text are the same alternative, and those with the same constant
 * members if no other alternative of their side has these members.
 */
function compareOfType(
  before: readonly Alternative[],
  after: readonly Alternative[],
  pointer: string,
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
    else comparePair(alternative, other, pointer, comparison);
  }
  const right = [...others.values()];
  const [first, second] = [left.at(0), right.at(0)];
  if (left.length === 1 && right.length === 1 && first && second) comparePair(first, second, pointer, comparison);
  else if (left.length > 0 && right.length > 0) {
    comparison.add({ rule: 'schema-unclear', pointer, message: 'has other alternatives, which are not comparable' });
  } else {
    for (const it of left)
      comparison.add({
        rule: 'value-type-removed',
        pointer: placeIn(pointer, it.pointer),
        message: `can no longer be ${nameInMessage(it)}`,
      });
    for (const it of right) {
      comparison.add({
        rule: 'value-type-added',
        pointer: placeIn(pointer, it.pointer),
        message: `can be ${nameInMessage(it)}`,
      });
    }
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

function comparePair(before: Alternative, after: Alternative, pointer: string, comparison: Comparison): void {
  const pair = JSON.stringify([before.pointer, after.pointer]);
  const isNamed = before.pointer.startsWith('#') && after.pointer.startsWith('#');
  if (isNamed && comparison.visited.has(pair)) return;
  if (isNamed) comparison.visited.add(pair);
  const place = placeIn(pointer, after.pointer);
  compareValues(before.values, after.values, place, comparison.add);
  compareConstraints(before.schema, after.schema, place, comparison);
  compareMembers(before.schema, after.schema, place, {
    add: comparison.add,
    compare: (left, right, at) => compare(left, right, at, comparison),
  });
}

/** A place in a named schema does not depend on the schemas that refer to it. */
function placeIn(pointer: string, place: string): string {
  return place.startsWith('#') ? place : pointer + place;
}
