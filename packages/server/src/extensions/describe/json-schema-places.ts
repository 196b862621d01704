import type { JsonSchema } from '@linkage/core';

const single: ReadonlySet<string> = new Set([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames', 'contentSchema'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
]);
const lists: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** A JSON Schema that is an object. */
export type SchemaObject = { readonly [keyword: string]: unknown };

type Change = (schema: SchemaObject) => JsonSchema;

function mapped(keyword: string, value: unknown, change: Change): unknown {
  if (single.has(keyword)) return mapSchema(value as JsonSchema, change);
  if (typeof value !== 'object' || value === null) return value;
  if (lists.has(keyword)) return (value as readonly JsonSchema[]).map((one) => mapSchema(one, change));
  if (!maps.has(keyword)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapSchema(one as JsonSchema, change)]));
}

/**
 * Changes a JSON Schema and every schema in it, from the inside to the outside. Values such as those of `default` and
 * `enum` are not schemas.
 */
export function mapSchema(schema: JsonSchema, change: Change): JsonSchema {
  if (typeof schema !== 'object' || schema === null) return schema;
  const members = Object.entries(schema).map(([keyword, value]) => [keyword, mapped(keyword, value, change)] as const);
  return change(Object.fromEntries(members));
}
