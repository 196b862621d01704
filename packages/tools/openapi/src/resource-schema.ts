import type { TypeDescription } from '@linkage/server';
import { attributesSchema } from './attribute-schema.ts';
import { describedSchema, referenceTo, type SchemaObject } from './json-schema.ts';
import { relationshipSchema } from './linkage-schemas.ts';
import { relationshipsOf, type Setup } from './setup.ts';

function relationshipsSchema(setup: Setup, owner: string, type: TypeDescription): SchemaObject {
  const objects = relationshipsOf(type).map(
    ([name, relationship]) => [name, relationshipSchema(setup, { owner, name, relationship })] as const,
  );
  return { type: 'object', properties: Object.fromEntries(objects) };
}

/**
 * Returns the schema of a resource in a response. No field is required: `fields` can omit each of them. The objects are
 * open: extensions and profiles add members.
 */
export function resourceSchema(setup: Setup, name: string, type: TypeDescription): SchemaObject {
  const schema: SchemaObject = {
    type: 'object',
    required: ['type', 'id'],
    properties: {
      type: { const: name },
      id: { type: 'string' },
      attributes: attributesSchema(setup, name, type),
      relationships: relationshipsSchema(setup, name, type),
      links: referenceTo('Links'),
      meta: referenceTo('Meta'),
    },
  };
  return describedSchema(schema, type) as SchemaObject;
}
