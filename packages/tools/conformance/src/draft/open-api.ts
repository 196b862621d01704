import { isObject, type Json } from '../json.ts';
import type { Samples, TypeSample } from '../samples/samples.ts';
import { textOfPattern } from './text-of-pattern.ts';

const MAX_DEPTH = 8;

/** Follows a reference inside the document. */
function resolved(document: Json, schema: Json): Json {
  let value = schema;
  for (let steps = 0; steps < MAX_DEPTH && typeof value?.$ref === 'string' && value.$ref.startsWith('#/'); steps++) {
    value = value.$ref
      .slice(2)
      .split('/')
      .reduce((at: Json, name: string) => at?.[name.replaceAll('~1', '/').replaceAll('~0', '~')], document);
  }
  return value;
}

const asList = (value: Json): readonly Json[] => (Array.isArray(value) ? value : []);

/** Joins the parts of `allOf`, which can be references, and takes the first of `oneOf` or `anyOf` that is not null. */
function joined(document: Json, given: Json, depth: number): Json {
  const schema = resolved(document, given);
  if (!isObject(schema) || depth > MAX_DEPTH) return schema;
  const options = asList(schema['oneOf'] ?? schema['anyOf']);
  const one = options.find((it) => resolved(document, it)?.type !== 'null');
  const parts = [...asList(schema['allOf']), ...(one === undefined ? [] : [one])];
  const all = [schema, ...parts.map((part) => joined(document, part, depth + 1)).filter(isObject)];
  const properties = Object.assign({}, ...all.map((it) => it['properties']));
  // The schema itself counts before its parts.
  return Object.assign({}, ...all.toReversed(), { properties, required: all.flatMap((it) => asList(it['required'])) });
}

/** Returns a value that fits a JSON Schema, as far as its members tell. */
export function sampleOf(document: Json, given: Json, depth = 0): unknown {
  const schema = joined(document, given, depth);
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  const { example, examples, default: usual, const: only, enum: values, type } = schema;
  const told = only ?? values?.at(0) ?? example ?? examples?.at(0) ?? usual;
  if (told !== undefined) return told;
  const kind = Array.isArray(type) ? type.find((it) => it !== 'null') : type;
  if (kind === 'string') return stringOf(schema);
  if (kind === 'integer' || kind === 'number') return numberOf(schema);
  if (kind === 'boolean') return true;
  if (kind === 'array') {
    const { minItems = 0, items } = schema;
    return Array.from({ length: Math.min(minItems, MAX_ITEMS) }, () => sampleOf(document, items ?? {}, depth + 1));
  }
  if (kind === 'object' || Object.keys(schema['properties'] ?? {}).length > 0) return objectOf(document, schema, depth);
  return null;
}

const MAX_ITEMS = 20;

const formats: Readonly<Record<string, string>> = {
  'date-time': '{date-time}',
  date: '{date}',
  time: '{time}',
  uuid: '{uuid}',
  email: 'someone-{unique}@example.com',
  uri: 'https://example.com/{unique}',
};
/** The length of the text that `{unique}` becomes, at most. */
const UNIQUE = 14;

function stringOf({ format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: Json): string {
  const matching = typeof pattern === 'string' ? textOfPattern(pattern) : undefined;
  if (matching !== undefined) return matching;
  if (formats[format] !== undefined) return formats[format];
  if (maxLength < UNIQUE) return 'Sample text'.slice(0, maxLength).padEnd(minLength, 'x');
  return `${maxLength < UNIQUE + 'Sample '.length ? '' : 'Sample '}{unique}`.padEnd(minLength, 'x');
}

function numberOf({ minimum, exclusiveMinimum, maximum, multipleOf = 0 }: Json): number {
  const above = typeof exclusiveMinimum === 'number' ? exclusiveMinimum + (multipleOf || 1) : undefined;
  const least = above ?? minimum ?? Math.min(maximum ?? 1, 1);
  return multipleOf > 0 ? Math.ceil(least / multipleOf) * multipleOf : least;
}

/** Returns an object with the properties that a client can send: of nested objects, only those that are required. */
function objectOf(document: Json, { properties = {}, required = [] }: Json, depth: number): Json {
  const names = Object.keys(properties).filter((name) => {
    const isOptional = depth > 1 && required.length > 0 && !required.includes(name);
    return !isOptional && joined(document, properties[name], depth)?.readOnly !== true;
  });
  return Object.fromEntries(names.map((name) => [name, sampleOf(document, properties[name], depth + 1)]));
}

function createOf(document: Json, operation: Json): { readonly type: string | undefined; readonly attributes: Json } {
  const content = resolved(document, operation?.requestBody)?.content;
  const partOf = (schema: Json, name: string): Json => joined(document, schema?.properties?.[name], 0);
  const schema = joined(document, (content?.['application/vnd.api+json'] ?? content?.['application/json'])?.schema, 0);
  const data = partOf(schema, 'data');
  const type = partOf(data, 'type');
  const attributes = partOf(data, 'attributes');
  const name = type?.const ?? type?.enum?.[0];
  return {
    type: typeof name === 'string' ? name : undefined,
    attributes: attributes && objectOf(document, attributes, 1),
  };
}

/**
 * Drafts samples from an OpenAPI 3 document: a type for each path without parameters that has GET.
 *
 * @throws {TypeError} If it has no such path.
 */
export function samplesFromOpenApi(document: Json): Samples {
  const types: Record<string, TypeSample> = {};
  for (const [path, item] of Object.entries<Json>(isObject(document?.paths) ? document.paths : {})) {
    if (path.includes('{') || path === '/' || item?.get === undefined) continue;
    const { type, attributes } = createOf(document, item.post);
    const last = path.slice(path.lastIndexOf('/') + 1);
    const name = type ?? last;
    const own = path === `/${name}` ? {} : { collection: path };
    const changed = attributes && Object.fromEntries(Object.entries(attributes).slice(0, 1));
    types[name] = { ...own, ...(attributes ? { create: { attributes }, update: { attributes: changed } } : {}) };
  }
  if (Object.keys(types).length === 0)
    throw new TypeError('The OpenAPI document has no path of a collection with GET.');
  return { types };
}
