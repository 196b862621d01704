import { found } from '../../error/message-part.ts';
import type { PathSegments, Reporter } from './error-collector.ts';

/** An object of the document that identifies a resource. */
type Identifying = Readonly<Record<string, unknown>>;

/**
 * Returns the id or the local id of a resource or an identifier. Returns undefined if it is absent. Reports an invalid
 * value and returns undefined.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export function readIdString(
  object: Identifying,
  name: 'id' | 'lid',
  path: PathSegments,
  reporter: Reporter,
): string | undefined {
  const value = object[name];
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.isWellFormed()) return value;
  if (typeof value === 'string') reporter.report('DOCUMENT_INVALID.unicode', { name }, [...path, name]);
  else reporter.report('DOCUMENT_INVALID.string', { name, found: found(value) }, [...path, name]);
  return undefined;
}
