import type { Members } from '../../internal/members.ts';
import { plainCopy } from '../../internal/plain-copy.ts';

const everyObject: Members = Object.prototype as never;

const memberNames: readonly string[] = [
  ...['type', 'id', 'lid', 'attributes', 'relationships', 'links', 'meta', 'data', 'included', 'errors', 'jsonapi'],
  ...['op', 'ref', 'href', 'relationship', 'atomic:operations', 'atomic:results'],
];

/**
 * Whether every object inherits a member with the name of a member of documents, because a program has added it to
 * `Object.prototype`. To look at all members of `Object.prototype` takes half a microsecond.
 */
export function isPolluted(): boolean {
  for (const name of memberNames) if (everyObject[name] !== undefined) return true;
  return false;
}

/**
 * Returns a value that `JSON.parse` created in a form in which a dot reads only own members: the value itself, or in a polluted
 * program, a copy whose objects do not have a prototype.
 */
export function ownJson(value: unknown): unknown {
  return isPolluted() ? plainCopy(value) : value;
}
