import { issuePath } from './issue-place.ts';
import { resultAtOnce } from './schema-result.ts';
import type { SchemaIssue, SchemaResult, StandardSchema } from './standard-schema.ts';

/** The way to a part of a value: names of members, or 0 for the element of a list. */
export type PartPath = readonly (string | 0)[];

/** Returns a part of a value; undefined if it has no such part of its own. */
export function partOf(value: unknown, path: PartPath): unknown {
  let part = value;
  for (const step of path) {
    if (typeof part !== 'object' || part === null || Array.isArray(part) !== (step === 0)) return undefined;
    part = Object.hasOwn(part, step) ? (part as Record<PropertyKey, unknown>)[step] : undefined;
  }
  return part;
}

/**
 * Returns the schema of a part of the values of a schema. It calls the schema with a value of which only this part exists, and ignores issues
 * about other parts: the absence of other members, or the length of a list. A schema that never reports issues about the part must accept this value.
 * For a part that the schema lacks, there are no issues, and no value.
 */
export function schemaOfPart(schema: StandardSchema, path: PartPath): StandardSchema {
  const isWithin = (issue: SchemaIssue): boolean => {
    const place = issuePath(issue);
    return path.every((step, index) => String(place[index]) === String(step));
  };
  const around = (part: unknown): unknown =>
    path.reduceRight((inner, step) => (step === 0 ? [inner] : { [step]: inner }), part);
  const validate = (part: unknown): SchemaResult<unknown> => {
    const { issues, value } = resultAtOnce(schema, around(part)) ?? { issues: [] };
    if (issues !== undefined) {
      const own = issues.filter(isWithin);
      // No schema of JSON accepts a function.
      if (own.length === 0 && resultAtOnce(schema, around(isWithin))?.issues?.some(isWithin)) return { value: part };
      return { issues: own };
    }
    const read = partOf(value, path);
    return read === undefined ? { issues: [] } : { value: read };
  };
  return { '~standard': { ...schema['~standard'], validate } };
}
