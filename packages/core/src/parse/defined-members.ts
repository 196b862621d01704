import { isObject, ownMember } from '../internal/is-object.ts';
import type { Place, Reporter } from './findings.ts';

/**
 * Reports those of the named members that are there and no objects. What stands in them is not read, so it is not judged.
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
      reporter.report('DOCUMENT_INVALID', [...place, name], `${name} is an object.`);
    }
  }
}
