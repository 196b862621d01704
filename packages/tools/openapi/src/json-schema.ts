import type { JsonSchema } from '@linkage/core';

/** A JSON Schema that is an object. */
export type SchemaObject = { readonly [keyword: string]: unknown };

/** Returns a reference to a schema of the document. */
export function referenceTo(name: string): SchemaObject {
  return { $ref: `#/components/schemas/${name}` };
}

/** Returns a schema that also allows null. */
export function nullable(schema: SchemaObject): SchemaObject {
  return { anyOf: [schema, { type: 'null' }] };
}

/** Returns a schema for one of several resource types, which the member `type` tells apart. */
export function oneOfTypes(types: readonly string[], schemaName: (type: string) => string): SchemaObject {
  const [first = '', ...others] = types;
  if (others.length === 0) return referenceTo(schemaName(first));
  const references = types.map((type) => [type, referenceTo(schemaName(type))] as const);
  return {
    oneOf: references.map(([, reference]) => reference),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(references.map(([type, { $ref }]) => [type, $ref])),
    },
  };
}

/** The keywords whose values are not schemas. */
const values: ReadonlySet<string> = new Set(['enum', 'const', 'examples', 'example', 'required']);
/** The keywords whose values contain a schema for each name. */
const maps: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);

/** Whether a limit says only that a number is exact in JSON, as a library says of each integer. */
function isLimitOfJson(keyword: string, value: unknown): boolean {
  return (
    (keyword === 'minimum' && value === Number.MIN_SAFE_INTEGER) ||
    (keyword === 'maximum' && value === Number.MAX_SAFE_INTEGER)
  );
}

function converted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(converted);
  return typeof value === 'object' && value !== null ? toComponent(value as SchemaObject) : value;
}

/** Returns the text of a default, for a description. */
function withDefault(description: unknown, value: unknown): string {
  const text = `Default: \`${JSON.stringify(value)}\`.`;
  return typeof description === 'string' ? `${description} ${text}` : text;
}

/**
 * Returns a JSON Schema of a description as a schema of the document: its references lead to components, and defaults are
 * in the description. Code generators would make a property with `default` required, also in an update. Limits of all exact integers are left out.
 */
export function toComponent(schema: JsonSchema): JsonSchema {
  if (typeof schema !== 'object') return schema;
  const members: [string, unknown][] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'default' || isLimitOfJson(keyword, value)) continue;
    if (keyword === '$ref' && typeof value === 'string')
      members.push([keyword, value.replace(/^#\/schemas\//, '#/components/schemas/')]);
    else if (maps.has(keyword) && typeof value === 'object' && value !== null)
      members.push([keyword, Object.fromEntries(Object.entries(value).map(([name, one]) => [name, converted(one)]))]);
    else members.push([keyword, values.has(keyword) ? value : converted(value)]);
  }
  if (Object.hasOwn(schema, 'default'))
    members.push(['description', withDefault(schema['description'], schema['default'])]);
  return Object.fromEntries(members);
}

/** Returns a schema with the description and deprecation of a field. */
export function describedSchema(
  schema: JsonSchema,
  { description, deprecated }: { readonly description?: string; readonly deprecated?: boolean | string },
): JsonSchema {
  const reason = typeof deprecated === 'string' ? `Deprecated: ${deprecated}` : undefined;
  if (description === undefined && deprecated === undefined) return schema;
  if (typeof schema === 'boolean') return schema;
  const declared = typeof schema['description'] === 'string' ? schema['description'] : undefined;
  const text = [description === undefined || declared?.startsWith(description) ? declared : description, reason]
    .filter((part) => part !== undefined)
    .join(' ');
  return {
    ...schema,
    ...(text === '' ? {} : { description: text }),
    ...(deprecated === undefined ? {} : { deprecated: true }),
  };
}
