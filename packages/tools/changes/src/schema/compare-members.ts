import { isObject } from '@linkage/core/internal';
import type { Place } from '../place.ts';
import { asSchema, type JsonSchema, member } from './json-schema.ts';
import type { Alternative } from './shape.ts';

type Keywords = Alternative['schema'];
type Compare = (before: JsonSchema, after: JsonSchema, place: Place) => void;

/** Compares the items of arrays and the properties of objects. */
export function compareMembers(before: Keywords, after: Keywords, { at }: Place, compare: Compare): void {
  const [items, otherItems] = [asSchema(member(before, 'items')) ?? true, asSchema(member(after, 'items')) ?? true];
  compare(items, otherItems, at('items'));
  const [properties, others] = [propertiesOf(before), propertiesOf(after)];
  const [required, requiredAfter] = [namesIn(before, 'required'), namesIn(after, 'required')];
  const compareRequired = (name: string, place: Place): void =>
    place.flag(
      required.has(name),
      requiredAfter.has(name),
      ['property-required', `must have the property "${name}"`],
      ['property-optional', `can omit the property "${name}"`],
    );
  for (const [name, schema] of properties) {
    const other = others.get(name);
    const place = at('properties', name);
    if (other === undefined) place.add('property-removed', `no longer has the property "${name}"`);
    else {
      compareRequired(name, place);
      compare(schema, other, place);
    }
  }
  for (const name of others.keys()) {
    if (properties.has(name)) continue;
    const isRequired = requiredAfter.has(name);
    const message = `has the ${isRequired ? 'required ' : ''}property "${name}"`;
    at('properties', name).add(isRequired ? 'property-added-required' : 'property-added', message);
  }
  for (const name of new Set([...required, ...requiredAfter].map(String)))
    if (!properties.has(name) && !others.has(name)) compareRequired(name, at('required'));
  const [was, is] = [before, after].map((schema) => asSchema(member(schema, 'additionalProperties')) ?? true);
  const place = at('additionalProperties');
  place.flag(
    was !== false,
    is !== false,
    ['object-opened', 'can have other properties'],
    ['object-closed', 'can no longer have other properties'],
  );
  if (was !== false && is !== false) compare(was as JsonSchema, is as JsonSchema, place);
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
