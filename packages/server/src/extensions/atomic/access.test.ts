import { describe, expect, test } from 'vitest';
import { operate } from '../../../test/atomic-request.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import { atomicOperations } from './atomic-operations.ts';

/** Users see the articles 1 and 2, may rename article 1, and may not create people. */
function create() {
  return createServer(blog, blogSources(), {
    extensions: [atomicOperations()],
    defaultAccess: 'allow',
    access: {
      articles: {
        read: () => [{ field: 'id', values: ['1', '2'] }],
        update: (_, { id }) => id === '1',
        updateRelationship: (_, { relationship }) => relationship !== 'reviewer',
        delete: () => false,
      },
      people: { create: () => false },
    },
  });
}

const article = (id: string) => ({ type: 'articles', id });
const rename = (id: string) => ({ op: 'update', data: { ...article(id), attributes: { title: 'x' } } });

describe('ATX-31 access rules', () => {
  test.each([
    ['update', (id: string) => rename(id)],
    ['remove', (id: string) => ({ op: 'remove', ref: article(id) })],
    ['remove by URL', (id: string) => ({ op: 'remove', href: `/articles/${id}` })],
    [
      'updateRelationship',
      (id: string) => ({ op: 'update', ref: { ...article(id), relationship: 'author' }, data: null }),
    ],
    ['a condition', (id: string) => ({ op: 'remove', ref: article(id), meta: { ifMatch: '"x"' } })],
    [
      'linkage',
      (id: string) => ({ op: 'add', ref: { type: 'people', id: '7', relationship: 'articles' }, data: [article(id)] }),
    ],
  ])('%s: a hidden resource is answered like one that does not exist', async (_, operation) => {
    const answer = async (id: string) => {
      const { status, document } = await operate(create(), [rename('1'), operation(id)]);
      return [status, JSON.stringify(document).replaceAll(id, '?')];
    };
    const hidden = await answer('3');
    expect(hidden).toEqual(await answer('9'));
    expect(hidden[0]).toBe(404);
  });

  test.each([
    ['update', rename('2'), ''],
    ['delete', { op: 'remove', ref: article('1') }, ''],
    ['updateRelationship', { op: 'update', ref: { ...article('1'), relationship: 'reviewer' }, data: null }, ''],
    [
      'updateRelationship within an update',
      { op: 'update', data: { ...article('1'), relationships: { reviewer: { data: null } } } },
      '/data/relationships/reviewer',
    ],
    ['create', { op: 'add', data: { type: 'people', attributes: { name: 'x' } } }, ''],
  ])('%s: what a rule rejects is 403, and nothing stays', async (_, operation, place) => {
    const server = create();
    const { status, problems } = await operate(server, [rename('1'), operation]);
    expect([status, problems]).toEqual([403, [`FORBIDDEN /atomic:operations/1${place}`]]);
    expect((await send(server, 'GET /articles/1')).document.data.attributes.title).toBe('Bikes');
  });
});
