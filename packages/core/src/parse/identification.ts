import { ownMember } from '../internal/is-object.ts';
import type { Place, Reporter } from './findings.ts';

/** An object of the document that identifies a resource. */
type Identifying = Readonly<Record<string, unknown>>;

/**
 * The id or the local id of a resource or an identifier; undefined when there is none, or, with a problem reported, none
 * that a program could keep.
 *
 * @see https://jsonapi.org/format/1.1/#document-resource-object-identification
 */
export function readIdString(
  object: Identifying,
  name: 'id' | 'lid',
  place: Place,
  reporter: Reporter,
): string | undefined {
  const value = ownMember(object, name);
  if (value === undefined) return undefined;
  if (typeof value === 'string' && value.isWellFormed()) return value;
  const detail = typeof value === 'string' ? `${name} holds half of a surrogate pair.` : `${name} is a string.`;
  reporter.report('DOCUMENT_INVALID', [...place, name], detail);
  return undefined;
}
