import type { schemaRules } from '../rules/schema-rules.ts';
import type { ResolveReference } from './json-schema.ts';

/** One difference of two schemas. */
export interface SchemaDifference {
  readonly rule: keyof typeof schemaRules;
  /** A JSON Pointer below the schema. With `#` in front: a place of a named schema in the document. */
  readonly pointer: string;
  /** The change, as the end of a sentence whose subject is the value: "can be null". */
  readonly message: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** How to find the schemas that `$ref` names, on both relationships. */
export interface References {
  readonly before: ResolveReference;
  readonly after: ResolveReference;
}

/** Adds a difference to those of a comparison. */
export type AddDifference = (difference: SchemaDifference) => void;

/** Returns the pointer in the document of a difference in the schema at a pointer. */
export function placeOfDifference(schemaPointer: string, { pointer }: SchemaDifference): string {
  return pointer.startsWith('#') ? pointer.slice(1) : schemaPointer + pointer;
}

/** Returns a JSON Pointer with one more member name. */
export function below(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
