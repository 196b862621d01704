import type { JsonSchema } from '@linkage/core';
import type { TypeDescription, WriteRule } from '@linkage/server';
import { attributeSchema } from './attribute-schema.ts';
import { referenceTo, type SchemaObject } from './json-schema.ts';
import { requestRelationshipSchema } from './linkage-schemas.ts';
import { attributesOf, nameOf, relationshipsOf, type Setup, shareSchema } from './setup.ts';

/** The kind of a request with a resource. */
export type RequestKind = 'create' | 'update';

function canSet({ write }: { readonly write: WriteRule }, kind: RequestKind): boolean {
  return write === true || write === kind;
}

/** A field, and its schema: `false` if requests cannot set it. */
type FieldSchema = readonly [name: string, schema: JsonSchema];

/**
 * Returns an object schema with fields, and those that it must contain. Other fields are not allowed. Requests that create
 * and that update share the schema if they can set the same fields.
 */
function fieldsSchema(
  setup: Setup,
  name: string,
  fields: readonly FieldSchema[],
  required: readonly string[],
): SchemaObject {
  const others = referenceTo('OtherName');
  const shared = shareSchema(setup, fields.length === 0 ? 'NoFields' : name, {
    type: 'object',
    properties: Object.fromEntries(fields),
    propertyNames: fields.length === 0 ? others : { anyOf: [{ enum: fields.map(([field]) => field) }, others] },
  });
  return required.length === 0 ? shared : { allOf: [shared], required };
}

function attributesSchema(setup: Setup, owner: string, type: TypeDescription, kind: RequestKind): SchemaObject {
  const all = attributesOf(type);
  const fields = all.map(
    ([name, attribute]) => [name, canSet(attribute, kind) && attributeSchema(setup, name, attribute)] as const,
  );
  const required = kind === 'create' ? all.filter(([, attribute]) => attribute.required).map(([name]) => name) : [];
  return fieldsSchema(setup, `${nameOf(setup, owner)}AttributesInput`, fields, required);
}

function relationshipsSchema(setup: Setup, owner: string, type: TypeDescription, kind: RequestKind): SchemaObject {
  const all = relationshipsOf(type);
  const isLocal = (target: string): boolean => setup.hasLocalIds || (kind === 'create' && target === owner);
  const fields = all.map(([name, relationship]) => {
    const placed = { owner, name, relationship };
    return [name, canSet(relationship, kind) && requestRelationshipSchema(setup, placed, isLocal)] as const;
  });
  const required = all.filter(([, relationship]) => relationship.required && canSet(relationship, 'create'));
  const names = kind === 'create' ? required.map(([name]) => name) : [];
  return fieldsSchema(setup, `${nameOf(setup, owner)}RelationshipsInput`, fields, names);
}

function idSchema({ clientGeneratedIds }: TypeDescription, kind: RequestKind): SchemaObject | boolean {
  if (kind === 'update') return { type: 'string' };
  return clientGeneratedIds && { type: 'string', minLength: 1, description: 'Default: the server chooses an id.' };
}

/**
 * Returns the schema of a resource in a request.
 *
 * @param isLocal Whether a local id can identify the resource to update: in Atomic Operations.
 */
export function requestSchema(
  setup: Setup,
  [name, type]: readonly [string, TypeDescription],
  kind: RequestKind,
  isLocal = false,
): SchemaObject {
  const attributes = attributesSchema(setup, name, type, kind);
  const relationships = relationshipsSchema(setup, name, type, kind);
  const needed = [
    ...['type', ...(kind === 'update' && !isLocal ? ['id'] : [])],
    ...(attributes['required'] === undefined ? [] : ['attributes']),
    ...(relationships['required'] === undefined ? [] : ['relationships']),
  ];
  return {
    type: 'object',
    required: needed,
    properties: {
      type: { const: name },
      id: idSchema(type, kind),
      ...(kind === 'create' || isLocal ? { lid: { type: 'string' } } : {}),
      attributes,
      relationships,
      links: referenceTo('Links'),
      meta: referenceTo('Meta'),
    },
  };
}
