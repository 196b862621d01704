import { isObject, oncePer, ownMember } from '@linkage/core/internal';

/** A JSON Schema of draft 2020-12, or the older forms that JSON Schemas of applications can have. */
export type JsonSchema = boolean | { readonly [keyword: string]: unknown };

/** Returns the schema that a `$ref` names, or `undefined` if there is none. */
export type ResolveReference = (reference: string) => JsonSchema | undefined;

/** How to find the schemas that `$ref` names, in both versions. */
export interface References {
  readonly before: ResolveReference;
  readonly after: ResolveReference;
}

/** The keywords that do not decide which values are valid. */
const annotations: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$anchor', '$comment', '$defs', 'definitions', 'title', 'description', 'default'],
  ...['example', 'examples', 'deprecated', 'readOnly', 'writeOnly', 'xml', 'externalDocs', 'discriminator'],
]);

/** Whether a keyword of a JSON Schema decides which values are valid. */
export function isConstraint(keyword: string): boolean {
  return !annotations.has(keyword) && !keyword.startsWith('x-');
}

/** Returns an own member of an object, or `undefined`. */
export function member(value: unknown, name: string): unknown {
  return isObject(value) ? ownMember(value, name) : undefined;
}

/** Returns the value as a JSON Schema, or `undefined` if it is something else. */
export function asSchema(value: unknown): JsonSchema | undefined {
  return typeof value === 'boolean' || isObject(value) ? value : undefined;
}

/** Returns the text of a JSON value with sorted members and without annotations. Equal strings mean equal schemas. */
export function schemaText(value: unknown): string {
  return JSON.stringify(withoutAnnotations(value, false)) ?? 'undefined';
}

/** Returns the text of a value with the definitions in it, and its references. */
const partOf = oncePer((value: object): { readonly text: string; readonly references: readonly string[] } => {
  const references = new Set<string>();
  const strings = [schemaText(value)];
  JSON.stringify(value, (name, each: unknown) => {
    if (name === '$ref' && typeof each === 'string') references.add(each);
    if (name === '$defs' || name === 'definitions') strings.push(schemaText({ properties: each }));
    return each;
  });
  return { text: strings.join(), references: [...references] };
});

/**
 * Returns the text of a value, and of all schemas to which its references lead. Equal strings mean equal schemas, also behind references. The
 * definitions of a schema itself count, because a reference can lead to them.
 */
export function closedText(value: unknown, resolve: ResolveReference): string {
  const reached = new Map<string, unknown>([['', value]]);
  const strings: string[] = [];
  for (const [reference, target] of reached) {
    const { text, references } =
      isObject(target) || Array.isArray(target) ? partOf(target) : { text: schemaText(target), references: [] };
    strings.push(JSON.stringify(reference), text);
    for (const each of references) if (!reached.has(each)) reached.set(each, resolve(each));
  }
  return strings.join();
}

function withoutAnnotations(value: unknown, areNames: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutAnnotations(item, false));
  if (!isObject(value)) return value;
  const names = Object.keys(value).filter((name) => areNames || isConstraint(name));
  const members = names.sort().map((name) => {
    const isListOfNames = !areNames && (name === 'properties' || name === 'patternProperties');
    const isLiteral = !areNames && (name === 'const' || name === 'enum');
    return [name, isLiteral ? value[name] : withoutAnnotations(value[name], isListOfNames)] as const;
  });
  return Object.fromEntries(members);
}
