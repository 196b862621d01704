import type { AttributeDescription } from '@linkage/server';
import { compareSchemas } from '../schema/compare-schemas.ts';
import { placeOfDifference } from '../schema/schema-difference.ts';
import { commonUse, directionOf } from './directions.ts';
import { referenceResolver } from './reference-resolver.ts';
import type { Report } from './report.ts';
import type { Versions } from './versions.ts';

/** An attribute. Older descriptions do not say whether resources can lack it. */
type Compared = Omit<AttributeDescription, 'optional'> & Partial<Pick<AttributeDescription, 'optional'>>;

/** Adds the changes that only attributes can have. */
export function compareAttribute(
  name: string,
  before: Compared,
  after: Compared,
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
  // Of an attribute that requests can set, `required` says it.
  if (after.read !== false && before.required === after.required && before.optional !== after.optional) {
    if (after.optional === true && before.optional === false)
      add('attribute-optional', `${pointer}/optional`, `Responses can lack "${name}".`, { direction: 'response' });
    if (after.optional === false && before.optional === true)
      add('attribute-present', `${pointer}/optional`, `Resources always have "${name}".`, { direction: 'response' });
  }
  if (before.sort && !after.sort) add('sort-removed', `${pointer}/sort`, `Requests can no longer sort by "${name}".`);
  if (!before.sort && after.sort) add('sort-added', `${pointer}/sort`, `Requests can sort by "${name}".`);
}
