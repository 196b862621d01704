import type { TypeDescription } from '@linkage/server';
import { describedSchema, referenceTo, type SchemaObject, toComponent } from './json-schema.ts';
import { linkageSchema } from './linkage-schemas.ts';
import { attributesOf, relationshipsOf, type Setup } from './setup.ts';

function attributesSchema(type: TypeDescription): SchemaObject {
  const shown = attributesOf(type).filter(([, { read }]) => read);
  return {
    type: 'object',
    properties: Object.fromEntries(
      shown.map(([name, attribute]) => [name, describedSchema(toComponent(attribute.schema), attribute)]),
    ),
  };
}

function relationshipsSchema(setup: Setup, type: TypeDescription): SchemaObject {
  const objects = relationshipsOf(type).map(([name, relationship]) => {
    const schema: SchemaObject = {
      type: 'object',
      properties: {
        data: linkageSchema(setup, relationship),
        links: referenceTo('Links'),
        meta: referenceTo('Meta'),
      },
    };
    return [name, describedSchema(schema, relationship)] as const;
  });
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
      attributes: attributesSchema(type),
      relationships: relationshipsSchema(setup, type),
      links: referenceTo('Links'),
      meta: referenceTo('Meta'),
    },
  };
  return describedSchema(schema, type) as SchemaObject;
}
