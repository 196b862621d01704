import { expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { buildDocument } from '../build/build-document.ts';
import { serialize } from './serialize.ts';

const record = {
  id: 1,
  title: 'A "quoted" title',
  createdAt: new Date(0),
  author: { id: 9, name: 'Dan', friend: null },
  comments: [{ id: 5, body: 'x', author: 9 }],
};

test.each([
  ['one record', record],
  ['several records', [record, { id: 2, title: 'B' }]],
  ['no records', []],
  ['null', null],
])('gives the text of what buildDocument gives: %s', (_, records) => {
  const options = { include: ['author', 'comments.author'], baseUrl: '/api', meta: { took: 1 } } as const;
  const given = records as typeof record;
  const document = buildDocument(blog, 'articles', given, options);
  expect(serialize(blog, 'articles', given, options)).toBe(JSON.stringify(document));
});

test('the text itself', () => {
  const options = { include: ['author'], fields: { articles: ['title', 'author'] }, baseUrl: '' } as const;
  expect(serialize(blog, 'articles', record, options)).toBe(
    '{"data":{"type":"articles","id":"1","attributes":{"title":"A \\"quoted\\" title"},' +
      '"relationships":{"author":{"links":{"self":"/articles/1/relationships/author","related":"/articles/1/author"},' +
      '"data":{"type":"people","id":"9"}}},"links":{"self":"/articles/1"}},' +
      '"included":[{"type":"people","id":"9","attributes":{"name":"Dan"},' +
      '"relationships":{"articles":{"links":{"self":"/people/9/relationships/articles","related":"/people/9/articles"}},' +
      '"friend":{"links":{"self":"/people/9/relationships/friend","related":"/people/9/friend"},"data":null}},' +
      '"links":{"self":"/people/9"}}]}',
  );
});

test('the records stay as they were', () => {
  const before = structuredClone(record);
  serialize(blog, 'articles', record, { include: ['author'] });
  expect(record).toEqual(before);
  expect(Object.isFrozen(record)).toBe(false);
});
