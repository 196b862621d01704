import { commonSchemas } from './common-schemas.ts';
import { anyResourceSchema, documentSchema, totalMember } from './document-schemas.ts';
import { referenceTo, toComponent } from './json-schema.ts';
import { identifierSchema, referenceSchema } from './linkage-schemas.ts';
import { requestSchema } from './request-schema.ts';
import { resourceSchema } from './resource-schema.ts';
import { nameOf, type Setup } from './setup.ts';

/**
 * Adds the schemas of all documents.
 *
 * @throws {TypeError} If two schemas have the same name.
 */
export function addSchemas(setup: Setup): void {
  const { description, components } = setup;
  const add = (name: string, schema: Parameters<typeof components.schemas.set>[1]): void => {
    if (components.schemas.has(name))
      throw new TypeError(`openApiDocument: two schemas must not have the same name, "${name}". Set \`typeNames\`.`);
    components.schemas.set(name, schema);
  };
  for (const [name, schema] of Object.entries(commonSchemas)) add(name, schema);
  add('Resource', anyResourceSchema(setup));
  for (const [type, declared] of Object.entries(description.types)) {
    const name = nameOf(setup, type);
    const { total, totalName } = declared.page;
    const meta = total === 'never' ? {} : totalMember([totalName]);
    add(name, resourceSchema(setup, type, declared));
    add(`${name}Identifier`, identifierSchema(type));
    add(`${name}Reference`, referenceSchema(type));
    add(`${name}Create`, requestSchema(setup, [type, declared], 'create'));
    add(`${name}Update`, requestSchema(setup, [type, declared], 'update'));
    add(`${name}Document`, documentSchema(referenceTo(name)));
    add(`${name}Collection`, documentSchema({ type: 'array', items: referenceTo(name) }, meta));
  }
  for (const [name, schema] of Object.entries(description.schemas)) add(name, toComponent(schema));
}
