import { beforeEach, describe, expect, test, vi } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { type AnyDocument, identities, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';

// Without `onError` failures are logged; here they are expected.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

const article = (id: unknown, rest: object = {}): AnyDocument => ({ id, title: 'x', views: 1, author: null, ...rest });
/** A server over one page of articles and over people who exist whatever their id. */
const serving = (records: AnyDocument, people: AnyDocument = []): Server =>
  createServer(
    blog,
    withRest(blog, {
      articles: {
        list: () => records,
        find: (ids) => records.records.filter(({ id }: AnyDocument) => ids.includes(String(id))),
      },
      people: { find: () => people },
    }),
  );

describe('results of a source', () => {
  test.each<[string, AnyDocument]>([
    ['nothing', undefined],
    ['null', null],
    ['an array instead of a page', [article(1)]],
    ['a text', 'articles'],
    ['records that are not array', { records: 'abc' }],
    ['null for a record', { records: [null] }],
    ['a record without an id', { records: [article(undefined)] }],
    ['an id that is not an id', { records: [article({})] }],
    ['an id that is not an integer', { records: [article(1.5)] }],
    ['one resource twice', { records: [article(1), article('1')] }],
    ['an attribute that is not JSON', { records: [article(1, { title: 1n })] }],
    [
      'a circle',
      {
        records: [
          article(1, {
            subtitle: (() => {
              const a: unknown[] = [];
              a.push(a);
              return a;
            })(),
          }),
        ],
      },
    ],
    ['an invalid date', { records: [article(1, { publishedAt: new Date(Number.NaN) })] }],
    ['to-one as an array', { records: [article(1, { author: [] })] }],
    ['to-many as one', { records: [article(1, { comments: 5 })] }],
    ['an identifier of a foreign type', { records: [article(1, { author: Symbol('x') })] }],
  ])('%s: 500, and nothing of it is shown', async (_, given) => {
    const { status, problems } = await send(serving(given), 'GET /articles?include=author');
    expect([status, problems.length]).toEqual([500, 1]);
  });

  test.each<[string, AnyDocument]>([
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('secret'))],
    ['rejects with nothing', () => Promise.reject()],
    ['rejects with a text', () => Promise.reject('secret')],
    [
      'has a getter that throws',
      () => ({
        get records() {
          throw new Error('secret');
        },
      }),
    ],
    [
      'has a record that throws',
      () => ({
        records: [
          {
            id: 1,
            get title() {
              throw new Error('secret');
            },
          },
        ],
      }),
    ],
  ])('%s: 500 without a word of the exception', async (_, list) => {
    const server = createServer(blog, withRest(blog, { articles: { list } }));
    const { status, document } = await send(server, 'GET /articles');
    expect(status).toBe(500);
    expect(JSON.stringify(document)).not.toContain('secret');
  });

  test('more records than requested are reduced to the page', async () => {
    const { document } = await send(
      serving({ records: [1, 2, 3, 4].map((id) => article(id)) }),
      'GET /articles?page[size]=2',
    );
    expect(identities(document.data)).toEqual(['articles 1', 'articles 2']);
    expect(document.links.next).not.toBeNull();
  });

  test.each([
    ['one record more than shown, nothing behind it', 3, false, true],
    ['exactly the page, and more', 2, true, true],
    ['exactly the page, and nothing', 2, false, false],
    ['exactly the page, and no word', 2, undefined, false],
  ])('next is right for %s', async (_, count, hasMore, next) => {
    const records = [1, 2, 3].slice(0, count).map((id) => article(id));
    const { document } = await send(serving({ records, hasMore }), 'GET /articles?page[size]=2');
    expect(document.links.next !== null).toBe(next);
  });

  test('ids can be numbers, bigints, and strings, and links encode them', async () => {
    const { document } = await send(
      serving({ records: [1, 2n, 'a/?#% ä', '', '\ud800', '..'].map((id) => article(id)) }),
      'GET /articles?fields[articles]=',
    );
    expect(document.data.map(({ id, links }: AnyDocument) => [id, links.self])).toEqual([
      ['1', '/articles/1'],
      ['2', '/articles/2'],
      ['a/?#% ä', '/articles/a%2F%3F%23%25%20%C3%A4'],
      ['', '/articles/'],
      ['\ud800', '/articles/%EF%BF%BD'],
      ['..', '/articles/..'],
    ]);
  });

  test('a record that was not requested is not shown', async () => {
    const server = createServer(blog, withRest(blog, { articles: { find: () => [article(2), article(3)] } }));
    expect((await send(server, 'GET /articles/1')).status).toBe(404);
    const one = createServer(blog, withRest(blog, { articles: { find: () => [article(2), article(1)] } }));
    expect((await send(one, 'GET /articles/1')).document.data.id).toBe('1');
  });

  test('unrequested and repeated records are not included', async () => {
    const people = [
      { id: 8, name: 'Foreign' },
      { id: 7, name: 'First' },
      { id: 7, name: 'Second' },
    ];
    const { document } = await send(
      serving({ records: [article(1, { author: 7 })] }, people),
      'GET /articles?include=author',
    );
    expect(document.included.map(({ id, attributes }: AnyDocument) => [id, attributes.name])).toEqual([['7', 'First']]);
  });

  test('AMB-33 repeated members of a relationship are shown once', async () => {
    const record = article(1, { secrets: [7, '7', { type: 'people', id: 7 }] });
    const server = serving({ records: [record] }, [{ id: 7, name: 'x' }]);
    expect(identities((await send(server, 'GET /articles/1/secrets')).document.data)).toEqual(['people 7']);
    expect(identities((await send(server, 'GET /articles/1/relationships/secrets')).document.data)).toEqual([
      'people 7',
    ]);
    expect(identities((await send(server, 'GET /articles')).document.data[0].relationships.secrets.data)).toEqual([
      'people 7',
    ]);
  });
});

describe('results of a write', () => {
  test.each<[string, string, AnyDocument, AnyDocument]>([
    ['create gives nothing', 'POST /people', { create: () => undefined }, { id: '1' }],
    ['create gives another resource', 'POST /people', { create: () => ({ id: '2', name: 'x' }) }, { id: '1' }],
    ['update gives nothing', 'PATCH /people/1', { update: () => undefined }, { id: '1' }],
    ['update gives another resource', 'PATCH /people/1', { update: () => ({ id: '2', name: 'x' }) }, { id: '1' }],
    ['delete does not say', 'DELETE /people/1', { delete: () => undefined }, { id: '1' }],
    [
      'updateRelationship does not say',
      'PATCH /people/1/relationships/friend',
      { updateRelationship: () => undefined },
      null,
    ],
  ])('%s: 500', async (_, line, people, data) => {
    const body = { data: data && { type: 'people', attributes: { name: 'x' }, ...data } };
    const { status } = await send(createServer(blog, withRest(blog, { people })), line, body);
    expect(status).toBe(500);
  });
});
