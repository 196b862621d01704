import { JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { expect, test } from 'vitest';
import { type api, createIssues } from '../test/actions.ts';
import { createClient } from './create-client.ts';
import { errorsByField, errorsByPath } from './errors-by-field.ts';

/** A client, and the requests that it sends. */
function open() {
  const sent: Request[] = [];
  const handler = toFetchHandler(createIssues(), { prefix: '/api' });
  const client = createClient<typeof api>({
    baseUrl: 'https://example.com/api',
    fetch(request) {
      sent.push(request.clone());
      return handler(request);
    },
  });
  return { client, sent };
}

test('an action on a resource returns the resource with what the request includes', async () => {
  const { client, sent } = open();
  const { data, etag } = await client.action('issues', 'close', {
    ...{ id: '1', input: { reason: 'done' } },
    include: ['owner'],
    fields: { issues: ['status', 'owner'] },
  });
  expect([data?.status, data?.owner?.name]).toEqual(['closed', 'Ann']);
  expect(sent[0]?.url).toBe(
    'https://example.com/api/issues/1/-actions/close?include=owner&fields%5Bissues%5D=status,owner',
  );
  expect(await sent[0]?.json()).toEqual({ meta: { reason: 'done' } });
  const { meta } = await client.action('issues', 'measure', { id: '1' }, { ifMatch: String(etag) });
  expect(meta.size).toBe(7);
});

test('an action on a filter, and on the collection', async () => {
  const { client, sent } = open();
  const found = [{ field: 'status', values: ['open'] }] as const;
  await expect(client.action('issues', 'archive', { filter: found })).rejects.toMatchObject({ status: 403 });
  await client.action('issues', 'close', { id: '2', input: { reason: 'done' } });
  expect((await client.action('issues', 'archive', { filter: found })).meta).toEqual({ count: 2 });
  const { status, data } = await client.action('issues', 'reset', {});
  expect([status, data]).toEqual([204, undefined]);
  expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
    '/api/issues/-actions/archive',
    '/api/issues/2/-actions/close',
    '/api/issues/-actions/archive',
    '/api/issues/-actions/reset',
  ]);
});

test('errors have the names of the input', async () => {
  const { client } = open();
  const error = await client.action('issues', 'close', { id: '1', input: { reason: 'x' } }).catch((it: unknown) => it);
  if (!JsonApiError.is(error)) throw error;
  expect([Object.keys(errorsByField(error)), Object.keys(errorsByPath(error))]).toEqual([['reason'], ['reason']]);
});

test('wrong calls are errors before a request', async () => {
  const { client, sent } = open();
  const loose = client.action as (...given: unknown[]) => Promise<unknown>;
  for (const [given, message] of [
    [{ id: 5 }, 'client.action: request: `id` must be a string'],
    [{ id: '1', inputs: {} }, 'client.action: request: unknown member'],
    [{ id: '1', input: 'x' }, 'client.action: request: `input` must be an object'],
  ] as const)
    await expect(loose('issues', 'close', given)).rejects.toThrow(message);
  await expect(loose('issues', '..', { id: '1' })).rejects.toThrow(TypeError);
  expect(sent).toEqual([]);
});
