import { mapAnswer, type SavedAnswer } from '@linkage/client';
import type { ResourceObject } from '@linkage/core';
import { isObject, linkageData, ownMembers, type RequestReference } from '@linkage/core/internal';
import { invalidate } from './apply-change.ts';
import type { Cache, CachedQuery } from './cache.ts';
import { answersIn, isSame } from './held-resources.ts';
import { runningMutation } from './mutation-key.ts';
import { replaceAnswers } from './patch-query.ts';
import { isReadKey } from './read-key.ts';
import { type ChangeTarget, fieldsIn, type Operation, type ShowEarly, type Untyped } from './run-write.ts';

/** Returns the value of a field after a write: an attribute, or a relationship object. */
type Change = (member: string, name: string, value: unknown) => unknown;

/** Returns a resource object with other values of the fields that it has. */
function withFields(resource: ResourceObject, change: Change): ResourceObject {
  let isChanged = false;
  const members = ['attributes', 'relationships'].flatMap((member) => {
    const held = ownMembers(resource)[member];
    if (!isObject(held)) return [];
    const fields = Object.entries(held).map(([name, value]) => {
      const after = change(member, name, value);
      isChanged ||= after !== value;
      return [name, after] as const;
    });
    return [[member, Object.fromEntries(fields)] as const];
  });
  return isChanged ? { ...resource, ...Object.fromEntries(members) } : resource;
}

/** Returns a relationship object with other linkage, if it has any. */
function withLinkage(relationship: unknown, change: (data: unknown) => unknown): unknown {
  const { data } = ownMembers(relationship);
  const after = data === undefined ? data : change(data);
  return after === data ? relationship : { ...ownMembers(relationship), data: after };
}

const linkage = (value: unknown): unknown => linkageData(value as RequestReference, 'writes');
const without = (data: readonly object[], removed: readonly object[]): readonly object[] =>
  data.filter((it) => !removed.some((one) => isSame(it, one as never)));

/** Returns what becomes of the fields of a resource. */
function changeOf([, operation, relationship]: Operation['key'], variables: ChangeTarget & Untyped): Change {
  if (operation === 'update') {
    const links = Object.entries(fieldsIn(variables, 'relationships')).filter(([, it]) => it !== undefined);
    const given: Untyped = {
      // As the server will send them: JSON.
      attributes: JSON.parse(JSON.stringify(fieldsIn(variables, 'attributes'))),
      relationships: Object.fromEntries(links.map(([name, value]) => [name, linkage(value)])),
    };
    return (member, name, value) => {
      const to = ownMembers(given[member])[name];
      if (to === undefined) return value;
      return member === 'attributes' ? to : withLinkage(value, () => to);
    };
  }
  const { replace, add = [], remove = [] } = ownMembers(variables);
  const removed = operation === 'delete' ? [variables] : (remove as readonly object[]);
  const added = linkage(add) as readonly object[];
  return (member, name, value) => {
    if (member === 'attributes' || (relationship !== undefined && name !== relationship)) return value;
    return withLinkage(value, (data) => {
      if (replace !== undefined) return linkage(replace);
      if (!Array.isArray(data)) return data;
      const after = [...without(data, [...removed, ...added]), ...added];
      return after.length === data.length && added.length === 0 ? data : after;
    });
  };
}

/** Returns an answer as it will be after a write. A list loses a resource that is deleted; what leads to it alone stays. */
function afterWrite(key: Operation['key'], variables: ChangeTarget & Untyped): (answer: SavedAnswer) => SavedAnswer {
  const [type, operation] = key;
  const target = { type, id: variables.id };
  const change = changeOf(key, operation === 'delete' ? { ...variables, ...target } : variables);
  return (answer) => {
    const { data } = ownMembers(answer.document);
    const isListed = operation === 'delete' && Array.isArray(data) && data.some((it) => isSame(it, target));
    return mapAnswer(answer, (it) => {
      const isTarget = isSame(it, target);
      if (isListed && isTarget) return undefined;
      return operation === 'delete' || isTarget ? withFields(it, change) : it;
    });
  };
}

async function show(
  cache: Cache,
  baseUrl: string,
  key: Operation['key'],
  variables: ChangeTarget & Untyped,
): Promise<void> {
  const change = afterWrite(key, variables);
  const isChanging = (it: SavedAnswer): boolean => change(it) !== it;
  const changing = (): readonly CachedQuery[] =>
    cache
      .getQueryCache()
      .getAll()
      .filter(({ queryKey, state }) => isReadKey(queryKey, baseUrl) && answersIn(state.data).some(isChanging));
  const unsure = new Set(changing().filter(({ state }) => state.isInvalidated || state.fetchStatus === 'fetching'));
  const filters = { predicate: (it: CachedQuery) => unsure.has(it) };
  // A response that is on its way does not contain the change.
  await cache.cancelQueries(filters);
  const shown = new Map(
    changing().map((query) => {
      const { data } = query.state;
      replaceAnswers(cache, query, answersIn(data).map(change));
      return [query, [data, query.state.data]] as const;
    }),
  );
  await cache.invalidateQueries({ ...filters, refetchType: 'none' });
  const mutation = runningMutation(variables, cache);
  const stop = cache.getMutationCache().subscribe((event) => {
    if (event.mutation !== mutation || mutation?.state.status === 'pending') return;
    stop();
    if (mutation?.state.status !== 'error') return;
    for (const [query, [before, after]] of shown)
      if (query.state.data === after)
        cache.setQueryData(query.queryKey, before, { updatedAt: query.state.dataUpdatedAt });
    void invalidate(cache, new Set(shown.keys()));
  });
}

const running: WeakMap<object, Promise<void>> = new WeakMap();

/**
 * Shows a mutation in all queries at once, and again what they had before if it fails: pass it as the option of the same name. Changes
 * attributes and links that the queries hold, and takes deleted resources out of lists.
 *
 * @example
 * const rename = useMutation(writes.update('articles', { optimistic }));
 */
export const optimistic: ShowEarly = async (cache, { baseUrl }, key, variables, context) => {
  const known = running.get(context) ?? show(cache, baseUrl, key, variables);
  running.set(context, known);
  await known;
};
