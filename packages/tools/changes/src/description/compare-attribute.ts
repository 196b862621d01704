import type { AttributeDescription } from '@linkage/server';
import { compareValue } from './compare-value.ts';
import { commonUse, directionOf } from './directions.ts';
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
  versions: Versions,
  report: Report,
): void {
  const { add } = report;
  const direction = directionOf(commonUse(before, after));
  if (direction !== undefined) {
    const place = { pointer: `${pointer}/schema`, what: `The value of "${name}"`, direction };
    compareValue(before.schema, after.schema, place, versions, report);
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
