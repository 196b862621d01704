import { isObject } from '@linkage/core/internal';
import { asSchema, type JsonSchema, member } from './json-schema.ts';
import { type AddDifference, below } from './schema-difference.ts';
import type { Alternative } from './shape.ts';

type Keywords = Alternative['schema'];

interface Compare {
  readonly add: AddDifference;
  readonly compare: (before: JsonSchema, after: JsonSchema, pointer: string) => void;
}

/** Compares the items of arrays and the properties of objects. */
export function compareMembers(before: Keywords, after: Keywords, pointer: string, { add, compare }: Compare): void {
  const [items, otherItems] = [asSchema(member(before, 'items')) ?? true, asSchema(member(after, 'items')) ?? true];
  compare(items, otherItems, below(pointer, 'items'));
  const [properties, others] = [propertiesOf(before), propertiesOf(after)];
  const [required, requiredAfter] = [namesIn(before, 'required'), namesIn(after, 'required')];
  const place = below(pointer, 'properties');
  for (const [name, schema] of properties) {
    const other = others.get(name);
    const at = below(place, name);
    if (other === undefined)
      add({ rule: 'property-removed', pointer: at, message: `no longer has the property "${name}"` });
    else {
      compareRequired(name, required.has(name), requiredAfter.has(name), at, add);
      compare(schema, other, at);
    }
  }
  for (const name of others.keys()) {
    if (properties.has(name)) continue;
    const rule = requiredAfter.has(name) ? 'property-added-required' : 'property-added';
    const text = requiredAfter.has(name) ? 'the required property' : 'the property';
    add({ rule, pointer: below(place, name), message: `has ${text} "${name}"` });
  }
  for (const name of new Set([...required, ...requiredAfter]))
    if (!properties.has(String(name)) && !others.has(String(name)))
      compareRequired(String(name), required.has(name), requiredAfter.has(name), below(pointer, 'required'), add);
  compareOtherProperties(member(before, 'additionalProperties'), member(after, 'additionalProperties'), pointer, {
    add,
    compare,
  });
}

function compareRequired(name: string, was: boolean, is: boolean, pointer: string, add: AddDifference): void {
  if (was === is) return;
  if (is) add({ rule: 'property-required', pointer, message: `must have the property "${name}"` });
  else add({ rule: 'property-optional', pointer, message: `can omit the property "${name}"` });
}

function compareOtherProperties(before: unknown, after: unknown, pointer: string, { add, compare }: Compare): void {
  const [was, is] = [asSchema(before) ?? true, asSchema(after) ?? true];
  const place = below(pointer, 'additionalProperties');
  if (was !== false && is === false)
    add({ rule: 'object-closed', pointer: place, message: 'can no longer have other properties' });
  else if (was === false && is !== false)
    add({ rule: 'object-opened', pointer: place, message: 'can have other properties' });
  else if (was !== false && is !== false) compare(was, is, place);
}

function propertiesOf(schema: Keywords): ReadonlyMap<string, JsonSchema> {
  const properties = member(schema, 'properties');
  return new Map(
    isObject(properties) ? Object.entries(properties).map(([name, value]) => [name, asSchema(value) ?? true]) : [],
  );
}

function namesIn(schema: Keywords, keyword: string): ReadonlySet<unknown> {
  const names = member(schema, keyword);
  return new Set(Array.isArray(names) ? names : []);
}
