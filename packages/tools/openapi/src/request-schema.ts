import type { JsonSchema } from '@linkage/core';
import type { TypeDescription, WriteRule } from '@linkage/server';
import { attributeSchema, attributesSchema } from './attribute-schema.ts';
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

/** The fields of an object in a request. */
interface Fields {
  readonly names: readonly string[];
  /** The schema of the same fields in a response. */
  readonly base?: SchemaObject;
  /** The fields whose schemas are not in `base`, or differ from those. */
  readonly own: readonly FieldSchema[];
  /** The fields that the object must contain. */
  readonly required: readonly string[];
}

/**
 * Returns an object schema with fields. Other fields are not allowed. Requests that create and that update share the schema if they can set
 * the same fields.
 */
function fieldsSchema(setup: Setup, name: string, { names, base, own, required }: Fields): SchemaObject {
  const others = referenceTo('OtherName');
  const shared = shareSchema(setup, names.length === 0 ? 'NoFields' : name, {
    type: 'object',
    ...(base === undefined || names.length === 0 ? {} : { allOf: [base] }),
    ...(own.length === 0 ? {} : { properties: Object.fromEntries(own) }),
    propertyNames: names.length === 0 ? others : { anyOf: [{ enum: names }, others] },
  });
  return required.length === 0 ? shared : { allOf: [shared], required };
}

function attributesInputSchema(setup: Setup, owner: string, type: TypeDescription, kind: RequestKind): SchemaObject {
  const all = attributesOf(type);
  const own = all.flatMap(([name, attribute]): readonly FieldSchema[] => {
    if (!canSet(attribute, kind)) return [[name, false]];
    return attribute.read ? [] : [[name, attributeSchema(setup, name, attribute)]];
  });
  return fieldsSchema(setup, `${nameOf(setup, owner)}AttributesInput`, {
    names: all.map(([name]) => name),
    base: attributesSchema(setup, owner, type),
    own,
    required: kind === 'create' ? all.filter(([, attribute]) => attribute.required).map(([name]) => name) : [],
  });
}

function relationshipsSchema(setup: Setup, owner: string, type: TypeDescription, kind: RequestKind): SchemaObject {
  const all = relationshipsOf(type);
  const isLocal = (target: string): boolean => setup.hasLocalIds || (kind === 'create' && target === owner);
  const own = all.map(([name, relationship]): FieldSchema => {
    const placed = { owner, name, relationship };
    return [name, canSet(relationship, kind) && requestRelationshipSchema(setup, placed, isLocal)];
  });
  const required = all.filter(([, relationship]) => relationship.required && canSet(relationship, 'create'));
  return fieldsSchema(setup, `${nameOf(setup, owner)}RelationshipsInput`, {
    names: all.map(([name]) => name),
    own,
    required: kind === 'create' ? required.map(([name]) => name) : [],
  });
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
  const attributes = attributesInputSchema(setup, name, type, kind);
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
      meta: referenceTo('Meta'),
    },
  };
}
