import type { ResourceObject } from '@linkage/core';
import { checkKind, identityText, isObject, ownMembers } from '@linkage/core/internal';
import type { SavedAnswer } from './answer.ts';

/** Returns the names and values of a member, as far as the answer to a query can contain them. */
function fieldsIn(resource: object, member: string, query: URLSearchParams): readonly (readonly [string, unknown])[] {
  const { type, [member]: fields } = ownMembers(resource);
  const asked = member === 'meta' ? undefined : query.get(`fields[${type}]`)?.split(',');
  return Object.entries(ownMembers(fields)).filter(([name]) => asked?.includes(name) ?? true);
}

/** Returns a resource object with the fields of its patch. A relationship without linkage does not replace one with linkage. */
function merged(resource: ResourceObject, patch: object, query: URLSearchParams): ResourceObject {
  const members = ['meta', 'attributes', 'relationships'].flatMap((member) => {
    const before = ownMembers(ownMembers(resource)[member]);
    const after = fieldsIn(patch, member, query).map(
      ([name, value]) =>
        [name, member === 'relationships' ? { ...ownMembers(before[name]), ...ownMembers(value) } : value] as const,
    );
    return after.length === 0 ? [] : [[member, { ...before, ...Object.fromEntries(after) }] as const];
  });
  return { ...resource, ...Object.fromEntries(members) };
}

/** Returns a copy of an answer with other resource objects and identifiers, or the same answer if nothing changes. */
function mapped<Saved extends SavedAnswer>(
  answer: Saved,
  change: (resource: ResourceObject) => ResourceObject | undefined,
): Saved {
  const { document, headers } = ownMembers(answer) as unknown as SavedAnswer;
  let isSame = true;
  const changed = (value: unknown): unknown => {
    const after = isObject(value) ? change(value as unknown as ResourceObject) : value;
    if (after !== value) isSame = false;
    return after;
  };
  const members = Object.entries(ownMembers(document)).map(([name, value]) => [
    name,
    !/^(data|included)$/.test(name)
      ? value
      : Array.isArray(value)
        ? value.map(changed).filter((it) => it !== undefined)
        : (changed(value) ?? null),
  ]);
  if (isSame) return answer;
  const { etag: _, ...others } = Object.fromEntries(new Headers(headers));
  return { ...answer, document: Object.fromEntries(members), headers: others };
}

/**
 * Returns a copy of a saved answer with other resource objects and identifiers, without those for which `change` returns undefined. Returns the
 * same answer if `change` returns each as it is. The copy keeps its entity tag, so a write with this tag fails with 412; as `previous`, it has
 * no effect.
 *
 * @throws {TypeError} If the answer is not an object, or `change` is not a function.
 */
export function mapAnswer<Saved extends SavedAnswer>(
  answer: Saved,
  change: (resource: ResourceObject) => ResourceObject | undefined,
): Saved {
  checkKind('mapAnswer', 'answer', 'object', answer);
  checkKind('mapAnswer', 'change', 'function', change);
  return mapped(answer, change);
}

/**
 * Returns a copy of a saved answer in which resources have the fields and the `meta` members of other resource objects with the same type
 * and id, for example of the document of an update, as far as the query asked for them. Returns the same answer if it does not contain
 * any of the resources. The copy is one of `mapAnswer`.
 *
 * @throws {TypeError} If the answer is not an object, or `resources` is not an array of objects.
 */
export function patchAnswer<Saved extends SavedAnswer>(answer: Saved, resources: readonly ResourceObject[]): Saved {
  checkKind('patchAnswer', 'answer', 'object', answer);
  checkKind('patchAnswer', 'resources', 'array of objects', resources);
  const { url } = ownMembers(answer) as unknown as SavedAnswer;
  const query = new URLSearchParams(url?.split('?').at(1));
  const patches = new Map(resources.map((it) => [identityText(it), it]));
  return mapped(answer, (resource) => {
    const { attributes, relationships } = ownMembers(resource);
    // An identifier does not have fields, so it stays as it is.
    const patch = (attributes ?? relationships) === undefined ? undefined : patches.get(identityText(resource));
    return patch ? merged(resource, patch, query) : resource;
  });
}
