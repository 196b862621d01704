import type { AttributeDescription } from '@linkage/server';
import { compareSchemas } from '../schema/compare-schemas.ts';
import { placeOfDifference } from '../schema/schema-difference.ts';
import { commonUse, directionOf } from './directions.ts';
import { referenceResolver } from './reference-resolver.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';

/** Adds the changes that only attributes can have. */
export function compareAttribute(
  name: string,
  before: AttributeDescription,
  after: AttributeDescription,
  pointer: string,
  { before: first, after: second }: Versions,
  { add }: Report,
): void {
  const direction = directionOf(commonUse(before, after));
  const references = { before: referenceResolver(first), after: referenceResolver(second) };
  if (direction !== undefined) {
    for (const difference of compareSchemas(before.schema, after.schema, references)) {
      const { rule, message, pointer: _, ...values } = difference;
      add(rule, placeOfDifference(`${pointer}/schema`, difference), `The value of "${name}" ${message}.`, {
        direction,
        ...values,
      });
    }
  }
  if (before.sort && !after.sort) add('sort-removed', `${pointer}/sort`, `Requests can no longer sort by "${name}".`);
  if (!before.sort && after.sort) add('sort-added', `${pointer}/sort`, `Requests can sort by "${name}".`);
}
