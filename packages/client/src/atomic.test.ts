import { JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { describe, expect, test } from 'vitest';
import { reply, scripted } from '../test/replies.ts';
import { type api, createWorld } from '../test/world.ts';
import { atomicRequests } from './atomic.ts';
import { createClient } from './create-client.ts';
import { errorsByField } from './errors-by-field.ts';

const results = (...list: readonly unknown[]) => reply({ 'atomic:results': list });

describe('a transaction', () => {
  test('sends the operations in order, with handles as local ids', async () => {
    const { client, requests } = scripted([() => results({ data: { type: 'people', id: '1' } }, {}, {}, {}, {}, {})]);
    const named = await client.atomic(
      (it) => {
        const author = it.add('people', { attributes: { name: 'A' } });
        const updated = it.update(author, { attributes: { name: 'B' }, relationships: { friend: author } });
        it.updateRelationship({ type: 'articles', id: '1' }, 'comments', { add: [{ type: 'comments', id: '5' }] });
        it.updateRelationship({ type: 'articles', id: '1' }, 'author', { replace: null }, { ifMatch: '"1"' });
        it.updateRelationship({ type: 'articles', id: '1' }, 'comments', { remove: [] });
        return { author, updated, removed: it.remove({ type: 'articles', id: '1' }, { ifMatch: '"2"' }) };
      },
      { idempotencyKey: 'k' },
    );
    expect(named).toEqual({ author: { type: 'people', id: '1' }, updated: undefined, removed: undefined });
    const author = { type: 'people', lid: 'local-0' };
    const article = { type: 'articles', id: '1' };
    expect(await requests.at(0)?.json()).toEqual({
      'atomic:operations': [
        { op: 'add', data: { ...author, attributes: { name: 'A' } } },
        {
          op: 'update',
          ref: author,
          data: { ...author, attributes: { name: 'B' }, relationships: { friend: { data: author } } },
        },
        { op: 'add', ref: { ...article, relationship: 'comments' }, data: [{ type: 'comments', id: '5' }] },
        { op: 'update', ref: { ...article, relationship: 'author' }, data: null, meta: { ifMatch: '"1"' } },
        { op: 'remove', ref: { ...article, relationship: 'comments' }, data: [] },
        { op: 'remove', ref: article, meta: { ifMatch: '"2"' } },
      ],
    });
    expect(requests.at(0)?.headers.get('Idempotency-Key')).toBe('"k"');
  });

  test('an upsert sends the id, and stands for the resource', async () => {
    const { client, requests } = scripted([() => results({ data: { type: 'people', id: '7' } }, {})]);
    await client.atomic((it) => {
      const author = it.upsert('people', { id: '7', attributes: { name: 'A' } });
      return [author, it.updateRelationship({ type: 'articles', id: '1' }, 'author', { replace: author })];
    });
    expect(await requests.at(0)?.json()).toEqual({
      'atomic:operations': [
        {
          op: 'add',
          data: { type: 'people', id: '7', lid: 'local-0', attributes: { name: 'A' } },
          meta: { upsert: true },
        },
        {
          op: 'update',
          ref: { type: 'articles', id: '1', relationship: 'author' },
          data: { type: 'people', lid: 'local-0' },
        },
      ],
    });
  });

  test('a result without a resource object is undefined', async () => {
    const { client } = scripted([() => results(null, { data: null }, { data: [] }, { meta: {} })]);
    const target = { type: 'articles', id: '1' } as const;
    const run = () => client.atomic((it) => [1, 2, 3, 4].map(() => it.update(target, {})));
    expect(await run()).toEqual([undefined, undefined, undefined, undefined]);
  });

  test('204 has no results', async () => {
    const { client } = scripted([() => new Response(null, { status: 204 })]);
    expect(await client.atomic((it) => [it.remove({ type: 'articles', id: '1' })])).toEqual([undefined]);
  });

  test.each([[undefined], [{}], [[]], [[{}, {}]]])('results %j for one operation are an error', async (list) => {
    const { client } = scripted([() => reply({ meta: {}, 'atomic:results': list })]);
    const sent = client.atomic((it) => [it.remove({ type: 'articles', id: '1' })]);
    await expect(sent).rejects.toMatchObject({ name: 'ClientError', kind: 'not-json-api' });
  });

  test('errors have the index of their operation, and nothing is written', async () => {
    const handler = toFetchHandler(createWorld().server, { prefix: '/api' });
    const client = createClient<typeof api>({
      baseUrl: 'http://localhost/api',
      fetch: handler,
      atomic: atomicRequests(),
    });
    const sent = client.atomic((it) => [
      it.add('articles', { attributes: { title: 'A' } }),
      it.add('articles', { attributes: { title: '' } }),
    ]);
    const error: unknown = await sent.catch((it: unknown) => it);
    expect(JsonApiError.is(error) && Object.keys(errorsByField(error))).toEqual(['1.title']);
    expect((await client.list('articles')).total).toBe(3);
  });
});
