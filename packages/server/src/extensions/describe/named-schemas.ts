import type { JsonSchema } from '@linkage/core';
import { canonicalJson } from '@linkage/core/internal';
import { mapSchema, type SchemaObject } from './json-schema-places.ts';

/** The named JSON Schemas of a description. */
export interface NamedSchemas {
  /**
   * Adds the definitions of a JSON Schema, and returns the schema with references to them.
   *
   * @param place A name for a schema that has no name, such as `articles.price`.
   * @param report Called with the reason for each reference that leads nowhere.
   */
  readonly add: (json: JsonSchema, place: string, report: (reason: string) => void) => JsonSchema;
  readonly all: () => { readonly [name: string]: JsonSchema };
}

const ROOT = '';

/** Decodes one step of a JSON Pointer in a fragment. */
function decoded(step: string): string {
  return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Returns the definition to which a local reference leads, and the rest of its path. */
function splitReference(reference: string): { readonly definition: string; readonly rest: string } | undefined {
  if (reference === '#' || /^#\/(?!\$defs\/|definitions\/)/.test(reference))
    return { definition: ROOT, rest: reference.slice(1) };
  const [, step, rest = ''] = /^#\/(?:\$defs|definitions)\/([^/]+)(\/.*)?$/.exec(reference) ?? [];
  return step === undefined ? undefined : { definition: decoded(step), rest };
}

function referencesIn(json: JsonSchema): readonly string[] {
  const found = new Set<string>();
  mapSchema(json, (schema) => {
    const split = typeof schema['$ref'] === 'string' ? splitReference(schema['$ref']) : undefined;
    if (split !== undefined) found.add(split.definition);
    return schema;
  });
  return [...found];
}

/** Returns the definitions that a definition needs, itself included. */
function needed(name: string, definitions: ReadonlyMap<string, JsonSchema>): readonly string[] {
  const reached = new Set([name]);
  for (const next of reached) {
    for (const other of referencesIn(definitions.get(next) ?? true)) reached.add(other);
  }
  return [...reached].sort();
}

/** Creates an empty collection. Equal definitions with the same name are one schema. */
export function createNamedSchemas(): NamedSchemas {
  const schemas = new Map<string, JsonSchema>();
  const names = new Map<string, string>();

  function nameFor(wanted: string, place: string, content: string): string {
    const known = names.get(content);
    if (known !== undefined) return known;
    const isNamed = wanted !== ROOT && !wanted.startsWith('__');
    const base = (isNamed ? wanted : place).replace(/[^A-Za-z0-9._-]/g, '-');
    let name = base;
    if (schemas.has(name) && isNamed) name = `${place}.${base}`.replace(/[^A-Za-z0-9._-]/g, '-');
    for (let count = 2; schemas.has(name); count++) name = `${base}-${count}`;
    names.set(content, name);
    // Reserve the name: definitions can refer to each other.
    schemas.set(name, true);
    return name;
  }

  return {
    add(json, place, report) {
      if (typeof json === 'boolean') return json;
      const { $defs, definitions, ...root } = json;
      const declared = { ...(definitions as object), ...($defs as object) };
      const all = new Map<string, JsonSchema>(Object.entries(declared));
      all.set(ROOT, root);
      const used = needed(ROOT, all).filter((name) => all.has(name));
      const isReferenced = used.some((name) => referencesIn(all.get(name) as JsonSchema).includes(ROOT));
      const named = new Map<string, string>();
      const fresh: string[] = [];
      for (const name of used) {
        if (name === ROOT && !isReferenced) continue;
        const content = canonicalJson([name, needed(name, all).map((other) => [other, all.get(other) ?? null])]);
        if (!names.has(content)) fresh.push(name);
        named.set(name, nameFor(name, place, content));
      }
      const rooted = (schema: SchemaObject): JsonSchema => {
        const { $ref, ...rest } = schema;
        if (typeof $ref !== 'string') return schema;
        const split = splitReference($ref);
        const target = split && named.get(split.definition);
        if (split !== undefined && target !== undefined) return { $ref: `#/schemas/${target}${split.rest}`, ...rest };
        report('a reference leads to another document.');
        return rest;
      };
      for (const name of fresh) schemas.set(named.get(name) as string, mapSchema(all.get(name) as JsonSchema, rooted));
      const rootName = named.get(ROOT);
      return rootName === undefined ? mapSchema(root, rooted) : { $ref: `#/schemas/${rootName}` };
    },
    all: () => Object.fromEntries([...schemas].sort(([left], [right]) => (left < right ? -1 : 1))),
  };
}
