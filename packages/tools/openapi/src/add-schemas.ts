import type { ServerDescription } from '@linkage/server';
import { commonSchemas } from './common-schemas.ts';
import { anyResourceSchema } from './document-schemas.ts';
import { toComponent } from './json-schema.ts';
import { requestSchema } from './request-schema.ts';
import { resourceSchema } from './resource-schema.ts';
import { nameOf, type Setup, schemaName } from './setup.ts';

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
