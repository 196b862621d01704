import { isObject, ownMember } from '../internal/is-object.ts';
import { show } from '../internal/show.ts';
import type { Place, Reporter } from './findings.ts';

/**
 * Reports members that must be objects, but are not. Ignored members are not validated further.
 *
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export function checkObjects(
  parent: Readonly<Record<string, unknown>>,
  names: readonly string[],
  place: Place,
  reporter: Reporter,
): void {
  for (const name of names) {
    const value = ownMember(parent, name);
    if (value !== undefined && !isObject(value)) {
      reporter.report('DOCUMENT_INVALID', [...place, name], `\`${name}\` must be an object, but it is ${show(value)}.`);
    }
  }
}
