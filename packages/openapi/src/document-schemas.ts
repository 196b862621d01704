import { documentMembers } from './common-schemas.ts';
import { oneOfTypes, referenceTo, type SchemaObject } from './json-schema.ts';
import { nameOf, type Setup, servedTypes } from './setup.ts';

/** Returns the schema of a document with data of a schema. */
export function documentSchema(data: SchemaObject, meta: SchemaObject = {}): SchemaObject {
  return {
    type: 'object',
    required: ['data'],
    properties: {
      data,
      included: { type: 'array', items: referenceTo('Resource') },
      ...documentMembers,
      ...meta,
    },
  };
}

/** Returns the member `meta` of a collection, with its total. */
export function totalMember(names: readonly string[]): SchemaObject {
  const members = names.map((name) => {
    const [first = name, second] = name.split('.');
    const total: SchemaObject = { type: 'integer', minimum: 0, description: 'The number of all resources.' };
    return [first, second === undefined ? total : { type: 'object', properties: { [second]: total } }] as const;
  });
  return { meta: { type: 'object', properties: Object.fromEntries(members) } };
}

/** Returns the schema of a resource of any type with URLs. */
export function anyResourceSchema(setup: Setup): SchemaObject {
  const types = servedTypes(setup);
  if (types.length === 0) return { type: 'object', required: ['type', 'id'] };
  return oneOfTypes(types, (type) => nameOf(setup, type));
}
