import type { Answer, SavedAnswer } from '@linkage/client';
import { isObject, ownMembers } from '@linkage/core/internal';
import { nameOf } from './held-resources.ts';

/** The data of an infinite query. */
export interface Pages<Item> {
  readonly pages: readonly Item[];
  readonly pageParams: readonly unknown[];
}

/** Restores an answer from the data of a query. */
export type Restore = (saved: SavedAnswer<Answer<unknown>>) => Answer<unknown>;

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
  const one = (saved: SavedAnswer): unknown => once(saved, restore as (saved: SavedAnswer) => unknown);
  return { one, pages: (data) => once(data, (it) => ({ ...it, pages: it.pages.map(one) })) };
}

/** Whether a value is plain data: an answer in the view of a query also has functions. */
function isPlain(data: unknown): boolean {
  const { pages, document, data: primary } = ownMembers(data);
  return Array.isArray(pages) ? pages.every(isPlain) : isObject(document) && primary === undefined;
}

/** Returns the parts of a value by name. Those of a list that identify resources have their identity as name. */
function partsOf(value: object): readonly (readonly [name: string, part: unknown])[] {
  if (!Array.isArray(value)) return Object.entries(value);
  return value.map((part: unknown, index) => {
    return [isObject(part) && Object.hasOwn(part, 'id') ? nameOf(part) : String(index), part];
  });
}

/** Returns JSON with all parts of other JSON that are equal: resource objects of the same identity, wherever they stand in a list. */
function shared(before: unknown, after: unknown): unknown {
  if (typeof before !== 'object' || typeof after !== 'object' || !before || !after) return after;
  if (Array.isArray(before) !== Array.isArray(after)) return after;
  const earlier = partsOf(before);
  const known = new Map(earlier);
  const parts = partsOf(after).map(([name, part]) => [name, shared(known.get(name), part)] as const);
  const isEqual = ([name, part]: readonly [string, unknown], index: number): boolean =>
    earlier.at(index)?.[0] === name && earlier.at(index)?.[1] === part;
  if (parts.length === earlier.length && parts.every(isEqual)) return before;
  return Array.isArray(after) ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

/** The structural sharing of queries. What the option `select` returns is not compared: resources can contain each other. */
export function shareData(before: unknown, after: unknown): unknown {
  return isPlain(after) ? shared(before, after) : after;
}
