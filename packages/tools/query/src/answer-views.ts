import type { Answer, SavedAnswer, ShareResources } from '@linkage/client';
import { isObject, ownMembers } from '@linkage/core/internal';
import { answersIn, resourcesOf, withAnswers } from './held-resources.ts';
import { shareResources } from './shared-resources.ts';

/** The data of an infinite query. */
export interface Pages<Item> {
  readonly pages: readonly Item[];
  readonly pageParams: readonly unknown[];
}

/** Restores an answer from the data of a query. */
export type Restore = (saved: SavedAnswer<Answer<unknown>>, share: ShareResources) => Answer<unknown>;

/** Returns functions that show the data of queries as answers, the same ones for the same data. */
export function viewsOf(restore: Restore): {
  one(saved: SavedAnswer): unknown;
  pages(data: Pages<SavedAnswer>): Pages<unknown>;
} {
  const known = new WeakMap<object, unknown>();
  function once<Data extends object, View>(data: Data, view: (data: Data) => View): View {
    if (!known.has(data)) known.set(data, view(data));
    return known.get(data) as View;
  }
  const one = (saved: SavedAnswer): unknown => once(saved, (it) => restore(it as never, shareResources));
  return { one, pages: (data) => once(data, (it) => ({ ...it, pages: it.pages.map(one) })) };
}

/** Returns an answer with all resource objects of an earlier one that are equal, or the earlier one if nothing differs. */
function shared(before: SavedAnswer, after: SavedAnswer): SavedAnswer {
  // Of the headers, only the tag says anything about the document.
  const textOf = (it: SavedAnswer): string => JSON.stringify({ ...it, headers: ownMembers(it.headers).etag });
  if (textOf(before) === textOf(after)) return before;
  const known = new Map(resourcesOf(before).map((it) => [JSON.stringify(it), it]));
  return JSON.parse(JSON.stringify(after), (_, value) =>
    isObject(value) && Object.hasOwn(value, 'id') ? (known.get(JSON.stringify(value)) ?? value) : value,
  );
}

/** The structural sharing of queries. What the option `select` returns is not compared: resources can contain each other. */
export function shareData(before: unknown, after: unknown): unknown {
  const [old, now] = [answersIn(before), answersIn(after)];
  if (now.some((it) => Object.hasOwn(it, 'data'))) return after;
  const answers = now.map((it, index) => (old[index] ? shared(old[index], it) : it));
  const isSame = answers.length === old.length && answers.every((it, index) => it === old[index]);
  return isSame ? before : withAnswers(after, answers);
}
