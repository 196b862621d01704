import type { StandardSchema } from '@linkage/core';
import { resultAtOnce } from '@linkage/core/internal';
import fc, { type Arbitrary } from 'fast-check';
import { isObject, type Json } from '../json.ts';

const MAX_DEPTH = 6;
const MAX_LENGTH = 24;

const formats: ReadonlyMap<string, () => Arbitrary<unknown>> = new Map<string, () => Arbitrary<unknown>>([
  ['date-time', () => isoDate().map((date) => date.toISOString())],
  ['date', () => isoDate().map((date) => date.toISOString().slice(0, 10))],
  ['email', () => fc.tuple(word(), word()).map(([name, host]) => `${name}@${host}.example`)],
  ['uuid', () => fc.uuid({ version: 4 })],
  ['uri', () => word().map((path) => `https://example.com/${path}`)],
  ['ipv4', () => fc.ipV4()],
  ['ipv6', () => fc.ipV6()],
]);

function isoDate(): Arbitrary<Date> {
  return fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2037-12-31T00:00:00Z'), noInvalidDate: true });
}

function word(): Arbitrary<string> {
  return fc.stringMatching(/^[a-z]{2,10}$/);
}

function stringOf({
  format,
  pattern,
  minLength = 0,
  maxLength = Math.max(minLength, MAX_LENGTH),
}: Json): Arbitrary<unknown> {
  const known = formats.get(format);
  if (known !== undefined) return known();
  if (typeof pattern === 'string') return fc.stringMatching(new RegExp(pattern, 'u'));
  return fc.string({ minLength, maxLength: Math.min(maxLength, Math.max(minLength, MAX_LENGTH)) });
}

function numberOf(
  { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf = 1 }: Json,
  isInteger: boolean,
): Arbitrary<unknown> {
  const least = Math.max(
    minimum ?? -1e6,
    exclusiveMinimum === undefined ? -1e6 : exclusiveMinimum + (isInteger ? 1 : 1e-6),
  );
  const most = Math.min(
    maximum ?? 1e6,
    exclusiveMaximum === undefined ? 1e6 : exclusiveMaximum - (isInteger ? 1 : 1e-6),
  );
  const [min, max] = [Math.min(least, most), Math.max(least, most)];
  if (!isInteger) return fc.double({ min, max, noNaN: true }).map((value) => (Object.is(value, -0) ? 0 : value));
  const step = Math.max(1, Math.round(multipleOf));
  return fc.integer({ min: Math.ceil(min / step), max: Math.floor(max / step) }).map((value) => value * step);
}

function objectOf({ properties = {}, required = [] }: Json, root: Json, depth: number): Arbitrary<unknown> {
  const fields = Object.entries<Json>(properties).map(
    ([name, schema]) => [name, arbitraryOf(schema, root, depth + 1)] as const,
  );
  return fc.record(Object.fromEntries(fields), {
    requiredKeys: required.filter((name: string) => Object.hasOwn(properties, name)),
  });
}

function resolved(schema: Json, root: Json): Json {
  if (typeof schema?.$ref !== 'string') return schema;
  const names: readonly string[] = schema.$ref
    .replace(/^#\/?/, '')
    .split('/')
    .filter((name: string) => name !== '');
  return names.reduce((at: Json, name) => at?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], root);
}

/** Returns an arbitrary for the values of a JSON Schema, as far as its usual keywords tell. */
function arbitraryOf(given: Json, root: Json, depth: number): Arbitrary<unknown> {
  const schema = resolved(given, root);
  if (!isObject(schema) || depth > MAX_DEPTH) return fc.constant(null);
  if ('const' in schema) return fc.constant(schema['const']);
  if (Array.isArray(schema['enum'])) return fc.constantFrom(...schema['enum']);
  const choices = schema['anyOf'] ?? schema['oneOf'];
  if (Array.isArray(choices)) return fc.oneof(...choices.map((choice: Json) => arbitraryOf(choice, root, depth + 1)));
  const { type } = schema;
  if (Array.isArray(type))
    return fc.oneof(...type.map((each) => arbitraryOf({ ...schema, type: each }, root, depth + 1)));
  if (type === 'string') return stringOf(schema);
  if (type === 'integer' || type === 'number') return numberOf(schema, type === 'integer');
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'object') return objectOf(schema, root, depth);
  if (type !== 'array') return fc.jsonValue({ maxDepth: 1 }) as Arbitrary<unknown>;
  const { minItems = 0, maxItems = Math.max(minItems, 4) } = schema;
  return fc.array(arbitraryOf(schema['items'] ?? {}, root, depth + 1), {
    minLength: minItems,
    maxLength: Math.min(maxItems, minItems + 4),
  });
}

function jsonSchemaOf(schema: StandardSchema): Json {
  try {
    // Standard JSON Schema: an extension of Standard Schema that zod, valibot and arktype implement.
    const { jsonSchema } = schema['~standard'] as Json;
    return jsonSchema?.output({ target: 'draft-2020-12' });
  } catch {
    return undefined;
  }
}

function isAccepted(schema: StandardSchema, value: unknown): boolean {
  const result = resultAtOnce(schema, value);
  return result !== undefined && result.issues === undefined;
}

/**
 * Returns an arbitrary for the values of an attribute: from its JSON Schema, and only those that the schema accepts.
 *
 * @throws {TypeError} If the schema does not tell its JSON Schema.
 */
export function attributeArbitrary(where: string, schema: StandardSchema): Arbitrary<unknown> {
  const json = jsonSchemaOf(schema);
  if (json === undefined) {
    throw new TypeError(
      `${where}: the schema has no JSON Schema. Pass an arbitrary: { attributes: { "${where}": fc.string() } }.`,
    );
  }
  return arbitraryOf(json, json, 0).filter((value) => isAccepted(schema, value));
}
