import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import { cursorProfile } from '@linkage/core/cursor-pagination';
import type { HandledTarget, Samples } from '../src/index.ts';

const base = 'http://localhost/cursors';
const uri = cursorProfile.uri;
const MAX = 5;

interface Item {
  readonly id: string;
  readonly rank: number;
}

const items: readonly Item[] = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, index) => ({ id, rank: index % 3 }));

function respond(status: number, document: object): Response {
  const headers = { 'content-type': `${JSON_API_MEDIA_TYPE}; profile="${uri}"`, vary: 'Accept' };
  return new Response(JSON.stringify({ ...document, jsonapi: { version: '1.1', profile: [uri] } }), {
    status,
    headers,
  });
}

function reject(parameter: string, type?: string, meta?: object): Response {
  const links = type === undefined ? {} : { links: { type: [`${uri}${type}`] } };
  return respond(400, {
    errors: [{ status: '400', title: 'Invalid page', source: { parameter }, ...links, ...(meta && { meta }) }],
  });
}

function sorted(sort: string | null): readonly Item[] {
  const order = sort === '-rank' ? -1 : 1;
  const compare = (left: Item, right: Item): number =>
    (sort === null ? 0 : order * (left.rank - right.rank)) || (left.id < right.id ? -1 : 1);
  return items.toSorted(compare);
}

/** One page: everything that the profile demands, over a list that does not change. */
function listing(url: URL, ranges: boolean): Response {
  const get = (name: string): string | null => url.searchParams.get(name);
  const sort = get('sort');
  if (sort === 'unstable') return reject('sort', 'unsupported-sort');
  if (sort !== null && !['rank', '-rank'].includes(sort)) return reject('sort');
  const all = sorted(sort);
  const size = get('page[size]');
  if (size !== null && (!/^[0-9]+$/.test(size) || Number(size) === 0)) return reject('page[size]');
  if (Number(size) > MAX) return reject('page[size]', 'max-size-exceeded', { page: { maxSize: MAX } });
  const [after, before] = [get('page[after]'), get('page[before]')];
  for (const [name, cursor] of Object.entries({ 'page[after]': after, 'page[before]': before })) {
    if (cursor !== null && !all.some(({ id }) => `c-${id}` === cursor)) return reject(name);
  }
  if (after !== null && before !== null && !ranges) return reject('page[before]', 'range-pagination-not-supported');
  const start = after === null ? 0 : all.findIndex(({ id }) => `c-${id}` === after) + 1;
  const end = before === null ? all.length : all.findIndex(({ id }) => `c-${id}` === before);
  const used = size === null ? (after !== null && before !== null ? MAX : 3) : Number(size);
  const fitting = all.slice(start, end);
  const shown = before !== null && after === null ? fitting.slice(-used) : fitting.slice(0, used);
  const link = (parameters: Record<string, string>): string => {
    const query = new URLSearchParams({
      ...(sort === null ? {} : { sort }),
      'page[size]': String(used),
      ...parameters,
    });
    return `${base}/items?${query}`;
  };
  const [first, last] = [shown[0], shown.at(-1)];
  const isFirst = first === undefined ? start === 0 : all.indexOf(first) === 0;
  const isLast = last === undefined ? end === all.length : all.indexOf(last) === all.length - 1;
  const isTruncated = after !== null && before !== null && fitting.length > shown.length;
  return respond(200, {
    links: {
      self: { href: url.href, type: `${JSON_API_MEDIA_TYPE}; profile="${uri}"` },
      prev: isFirst || first === undefined ? null : link({ 'page[before]': `c-${first.id}` }),
      next: isLast || last === undefined ? null : link({ 'page[after]': `c-${last.id}` }),
    },
    meta: { page: { total: all.length, ...(isTruncated ? { rangeTruncated: true } : {}) } },
    data: shown.map(({ id, rank }) => ({
      type: 'items',
      id,
      attributes: { rank },
      meta: { page: { cursor: `c-${id}` } },
    })),
  });
}

/** A server of one collection with cursors, to prove that the cases of the profile can pass. */
export function cursorTarget({ ranges = true }: { readonly ranges?: boolean } = {}): HandledTarget {
  const handle = (request: Request): Response => {
    const url = new URL(request.url);
    if (url.pathname === '/cursors/items') return listing(url, ranges);
    const item = items.find(({ id }) => url.pathname === `/cursors/items/${id}`);
    if (item === undefined) return respond(404, { errors: [{ status: '404', title: 'Not found' }] });
    return respond(200, { data: { type: 'items', id: item.id, attributes: { rank: item.rank } } });
  };
  return { handle, baseUrl: base };
}

/** The samples of the collection. */
export function cursorSamples(ranges: boolean): Samples {
  return {
    types: { items: { sort: ['rank'] } },
    profiles: [uri],
    cursor: { type: 'items', maxSize: MAX, ranges, unsupportedSort: 'unstable' },
  };
}
