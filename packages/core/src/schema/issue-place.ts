import type { SchemaIssue } from './standard-schema.ts';

/** How far the path of a complaint leads into the value. */
interface Followed {
  /** The part of the path that exists in the value. */
  readonly place: readonly (string | number)[];
  /** The first step that does not exist, with the value where it is missing; undefined if every step exists. */
  readonly lost: { readonly key: PropertyKey; readonly parent: unknown } | undefined;
}

function follow(value: unknown, path: SchemaIssue['path'] = []): Followed {
  const place: (string | number)[] = [];
  let parent = value;
  for (const step of path) {
    const key = typeof step === 'object' ? step.key : step;
    const lost = { key, parent };
    if (typeof parent !== 'object' || parent === null || typeof key === 'symbol') return { place, lost };
    if (!Object.hasOwn(parent, key) || (Array.isArray(parent) && key === 'length')) return { place, lost };
    place.push(key);
    parent = (parent as Record<PropertyKey, unknown>)[key];
  }
  return { place, lost: undefined };
}

/** The part of a complaint's path that exists in the value it is about: a pointer leads to existing values only. */
export function issuePlace(value: unknown, path: SchemaIssue['path']): readonly (string | number)[] {
  return follow(value, path).place;
}

/** The name of the member or element that a complaint is about and the value lacks; undefined if the value has it. */
export function missingMember(value: unknown, path: SchemaIssue['path']): string | undefined {
  const { lost } = follow(value, path);
  if (lost === undefined || typeof lost.key === 'symbol') return undefined;
  // Text and numbers have no members, so none is missing: the value itself is at fault.
  return typeof lost.parent === 'object' && lost.parent !== null ? String(lost.key) : undefined;
}
