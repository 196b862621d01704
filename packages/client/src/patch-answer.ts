import type { ResourceObject } from '@linkage/core';
import { checkKind, isObject, ownMember, ownMembers } from '@linkage/core/internal';
import type { SavedAnswer } from './answer.ts';

type Patches = ReadonlyMap<string, ResourceObject>;

function keyOf(resource: object): string {
  const { type, id } = ownMembers(resource);
  return JSON.stringify([type, id]);
}

/** Returns the members of an object, replaced and completed by those of another one. */
function merged(before: unknown, after: unknown): object | undefined {
  if (!isObject(after)) return isObject(before) ? before : undefined;
  return isObject(before) ? { ...before, ...after } : after;
}

/** Returns relationships with the linkage of others. A relationship without linkage does not replace one with linkage. */
function mergedRelationships(before: unknown, after: unknown): object | undefined {
  if (!isObject(before) || !isObject(after)) return merged(before, after);
  const pairs = Object.entries(after).map(([name, value]) => [name, merged(ownMember(before, name), value)] as const);
  return { ...before, ...Object.fromEntries(pairs) };
}

/** Returns a resource object with the fields of its patch. An identifier does not have fields, so it stays as it is. */
function patched(resource: unknown, patches: Patches): unknown {
  const patch = isObject(resource) ? patches.get(keyOf(resource)) : undefined;
  if (!isObject(resource) || patch === undefined) return resource;
  const [before, after] = [ownMembers(resource), ownMembers(patch)];
  if (before.attributes === undefined && before.relationships === undefined) return resource;
  const attributes = merged(before.attributes, after.attributes);
  const relationships = mergedRelationships(before.relationships, after.relationships);
  const meta = merged(before.meta, after.meta);
  return {
    ...resource,
    ...(meta === undefined ? {} : { meta }),
    ...(attributes === undefined ? {} : { attributes }),
    ...(relationships === undefined ? {} : { relationships }),
  };
}

/** Returns a list, or the same one if nothing in it changes. */
function patchedList(list: readonly unknown[], patches: Patches): readonly unknown[] {
  const after = list.map((it) => patched(it, patches));
  return after.some((it, index) => it !== list[index]) ? after : list;
}

/**
 * Returns a copy of a saved answer in which resources have the fields and the `meta` members of other resource objects with the same type
 * and id, for example of the document of an update. Returns the same answer if it does not contain any of the resources. The copy
 * keeps its entity tag, so a write with this tag fails with 412; as `previous`, it has no effect.
 *
 * @throws {TypeError} If the answer is not an object, or `resources` is not an array of objects.
 */
export function patchAnswer<Saved extends SavedAnswer>(answer: Saved, resources: readonly ResourceObject[]): Saved {
  checkKind('patchAnswer', 'answer', 'object', answer);
  checkKind('patchAnswer', 'resources', 'array of objects', resources);
  const { document, headers } = ownMembers(answer) as unknown as SavedAnswer;
  const patches: Patches = new Map(resources.map((it) => [keyOf(it), it]));
  const { data, included } = ownMembers(document);
  const newData = Array.isArray(data) ? patchedList(data, patches) : patched(data, patches);
  const newIncluded = Array.isArray(included) ? patchedList(included, patches) : included;
  if (newData === data && newIncluded === included) return answer;
  const after = { ...document, data: newData, ...(newIncluded === undefined ? {} : { included: newIncluded }) };
  const { etag: _, ...others } = Object.fromEntries(new Headers(headers));
  return { ...answer, document: after, headers: others };
}
