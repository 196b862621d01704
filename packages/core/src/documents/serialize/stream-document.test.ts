import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { serialize } from './serialize.ts';
import { type DocumentRecords, streamDocument, type TypedRecord } from './stream-document.ts';
import type { AnyStreamOptions } from './stream-options.ts';

async function* each<Item>(items: readonly Item[]): AsyncGenerator<Item, void, undefined> {
  yield* items;
}

async function textOf(records: DocumentRecords, options: AnyStreamOptions = {}): Promise<string> {
  let text = '';
  for await (const chunk of streamDocument(blog, records, options)) text += chunk;
  return text;
}

const dan = { id: 9, name: 'Dan' };
const articles = [
  { id: 1, title: 'A', author: 9, comments: [5] },
  { id: 2, title: 'B', author: 9, comments: [] },
];
const people = (list: readonly object[]) => (): AsyncIterable<TypedRecord> =>
  each(list.map((record) => ({ type: 'people', record })));

describe('the text is that of serialize', () => {
  test.each<[string, readonly object[], object]>([
    ['without records', [], {}],
    ['of some records', articles, {}],
    [
      'with links, meta, and a fieldset',
      articles,
      { baseUrl: '/api', meta: { a: 1 }, fields: { articles: ['title'] } },
    ],
  ])('%s', async (_, primary, options) => {
    const expected = serialize(blog, 'articles', primary as typeof articles, options);
    expect(await textOf({ type: 'articles', primary: each(primary), included: undefined }, options)).toBe(expected);
  });

  test('with included resources, which the user finds', async () => {
    const records = articles.map((it) => ({ ...it, author: dan }));
    const expected = serialize(blog, 'articles', records as never, { include: ['author'] });
    expect(await textOf({ type: 'articles', primary: each(articles), included: people([dan]) })).toBe(expected);
  });
});

test('records in relationships only become linkage (CMP-05)', async () => {
  const primary = each([{ id: 1, title: 'A', author: dan }]);
  const { data, included } = JSON.parse(await textOf({ type: 'articles', primary, included: people([]) }));
  expect(data[0].relationships.author.data).toEqual({ type: 'people', id: '9' });
  expect(included).toEqual([]);
});

test('only the ids of the primary data are kept: each included resource is passed once', async () => {
  const twice = { type: 'people', primary: each([dan, dan]), included: undefined };
  await expect(textOf(twice)).rejects.toThrow('"people" "9" must occur only once in the primary data.');
  const ids = Array.from({ length: 300 }, (_, index) => ({ id: 300 - index, name: 'x' }));
  const text = await textOf({ type: 'articles', primary: each(articles), included: people([...ids, ...ids]) });
  expect(JSON.parse(text).included).toHaveLength(600);
});
