import type { JsonSchema, StandardSchema } from '@linkage/core';
import { truncate } from '@linkage/core/internal';
import { mapSchema, type SchemaObject } from './json-schema-places.ts';
import { loosenZod } from './loosen-zod.ts';

/** A JSON Schema, and the reasons why it does not describe the schema completely. */
export interface ReadSchema {
  readonly json: JsonSchema;
  readonly reasons: readonly string[];
}

/** The part of Standard JSON Schema that this server uses. */
interface JsonSchemaConverter {
  readonly input: (options: { readonly target: string; readonly libraryOptions?: object }) => object;
}

const MAX_REASON = 200;

function converterOf(schema: StandardSchema): JsonSchemaConverter | undefined {
  const standard = schema['~standard'] as StandardSchema['~standard'] & { readonly jsonSchema?: JsonSchemaConverter };
  return typeof standard.jsonSchema?.input === 'function' ? standard.jsonSchema : undefined;
}

function convert(schema: StandardSchema, report: (reason: string) => void): unknown {
  const converter = converterOf(schema);
  if (converter === undefined) {
    report('the schema does not implement Standard JSON Schema. Set the option `jsonSchema` of the attribute.');
    return {};
  }
  const libraryOptions = schema['~standard'].vendor === 'zod' ? loosenZod(report) : undefined;
  return converter.input({ target: 'draft-2020-12', ...(libraryOptions === undefined ? {} : { libraryOptions }) });
}

/** Whether a pattern means the same in every validator of JSON Schema, which reads it with the flag `u`. */
function isPattern(text: unknown): boolean {
  try {
    return typeof text === 'string' && new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

/** The keywords of a document. References of a description lead to its `schemas`. */
const documentKeywords: ReadonlySet<string> = new Set([
  ...['$schema', '$id', '$anchor', '$dynamicAnchor', '$dynamicRef', '$vocabulary', '$comment'],
]);

/** Returns the reason why a validator could reject values that the schema accepts, because of a keyword. */
function strictness(keyword: string, value: unknown): string | undefined {
  if (keyword === 'pattern' && !isPattern(value))
    return 'a regular expression is not valid with the flag `u`, which JSON Schema requires.';
  if (keyword === 'multipleOf' && !Number.isInteger(value))
    return '`multipleOf` with a fraction depends on the precision of the validator.';
  return keyword === '$dynamicRef' ? 'a reference is dynamic.' : undefined;
}

/**
 * Returns a lower bound that no accepted text falls below: libraries count code units, and JSON Schema counts characters, which can have two
 * code units.
 */
function leastCharacters(units: unknown, report: (reason: string) => void): unknown {
  if (typeof units !== 'number' || units < 2) return units;
  report(`a string needs ${units} code units, and JSON Schema counts characters, which can have two code units.`);
  return Math.ceil(units / 2);
}

/** Counts characters in place of code units. */
function countingCharacters(json: JsonSchema, report: (reason: string) => void): JsonSchema {
  return mapSchema(json, (schema: SchemaObject) =>
    'minLength' in schema ? { ...schema, minLength: leastCharacters(schema['minLength'], report) } : schema,
  );
}

/** Removes the keywords that make a JSON Schema stricter than the schema, and those of a document. */
function cleaned(json: JsonSchema, report: (reason: string) => void): JsonSchema {
  return mapSchema(json, (schema: SchemaObject) => {
    const kept = Object.entries(schema).filter(([keyword, value]) => {
      const reason = strictness(keyword, value);
      if (reason !== undefined) report(reason);
      return reason === undefined && !documentKeywords.has(keyword);
    });
    return Object.fromEntries(kept);
  });
}

/** Returns a copy that contains only what JSON can represent. */
function copied(json: unknown): JsonSchema {
  const copy: unknown = JSON.parse(JSON.stringify(json) ?? 'null');
  if (typeof copy === 'boolean') return copy;
  if (typeof copy === 'object' && copy !== null && !Array.isArray(copy)) return copy as JsonSchema;
  throw new TypeError('A JSON Schema must be an object or a boolean.');
}

/**
 * Returns the JSON Schema of the values that a schema accepts: `given`, or the result of Standard JSON Schema. A schema
 * that cannot be converted becomes `{}`, with the reason. The result never rejects a value that the schema accepts.
 */
export function readJsonSchema(schema: StandardSchema, given: JsonSchema | undefined): ReadSchema {
  const reasons = new Set<string>();
  const report = (reason: string): void => {
    reasons.add(truncate(reason, MAX_REASON));
  };
  try {
    const converted = given === undefined ? countingCharacters(copied(convert(schema, report)), report) : copied(given);
    const json = cleaned(converted, report);
    return { json, reasons: [...reasons] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { json: {}, reasons: [truncate(reason, MAX_REASON)] };
  }
}
