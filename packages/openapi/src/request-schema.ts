import type { TypeDescription, WriteRule } from '@linkage/server';
import { describedSchema, referenceTo, type SchemaObject, toComponent } from './json-schema.ts';
import { requestLinkageSchema } from './linkage-schemas.ts';
import { attributesOf, relationshipsOf, type Setup } from './setup.ts';

/** The kind of a request with a resource. */
export type RequestKind = 'create' | 'update';

/**
 * Names that are not those of fields, which a server ignores: at-members, members of extensions, and names that the
 * specification does not allow.
 */
const edge = '[\\x00-/:-@\\[-`{-\\x7f]';
const otherNames = `^$|^${edge}|${edge}$|[\\x00-\\x1f!-,./:-@\\[-^\`{-\\x7f]`;

function canSet({ write }: { readonly write: WriteRule }, kind: RequestKind): boolean {
  return write === true || write === kind;
}

/** Returns an object schema with fields. Other fields are not allowed; those that cannot be set are `false`. */
function fieldsSchema(
  fields: readonly (readonly [string, SchemaObject | boolean])[],
  required: readonly string[],
): SchemaObject {
  const others = { pattern: otherNames };
  return {
    type: 'object',
    ...(required.length === 0 ? {} : { required }),
    properties: Object.fromEntries(fields),
    propertyNames: fields.length === 0 ? others : { anyOf: [{ enum: fields.map(([name]) => name) }, others] },
  };
}

function attributesSchema(type: TypeDescription, kind: RequestKind): SchemaObject {
  const all = attributesOf(type);
  const fields = all.map(([name, attribute]) => {
    const schema = canSet(attribute, kind) && describedSchema(toComponent(attribute.schema), attribute);
    return [name, schema] as const;
  });
  const required = kind === 'create' ? all.filter(([, attribute]) => attribute.required).map(([name]) => name) : [];
  return fieldsSchema(fields as readonly (readonly [string, SchemaObject | boolean])[], required);
}

function relationshipsSchema(setup: Setup, name: string, type: TypeDescription, kind: RequestKind): SchemaObject {
  const all = relationshipsOf(type);
  const fields = all.map(([field, relationship]) => {
    if (!canSet(relationship, kind)) return [field, false] as const;
    const isRequired = relationship.required && relationship.kind === 'to-one';
    const data = requestLinkageSchema(setup, relationship, kind === 'create' ? name : undefined);
    const linkage = isRequired ? ((data['anyOf'] as readonly SchemaObject[])[0] as SchemaObject) : data;
    const schema: SchemaObject = { type: 'object', required: ['data'], properties: { data: linkage } };
    return [field, describedSchema(schema, relationship) as SchemaObject] as const;
  });
  const required = all.filter(([, relationship]) => relationship.required && canSet(relationship, 'create'));
  return fieldsSchema(fields, kind === 'create' ? required.map(([field]) => field) : []);
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
  const attributes = attributesSchema(type, kind);
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
