import { isObject, type Json } from '../json.ts';
import type { Samples, TypeSample } from '../samples/samples.ts';

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

/** Returns a value that fits a JSON Schema, as far as its examples, enums and types tell. */
export function sampleOf(document: Json, given: Json, depth = 0): unknown {
  const schema = resolved(document, given);
  if (!isObject(schema) || depth > MAX_DEPTH) return null;
  const { example, examples, default: usual, const: only, enum: values, type } = schema;
  const told = example ?? examples?.at(0) ?? usual ?? only ?? values?.[0];
  if (told !== undefined) return told;
  const kind = Array.isArray(type) ? type[0] : type;
  const part = schema['allOf'] ?? schema['oneOf'] ?? schema['anyOf'];
  if (kind === undefined && Array.isArray(part)) return sampleOf(document, part[0], depth + 1);
  if (kind === 'string') return stringOf(schema);
  if (kind === 'integer' || kind === 'number') return schema['minimum'] ?? 1;
  if (kind === 'boolean') return true;
  if (kind === 'array') return [];
  if (kind === 'object' || isObject(schema['properties'])) return objectOf(document, schema, depth);
  return null;
}

const formats: Readonly<Record<string, string>> = {
  'date-time': '2024-01-01T00:00:00Z',
  date: '2024-01-01',
  uuid: '{uuid}',
  email: 'someone-{unique}@example.com',
  uri: 'https://example.com/',
};

function stringOf({ format, minLength = 0 }: Json): string {
  return formats[format] ?? 'Sample {unique}'.padEnd(minLength, 'x');
}

function objectOf(document: Json, { properties = {}, required = [] }: Json, depth: number): Json {
  const names = Object.keys(properties).filter((name) => depth > 0 || required.length === 0 || required.includes(name));
  return Object.fromEntries(names.map((name) => [name, sampleOf(document, properties[name], depth + 1)]));
}

function createOf(document: Json, operation: Json): { readonly type: string | undefined; readonly attributes: Json } {
  const content = resolved(document, operation?.requestBody)?.content;
  const schema = resolved(document, (content?.['application/vnd.api+json'] ?? content?.['application/json'])?.schema);
  const data = resolved(document, schema?.properties?.data);
  const type = resolved(document, data?.properties?.type);
  const attributes = resolved(document, data?.properties?.attributes);
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
