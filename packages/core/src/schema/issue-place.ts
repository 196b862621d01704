import { memberOf } from '../internal/members.ts';
import type { SchemaIssue } from './standard-schema.ts';

/** The part of an issue's path that exists in the value, and the first step that does not exist with its parent value. */
type Followed = readonly [
  place: readonly (string | number)[],
  /** Undefined if every step exists. */
  lost: { readonly key: PropertyKey; readonly parent: unknown } | undefined,
];

/** Returns the path of an issue: the names of members, and the places in lists. */
export function issuePath(issue: SchemaIssue): readonly PropertyKey[] {
  const path = (memberOf(issue, 'path') as SchemaIssue['path']) ?? [];
  return path.map((step) => (typeof step === 'object' ? step.key : step));
}

function follow(value: unknown, issue: SchemaIssue): Followed {
  const place: (string | number)[] = [];
  let parent = value;
  for (const key of issuePath(issue)) {
    const lost = { key, parent };
    if (typeof parent !== 'object' || parent === null || typeof key === 'symbol') return [place, lost];
    if (!Object.hasOwn(parent, key) || (Array.isArray(parent) && key === 'length')) return [place, lost];
    place.push(key);
    parent = (parent as Record<PropertyKey, unknown>)[key];
  }
  return [place, undefined];
}

/** Returns the part of an issue's path that exists in the value, because a pointer must point to an existing value. */
export function issuePlace(value: unknown, issue: SchemaIssue): readonly (string | number)[] {
  const [place] = follow(value, issue);
  return place;
}

/** Returns the name of the missing member or element that an issue is about, or undefined if it exists. */
export function missingMember(value: unknown, issue: SchemaIssue): string | undefined {
  const [, lost] = follow(value, issue);
  if (lost === undefined || typeof lost.key === 'symbol') return undefined;
  // Strings and numbers do not have members, so no member is missing: the value itself is invalid.
  return typeof lost.parent === 'object' && lost.parent !== null ? String(lost.key) : undefined;
}
