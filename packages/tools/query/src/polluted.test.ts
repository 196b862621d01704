/** The same reads and changes in a program that has added properties to `Object.prototype`. */

import { createClient } from '@linkage/client';
import type { Api } from '@linkage/core';
import { QueryClient } from '@tanstack/query-core';
import { expect, test } from 'vitest';
import { withoutPollution, withPollution } from '../../../client/test/prototypes/pollution.ts';
import { someOf } from '../../../core/test/runs.ts';
import { applyChange, createReads, createWrites } from './index.ts';

const article = {
  type: 'articles',
  id: '1',
  attributes: { title: 'First' },
  relationships: { author: { data: { type: 'people', id: '9' } } },
};
const documents: Readonly<Record<string, unknown>> = {
  '/api/articles': { data: [article], links: { next: '?page=2' } },
  '/api/articles/1': { data: article },
  '/api/people': { data: [] },
};

type Calls = Readonly<Record<string, (...given: readonly unknown[]) => never>>;
interface Call {
  readonly queryFn: (context: object) => Promise<object>;
  readonly queryKey: readonly unknown[];
  readonly mutationFn: (variables: object) => Promise<unknown>;
  readonly onSuccess: (...given: readonly unknown[]) => Promise<void>;
}

/** Reads, writes, and applies changes with the least that each function needs. */
async function run(): Promise<unknown> {
  const requests: unknown[] = [];
  const client = createClient<Api>({
    baseUrl: 'https://example.com/api',
    fetch: (request) =>
      withoutPollution(async () => {
        const { method, url, headers } = request;
        requests.push([method, url, [...headers], await request.text()]);
        const document = method === 'GET' ? documents[new URL(url).pathname] : undefined;
        const responseHeaders = { 'Content-Type': 'application/vnd.api+json' };
        return document === undefined
          ? new Response(null, { status: 204 })
          : new Response(JSON.stringify(document), { headers: responseHeaders });
      }),
  });
  const reads = createReads(client) as unknown as Calls;
  const writes = createWrites(client) as unknown as Calls;
  const queryClient = new QueryClient();
  const held: (readonly [readonly unknown[], object])[] = [];
  const queries: readonly Call[] = [
    reads['list']?.('articles', { include: ['author'] }) as never,
    reads['infiniteList']?.('articles') as never,
    reads['get']?.('articles', '1', {}) as never,
  ];
  for (const { queryFn, queryKey } of queries) held.push([queryKey, await queryFn({})]);
  const mutations: readonly (readonly [Call, object])[] = [
    [writes['create']?.('people') as never, {}],
    [writes['update']?.('articles') as never, { id: '1' }],
    [writes['delete']?.('articles') as never, { id: '2' }],
    [writes['updateRelationship']?.('articles', 'author') as never, { id: '1', replace: null }],
  ];
  for (const [{ mutationFn }, variables] of mutations) await mutationFn(variables).catch(String);
  const changes: readonly object[] = [
    { kind: 'update', resource: { type: 'articles', id: '1', attributes: { title: 'New' } } },
    { kind: 'update', resource: { type: 'articles', id: '1', relationships: { author: { data: { lid: 'x' } } } } },
    { kind: 'updateRelationship', resource: { type: 'people', id: '9' }, relationship: 'articles', members: [] },
    { kind: 'create', resource: { type: 'comments' } },
    { kind: 'updateRelationship', resource: { type: 'people', id: '9' }, relationship: 'articles' },
    { kind: 'delete' },
    {},
  ];
  const errors: unknown[] = [];
  for (const change of changes) {
    for (const [key, answer] of held) queryClient.setQueryData(key, answer);
    errors.push(await applyChange(queryClient, client, change as never).catch(String));
    const states = queryClient.getQueryCache().getAll();
    errors.push(
      states.map(({ state }) => [state.isInvalidated, (state.data as { readonly document: unknown }).document]),
    );
  }
  queryClient.clear();
  return JSON.stringify([requests, held, errors]);
}

const names =
  'signal client pageParam previous ifMatch idempotencyKey id lid type attributes relationships add remove replace members pages data included kind resource relationship names page direction next title optimistic'.split(
    ' ',
  );

test.each(someOf(names, 3))('a property %s of `Object.prototype` changes nothing', async (name) => {
  const expected = await run();
  for (const value of ['articles', true, { type: 'articles', id: '1' }, [{ type: 'people', id: '9' }]])
    expect(await withPollution({ [name]: value }, run)).toBe(expected);
});
