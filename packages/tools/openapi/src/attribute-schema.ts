import type { JsonSchema } from '@linkage/core';
import type { AttributeDescription, TypeDescription } from '@linkage/server';
import { describedSchema, type SchemaObject, toComponent } from './json-schema.ts';
import { capitalized } from './names.ts';
import { attributesOf, nameOf, type Setup, shareSchema } from './setup.ts';

/** The maximum length of a schema that is repeated. A reference has about 50 characters. */
const LENGTH = 100;

/** Returns the schema of the values of an attribute. A long one is a component with the name of the attribute. */
export function attributeSchema(setup: Setup, name: string, attribute: AttributeDescription): JsonSchema {
  const schema = describedSchema(toComponent(attribute.schema), attribute);
  if (typeof schema === 'boolean' || JSON.stringify(schema).length <= LENGTH) return schema;
  return shareSchema(setup, `${capitalized(name).replaceAll(/[^A-Za-z0-9]/g, '')}Value`, schema as SchemaObject);
}

/** Returns the schema of the attributes of a type that responses contain. Requests can contain them, too, unless a schema beside it says otherwise. */
export function attributesSchema(setup: Setup, owner: string, type: TypeDescription): SchemaObject {
  const shown = attributesOf(type).filter(([, { read }]) => read);
  return shareSchema(setup, `${nameOf(setup, owner)}Attributes`, {
    type: 'object',
    properties: Object.fromEntries(shown.map(([name, attribute]) => [name, attributeSchema(setup, name, attribute)])),
  });
}
