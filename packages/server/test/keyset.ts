import { attribute, defineApi, errorObject, JsonApiError, toMany } from '@linkage/core';
import type { FoundPage, PageRequest, PaginationStrategy } from '@linkage/core/http';
import { compare } from '@linkage/core/internal';
import { z } from 'zod';
import type { CollectionQuery, DataSource, PageSlice, SourcePage } from '../src/sources/port/data-source.ts';

/** Tracks of a record label: an API for keyset pagination, here to prove that the port and the strategy allow it. */
export const tracks = defineApi({
  tracks: {
    attributes: { title: attribute(z.string(), { sort: true }), plays: attribute(z.number(), { sort: true }) },
    relationships: {},
  },
  albums: { attributes: { name: z.string() }, relationships: { tracks: toMany('tracks') } },
});

/** One track. */
export interface Track {
  readonly id: string;
  readonly title: string;
  readonly plays: number;
}

type Position = readonly unknown[];

function inOrder(left: Position, right: Position, sort: CollectionQuery['sort']): number {
  for (const [index, value] of left.entries()) {
    const order = compare(value, right[index]);
    if (order !== 0) return sort[index]?.descending === true ? -order : order;
  }
  return 0;
}

/** A page of some tracks: the position of each is what the order compares, and last its id. */
function pageOfTracks(
  all: Iterable<Track>,
  sort: CollectionQuery['sort'],
  { limit, after, before }: PageSlice,
): SourcePage<Track> {
  const placed = [...all].map((record) => ({
    record,
    position: [...sort.map(({ field }) => record[field as 'title' | 'plays']), record.id],
  }));
  placed.sort((left, right) => inOrder(left.position, right.position, sort));
  const fitting = placed.filter(
    ({ position }) =>
      (after === undefined || inOrder(position, after as Position, sort) > 0) &&
      (before === undefined || inOrder(position, before as Position, sort) < 0),
  );
  const shown = before !== undefined && after === undefined ? fitting.slice(-limit) : fitting.slice(0, limit);
  return { records: shown.map(({ record }) => record), positions: shown.map(({ position }) => position) };
}

/** Sources that know positions, over tracks which a test may change; album 1 has them all. */
export function trackSources(rows: Map<string, Track>) {
  const source: DataSource<typeof tracks, 'tracks'> = {
    list: ({ sort, page }) => pageOfTracks(rows.values(), sort, page),
    find: (ids) => ids.flatMap((id) => rows.get(id) ?? []),
  };
  const albums: DataSource<typeof tracks, 'albums'> = {
    list: () => ({ records: [{ id: '1', name: 'All' }], positions: [['1']] }),
    find: (ids) => ids.filter((id) => id === '1').map((id) => ({ id, name: 'All' })),
    related: (_, ids, query) => {
      const page = query.page ?? query.pagePerParent ?? { offset: 0, limit: query.atMost };
      return new Map(ids.map((id) => [id, pageOfTracks(rows.values(), query.page ? query.sort : [], page)]));
    },
  };
  return { tracks: source, albums };
}

/** Reads and writes cursors: text around a position, bound to the collection and its order. */
function cursorsOf({ parameters, sort, url }: PageRequest) {
  const bound = JSON.stringify([url, sort]);
  return {
    write: (position: unknown): string => btoa(encodeURIComponent(JSON.stringify([bound, position]))),
    read(name: string): unknown {
      const text = parameters.get(name);
      if (text === undefined) return undefined;
      try {
        const [of, position] = JSON.parse(decodeURIComponent(atob(text)));
        if (of === bound && Array.isArray(position)) return position;
      } catch {
        // Whatever is wrong with it, it is not a cursor of this collection.
      }
      const source = { parameter: `page[${name}]` };
      throw new JsonApiError(errorObject('PAGE_INVALID', 'This is not a cursor of this collection.', { source }));
    },
  };
}

/** Pages by cursor: all that a strategy of a new kind takes. */
export const keysetStrategy: PaginationStrategy = {
  names: ['size', 'after', 'before'],
  sizeName: 'size',
  read(request) {
    const cursors = cursorsOf(request);
    const [after, before] = [cursors.read('after'), cursors.read('before')];
    const isBackward = before !== undefined && after === undefined;
    const limit = Number(request.parameters.get('size') ?? request.pageSize);
    return {
      slice: { offset: 0, limit, positions: true, after, before },
      neighbours({ hasMore, count, positions }: FoundPage) {
        const [first, last] = [positions[0], positions.at(-1)];
        const isMoreBefore = isBackward ? hasMore : after !== undefined && count > 0;
        const isMoreBehind = isBackward ? count > 0 : hasMore;
        return {
          first: {},
          prev: isMoreBefore ? { before: cursors.write(first) } : null,
          next: isMoreBehind ? { after: cursors.write(last) } : null,
        };
      },
      meta: ({ count }) => ({ count }),
      memberMeta: (position) => ({ cursor: cursors.write(position) }),
    };
  },
};
