import type { ServerDescription, TypeDescription } from '@linkage/server';
import { attributesSchema } from './attribute-schema.ts';
import { commonSchemas } from './common-schemas.ts';
import { describedSchema, oneOfTypes, referenceTo, type SchemaObject, toComponent } from './json-schema.ts';
import { relationshipSchema } from './linkage-schemas.ts';
import { requestSchema } from './request-schema.ts';
import { nameOf, relationshipsOf, type Setup, schemaName, servedTypes } from './setup.ts';

/**
 * Returns the names that no type can have: those of the schemas that all documents share, and of the application.
 *
 * @throws {TypeError} If two of them are equal.
 */
export function reservedNames({ schemas, operations }: ServerDescription): readonly string[] {
  const atomic = operations === undefined ? [] : ['Operation', 'RelationshipOperation'];
  const own = [...Object.keys(commonSchemas), 'Resource', ...atomic];
  const names = Object.keys(schemas);
  const taken = names.find((name) => own.includes(name));
  if (taken !== undefined)
    throw new TypeError(`openApiDocument: the schema of an attribute must not have the name "${taken}". Rename it.`);
  return [...own, ...names];
}

/**
 * Returns the schema of a resource in a response. No field is required: `fields` can omit each of them. The objects are
 * open: extensions and profiles add members.
 */
function resourceSchema(setup: Setup, name: string, type: TypeDescription): SchemaObject {
  const attributes = attributesSchema(setup, name, type);
  const relationships = relationshipsOf(type).map(
    ([key, relationship]) => [key, relationshipSchema(setup, { owner: name, name: key, relationship })] as const,
  );
  const properties = {
    type: { const: name },
    id: { type: 'string' },
    attributes,
    relationships: { type: 'object', properties: Object.fromEntries(relationships) },
    links: referenceTo('Links'),
    meta: referenceTo('Meta'),
  };
  return describedSchema({ type: 'object', required: ['type', 'id'], properties }, type) as SchemaObject;
}

/** Returns the schema of a resource of any type with URLs. */
function anyResourceSchema(setup: Setup): SchemaObject {
  const types = servedTypes(setup);
  if (types.length === 0) return { type: 'object', required: ['type', 'id'] };
  return oneOfTypes(types, (type) => nameOf(setup, type));
}

/** Adds the schemas that documents of all types share, those of the application, and those of each type. */
export function addSchemas(setup: Setup): void {
  const { description, components } = setup;
  for (const [name, schema] of Object.entries(commonSchemas)) components.set('schemas', name, schema);
  for (const [name, schema] of Object.entries(description.schemas))
    components.set('schemas', name, toComponent(schema));
  components.set('schemas', 'Resource', anyResourceSchema(setup));
  for (const [type, declared] of Object.entries(description.types)) {
    components.set('schemas', nameOf(setup, type), resourceSchema(setup, type, declared));
    for (const kind of ['Create', 'Update'] as const) {
      const schema = requestSchema(setup, [type, declared], kind === 'Create' ? 'create' : 'update');
      components.set('schemas', schemaName(setup, type, kind), schema);
    }
  }
}
