import { errorObject, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { operate } from '../../../test/atomic-request.ts';
import { blog as api, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { atomicOperations } from './atomic-operations.ts';

const article = (title: string, others: object = {}) => ({ type: 'articles', attributes: { title }, ...others });

function blog(options: object = {}) {
  const sources = blogSources();
  return { server: createServer(api, sources, { extensions: [atomicOperations()], ...options }), sources };
}

describe('operations', () => {
  test('ATX-14 ATX-20 ATX-23 ATX-24 ATM-17 ATM-18 ATM-19 ATM-20 ATM-26 run in order, results are as many and in place', async () => {
    const { server } = blog();
    const { status, results, headers } = await operate(server, [
      {
        op: 'add',
        data: article('New', { lid: 'new', relationships: { author: { data: { type: 'people', id: '7' } } } }),
      },
      {
        op: 'add',
        data: {
          type: 'comments',
          lid: 'c',
          attributes: { body: 'Hm' },
          relationships: { on: { data: { type: 'articles', lid: 'new' } } },
        },
      },
      {
        op: 'update',
        ref: { type: 'articles', lid: 'new' },
        data: { type: 'articles', lid: 'new', attributes: { views: 5 } },
      },
      {
        op: 'add',
        ref: { type: 'articles', lid: 'new', relationship: 'comments' },
        data: [{ type: 'comments', lid: 'c' }],
      },
      { op: 'remove', href: '/articles/3' },
    ]);
    expect(status).toBe(200);
    expect(headers['Cache-Control']).toBe('no-store');
    expect(results).toMatchObject([
      {
        data: { type: 'articles', id: '4', links: { self: '/articles/4' } },
        meta: { etag: expect.stringMatching(/^"/) },
      },
      { data: { type: 'comments', id: '7', relationships: { on: { data: { type: 'articles', id: '4' } } } } },
      { data: { type: 'articles', id: '4', attributes: { views: 5, title: 'New' } } },
      {},
      {},
    ]);
    expect(results.slice(3)).toEqual([{}, {}]);
    expect((await send(server, 'GET /articles/4/relationships/comments')).document.data).toEqual([
      { type: 'comments', id: '7' },
    ]);
    expect((await send(server, 'GET /articles/3')).status).toBe(404);
  });

  test('ATX-20 ATM-19 ATM-20 without data in any result the answer is 204 without a document', async () => {
    const { server } = blog();
    const { status, document } = await operate(server, [{ op: 'remove', ref: { type: 'articles', id: '3' } }]);
    expect([status, document]).toEqual([204, undefined]);
  });

  test('ATX-14 ATX-17 ATX-18 ATM-17 ATM-18 ATM-23 ATM-21 the first failure rolls back all operations', async () => {
    const { server } = blog();
    const { status, problems } = await operate(server, [
      { op: 'add', data: article('New') },
      { op: 'remove', ref: { type: 'articles', id: '1' } },
      { op: 'add', data: article('') },
      { op: 'remove', ref: { type: 'articles', id: '99' } },
    ]);
    expect([status, problems]).toEqual([422, ['ATTRIBUTE_INVALID /atomic:operations/2/data/attributes/title']]);
    expect((await send(server, 'GET /articles')).document.data.map(({ id }: { id: string }) => id)).toEqual([
      '1',
      '2',
      '3',
    ]);
  });
});

test('a source that rejects an id of a later operation: the error is that of this operation, and the earlier ones have run alone', async () => {
  const sources = blogSources();
  const asked: (readonly string[])[] = [];
  const people = {
    ...sources.people,
    find: (ids: readonly string[], ...others: unknown[]) => {
      asked.push(ids);
      if (ids.includes('bad')) throw new JsonApiError(errorObject('ID_CONFLICT', 'x'));
      return (sources.people as AnyDocument).find(ids, ...others);
    },
  };
  const server = createServer(api, { ...sources, people } as never, { extensions: [atomicOperations()] });
  const by = (id: string) => ({
    op: 'add',
    data: article('New', { relationships: { author: { data: { type: 'people', id } } } }),
  });
  const { status, problems } = await operate(server, [by('7'), by('bad'), by('8')]);
  expect([status, problems]).toEqual([409, ['ID_CONFLICT /atomic:operations/1']]);
  expect(asked).toEqual([['7', 'bad', '8'], ['7'], ['bad']]);
});
