/** Random writes: after each, every query of the cache equals what the server has, or is invalidated. */
import { isDeepStrictEqual } from 'node:util';
import { MutationObserver, type Query, QueryClient } from '@tanstack/query-core';
import { expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { createModelWorld, createRandom, modelQueries, randomWrite } from './model-world.ts';

interface Held {
  readonly document: unknown;
}

/** Returns the documents of an answer, or of the pages of an infinite list. */
const documentsIn = (data: unknown): readonly unknown[] =>
  ((data as { readonly pages?: readonly Held[] }).pages ?? [data as Held]).map(({ document }) => document);

/** Reads a query with an empty cache: as many pages as are held. */
async function fresh(query: Query, pages: number): Promise<unknown> {
  const empty = new QueryClient();
  const { queryKey, queryFn, ...options } = query.options;
  const given = { ...options, queryKey: query.queryKey, queryFn, retry: false, pages } as never;
  const data = await ('initialPageParam' in options ? empty.fetchInfiniteQuery(given) : empty.fetchQuery(given));
  empty.clear();
  return documentsIn(data);
}

async function refetch(queryClient: QueryClient, query: object): Promise<void> {
  const options = { ...query, staleTime: 0, pages: 2 } as never;
  await ('initialPageParam' in query ? queryClient.fetchInfiniteQuery(options) : queryClient.fetchQuery(options)).catch(
    () => undefined,
  );
}

test.each([
  ['one after the other', 1, isLong ? 10_000 : 150, 0.2],
  ['three at the same time, with responses in any order, and with reads', 3, isLong ? 3000 : 90, 0.02],
])(
  '%s',
  async (_, together, count, least) => {
    const random = createRandom(together);
    const world = createModelWorld();
    const { client, hold } = world;
    const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
    const queries = modelQueries(client);
    const any = (): object => queries[random(queries.length)] as object;
    let [kept, stale] = [0, 0];
    for (let done = 0; done < count; done += together) {
      for (const query of queries) {
        const state = queryClient.getQueryState(query.queryKey);
        if (state?.data === undefined || state.isInvalidated) await refetch(queryClient, query);
      }
      const writes = Array.from({ length: together }, () => randomWrite(world, random));
      const release = together > 1 ? hold(random) : undefined;
      const running: Promise<unknown>[] = writes.map(([options, variables]) =>
        new MutationObserver(queryClient, options as never).mutate(variables as never).catch(() => undefined),
      );
      if (release) running.push(...[any(), any(), any()].map((it) => refetch(queryClient, it)));
      await release?.();
      await Promise.all(running);
      for (const query of queryClient.getQueryCache().getAll()) {
        const { data, isInvalidated } = query.state;
        if (isInvalidated) stale++;
        if (data === undefined || isInvalidated) continue;
        kept++;
        const held = documentsIn(data);
        const now = await fresh(query, held.length).catch(String);
        const story = [writes.map(([{ mutationKey }, it]) => [mutationKey, it]), query.queryKey];
        if (!isDeepStrictEqual(held, now)) expect(held, JSON.stringify(story)).toEqual(now);
      }
    }
    queryClient.clear();
    // A client that reads everything anew would also pass.
    expect(kept / (kept + stale)).toBeGreaterThan(least);
  },
  2_400_000,
);
