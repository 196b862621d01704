import { found } from '../../error/message-part.ts';
import { isObject } from '../../internal/members.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/**
 * Reports members that must be objects, but are not. Ignored members are not validated further.
 *
 * @see https://jsonapi.org/format/1.1/#document-structure
 */
export function checkObjects(
  parent: Readonly<Record<string, unknown>>,
  names: readonly string[],
  path: PathSegments,
  reporter: Reporter,
): void {
  for (const name of names) {
    const value = parent[name];
    if (value !== undefined && !isObject(value))
      reporter.report('DOCUMENT_INVALID.object', { name, found: found(value) }, [...path, name]);
  }
}
