import type { ChangeDirection } from '../change.ts';
import type { Report } from '../description/report.ts';
import { compareSchemas, type References } from '../schema/compare-schemas.ts';
import { type JsonSchema, member } from '../schema/json-schema.ts';
import { resourceTypeOf } from '../schema/resource-type.ts';
import { placeOfDifference } from '../schema/schema-difference.ts';
import type { OpenApiDocument, PlacedSchema } from './operation.ts';

/** A comparison in progress. */
export interface Comparison {
  readonly references: References;
  readonly report: Report;
  /** The differences that were added: many operations use the same component. */
  readonly added: Set<string>;
  /** The types of the resources that occur in the first document. */
  readonly knownTypes: ReadonlySet<string>;
  /** The servers of the documents, for operations without their own. */
  readonly servers: readonly [before: unknown, after: unknown];
}

/** Adds the differences of two schemas. */
export function compareSchema(
  before: PlacedSchema,
  after: PlacedSchema,
  { direction, subject }: { readonly direction: ChangeDirection; readonly subject: string },
  { references, report, added, knownTypes }: Comparison,
): void {
  const pointer = referenceIn(after.schema) ?? after.pointer;
  const pair = JSON.stringify([direction, referenceIn(before.schema) ?? before.pointer, pointer]);
  if (added.has(pair)) return;
  added.add(pair);
  for (const difference of compareSchemas(before.schema, after.schema, references)) {
    const { rule: found, message, pointer: _, resourceType, ...values } = difference;
    const at = placeOfDifference(pointer, difference);
    // Documents contain resources of a new type only if they were requested, for example by a path of `include`. The primary data and
    // the linkage of a relationship can contain them on their own.
    const isNew = resourceType !== undefined && !knownTypes.has(resourceType) && !ofData.test(at);
    const rule = found === 'value-type-added' && direction === 'response' && isNew ? 'type-added' : found;
    const key = `${direction} ${rule} ${at} ${message}`;
    if (added.has(key)) continue;
    added.add(key);
    report.add(rule, at, `${subject} ${message}.`, { direction, ...values });
  }
}

/** The place of a schema of primary data, or of one of its alternatives. */
const ofData = /\/properties\/data(?:\/items)?(?:\/(?:oneOf|anyOf)\/\d+)?$/;

/** Returns the types of the resource objects in a document. */
export function resourceTypesIn(document: OpenApiDocument): ReadonlySet<string> {
  const types = new Set<string>();
  const seen = new Set<unknown>();
  const rest: unknown[] = [document];
  for (let value = rest.pop(); value !== undefined; value = rest.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const type = resourceTypeOf(value);
    if (type !== undefined) types.add(type);
    for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) rest.push(part);
  }
  return types;
}

function referenceIn(schema: JsonSchema): string | undefined {
  const reference = member(schema, '$ref');
  return typeof reference === 'string' ? reference.slice(1) : undefined;
}
