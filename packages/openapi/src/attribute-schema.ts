import type { JsonSchema } from '@linkage/core';
import type { AttributeDescription } from '@linkage/server';
import { describedSchema, type SchemaObject, toComponent } from './json-schema.ts';
import { capitalized } from './names.ts';
import { type Setup, shareSchema } from './setup.ts';

/** The maximum length of a schema that is repeated. A reference has about 50 characters. */
const LENGTH = 100;

/** Returns the schema of the values of an attribute. A long one is a component with the name of the attribute. */
export function attributeSchema(setup: Setup, name: string, attribute: AttributeDescription): JsonSchema {
  const schema = describedSchema(toComponent(attribute.schema), attribute);
  if (typeof schema === 'boolean' || JSON.stringify(schema).length <= LENGTH) return schema;
  return shareSchema(setup, `${capitalized(name).replaceAll(/[^A-Za-z0-9]/g, '')}Value`, schema as SchemaObject);
}
