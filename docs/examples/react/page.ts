import { atomicRequests, createClient } from '@linkage/client';
import { subscribe } from '@linkage/query';
import { dehydrate, hydrate, QueryClient } from '@tanstack/react-query';
import { queriesOf } from './queries.ts';
import type { api } from './schema.ts';
import { loadState, storeState } from './store.ts';

const client = createClient<typeof api>({ baseUrl: '/api', atomic: atomicRequests() });
export const queries = queriesOf(client);
export const queryClient: QueryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });

/** Fills the cache with what this browser has stored, and with what the server has rendered: the newer one of each query stays. */
export async function start(rendered: string): Promise<void> {
  // The functions of stored mutations, which are plain data.
  for (const mutation of [queries.save, queries.rename, queries.remove, queries.create])
    queryClient.setMutationDefaults(mutation.mutationKey, mutation as object);
  for (const state of [(await loadState()) ?? {}, JSON.parse(rendered)]) hydrate(queryClient, state);
  void queryClient.resumePausedMutations();
  let isStoring = false;
  const store = (): void => {
    if (isStoring) return;
    isStoring = true;
    setTimeout(() => {
      isStoring = false;
      void storeState(dehydrate(queryClient));
    }, 100);
  };
  queryClient.getQueryCache().subscribe(store);
  queryClient.getMutationCache().subscribe(store);
  subscribe(queryClient, client, new EventSource('/api/events'));
}
