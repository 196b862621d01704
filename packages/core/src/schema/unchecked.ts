import type { JsonSchema, StandardSchema } from './standard-schema.ts';

/** A schema without a library: what it requires, and the JSON Schema that describes it. */
interface PlainSchema<Value> extends StandardSchema<Value> {
  readonly '~standard': StandardSchema<Value>['~standard'] & {
    readonly jsonSchema: { readonly input: () => JsonSchema; readonly output: () => JsonSchema };
  };
}

function plainSchema<Value>(
  json: JsonSchema,
  message: string,
  accepts: (value: unknown) => boolean,
): PlainSchema<Value> {
  const input = (): JsonSchema => json;
  return Object.freeze({
    '~standard': Object.freeze({
      version: 1,
      vendor: 'linkage',
      validate: (value: unknown) => (accepts(value) ? { value: value as Value } : { issues: [{ message }] }),
      jsonSchema: Object.freeze({ input, output: input }),
    }),
  });
}

/**
 * Creates a schema that only declares the type of a value, for attributes of an application that writes documents and needs no schema library.
 * A request must contain the attribute, but its value is not checked. The description of the API allows every value.
 *
 * @example
 * const api = defineApi({ articles: { attributes: { title: string(), address: unchecked<Address>() } } });
 */
export function unchecked<Value>(): StandardSchema<Value> {
  return plainSchema({}, 'The value is missing.', (value) => value !== undefined);
}

/** Creates the schema of a string. A record can also have a Date. */
export function string(): StandardSchema<string> {
  return plainSchema({ type: 'string' }, 'The value must be a string.', (value) => typeof value === 'string');
}

/** Lets a request omit an attribute with another schema, and a record lack it. A schema library has its own function for this. */
export function optional<Value>(schema: StandardSchema<Value>): StandardSchema<Value | undefined> {
  const standard: PlainSchema<Value>['~standard'] = schema['~standard'] as PlainSchema<Value>['~standard'];
  return Object.freeze({
    '~standard': Object.freeze({
      ...standard,
      validate: (value: unknown) => (value === undefined ? { value } : standard.validate(value)),
    }),
  }) as StandardSchema<Value | undefined>;
}
