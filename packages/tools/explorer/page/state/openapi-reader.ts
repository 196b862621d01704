import { arrayAt, isObject, type Json, type JsonObject, member, objectAt } from './json.ts';
import { decode } from './query.ts';

/** The maximum number of schemas and references that a document can make the page read. */
const MAX_STEPS = 200_000;
/** The maximum number of references and parts between a schema and its properties. */
const MAX_DEPTH = 12;

/** Reads the schemas of an OpenAPI document, of which each can refer to any other, also to itself. */
export interface OpenApiReader {
  /** Follows the references of a value. Returns `undefined` if they lead nowhere, in a circle, or to another document. */
  readonly resolve: (value: Json | undefined) => JsonObject | undefined;
  /** Returns the alternatives of a schema with their references followed: of `anyOf` and `oneOf`, else the schema alone. */
  readonly alternativesOf: (schema: Json | undefined) => readonly JsonObject[];
  /** Returns a property of a schema, or of a part of its `allOf`. */
  readonly property: (schema: Json | undefined, name: string) => Json | undefined;
  /** Returns the properties of a schema and of the parts of its `allOf`, and the names of those that are required. */
  readonly propertiesOf: (schema: Json | undefined) => {
    readonly properties: ReadonlyMap<string, Json>;
    readonly required: ReadonlySet<string>;
  };
}

/** Creates a reader. Its functions throw an error after a number of steps that no reasonable document needs. */
export function createOpenApiReader(document: unknown): OpenApiReader {
  let steps = 0;
  const step = (count = 1): void => {
    steps += count;
    if (steps > MAX_STEPS) throw new Error('The OpenAPI document is too large for the page.');
  };
  const at = (pointer: string): Json | undefined => {
    const names = pointer.slice(2).split('/', 20);
    let value = document as Json | undefined;
    for (const name of names) value = member(value, decode(name.replaceAll('~1', '/').replaceAll('~0', '~')));
    return value;
  };
  const resolve = (value: Json | undefined): JsonObject | undefined => {
    let current = value;
    for (let depth = 0; depth <= MAX_DEPTH; depth++) {
      step();
      const reference = member(current, '$ref');
      if (typeof reference !== 'string') return isObject(current) ? current : undefined;
      current = reference.startsWith('#/') ? at(reference) : undefined;
    }
    return undefined;
  };
  /** Returns a schema and the parts of its `allOf`. */
  const partsOf = (schema: Json | undefined, depth = 0): readonly JsonObject[] => {
    const resolved = resolve(schema);
    if (resolved === undefined) return [];
    const parts = depth > MAX_DEPTH ? [] : arrayAt(resolved, 'allOf');
    return [resolved, ...parts.flatMap((part) => partsOf(part, depth + 1))];
  };
  const alternativesOf = (schema: Json | undefined, depth = 0): readonly JsonObject[] => {
    const resolved = resolve(schema);
    if (resolved === undefined || depth > MAX_DEPTH) return [];
    const parts = arrayAt(resolved, 'allOf');
    const wrapped = parts.length === 1 ? parts : undefined;
    const alternatives = member(resolved, 'oneOf') ?? member(resolved, 'anyOf') ?? wrapped;
    if (!Array.isArray(alternatives)) return [resolved];
    return alternatives.flatMap((it) => alternativesOf(it, depth + 1));
  };
  const propertiesOf: OpenApiReader['propertiesOf'] = (schema) => {
    const properties = new Map<string, Json>();
    const required = new Set<string>();
    for (const part of partsOf(schema)) {
      for (const [name, value] of Object.entries(objectAt(part, 'properties'))) {
        step();
        properties.set(name, value);
      }
      for (const name of arrayAt(part, 'required')) {
        step();
        if (typeof name === 'string') required.add(name);
      }
    }
    return { properties, required };
  };
  const property = (schema: Json | undefined, name: string): Json | undefined => {
    for (const part of partsOf(schema)) {
      const found = member(member(part, 'properties'), name);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return { resolve, alternativesOf: (schema) => alternativesOf(schema), property, propertiesOf };
}
