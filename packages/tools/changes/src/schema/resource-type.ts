import { member } from './json-schema.ts';

/** Returns the type of the resource objects that a schema describes. Undefined for other schemas, also for those of identifiers. */
export function resourceTypeOf(schema: unknown): string | undefined {
  const properties = member(schema, 'properties');
  const type = member(properties, 'type');
  const constant = member(type, 'const');
  const values = constant === undefined ? member(type, 'enum') : [constant];
  const isResource = ['attributes', 'relationships'].some((name) => member(properties, name) !== undefined);
  const [only, more] = isResource && Array.isArray(values) ? values : [];
  return typeof only === 'string' && more === undefined ? only : undefined;
}
