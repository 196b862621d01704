import { expectTypeOf, test } from 'vitest';
import { type Blog, blogSources } from '../../test/blog.ts';
import { createServer } from '../door/create-server.ts';
import type { DataSource, SourceCall, SourceRecord } from './data-source.ts';
import { extendSource } from './extend-source.ts';

declare const articles: Required<DataSource<Blog, 'articles', string>>;

test('the names and types of new methods are checked', () => {
  const { list } = articles;
  extendSource(articles, { list, find: (ids, _, call) => articles.find(ids, _, call) }, { applies: ['list', 'find'] });
  extendSource(articles, {
    list(query, call) {
      expectTypeOf(call).toEqualTypeOf<SourceCall<string>>();
      expectTypeOf(query.page.limit).toBeNumber();
      return { records: [] };
    },
    create: (input) => ({ id: '1', title: input.attributes.title }),
  });
  // @ts-expect-error unknown name
  extendSource(articles, { lists: list });
  // @ts-expect-error a statement is about functions, so it is an option
  extendSource(articles, { readsParameters: [] });
  // @ts-expect-error another result
  extendSource(articles, { list: () => [] });
  // @ts-expect-error not replaced
  extendSource(articles, { list }, { applies: ['find'] });
  // @ts-expect-error not replaced
  extendSource(articles, { list }, { parameters: { related: ['searchText'] } });
  // @ts-expect-error unknown option
  extendSource(articles, { list }, { appliesTo: ['list'] });
});

test('the result has the new methods, and all others', () => {
  const { stream: _, ...plain } = articles;
  const extended = extendSource(plain, { stream: () => [] });
  expectTypeOf(extended.stream).toBeFunction();
  expectTypeOf(extended.find).toEqualTypeOf(articles.find);
  expectTypeOf<SourceRecord<Blog, 'articles'>>().toExtend<Awaited<ReturnType<typeof extended.find>>[number]>();
  createServer<Blog, string>(undefined as never, { ...blogSources(), articles: extended }, { context: () => 'x' });
});
