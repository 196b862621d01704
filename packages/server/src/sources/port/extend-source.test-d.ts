import { defineQueryParameters } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { type Blog, blog, blogSources } from '../../../test/blog.ts';
import { createServer } from '../../pipeline/create-server.ts';
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

test('methods that read declared parameters know their types', () => {
  const parameters = defineQueryParameters({ searchText: z.string(), minViews: z.number() });
  const searchable = extendSource(
    articles,
    {
      list(query, call) {
        expectTypeOf(query.parameters?.minViews).toEqualTypeOf<number | undefined>();
        // @ts-expect-error the name is misspelled
        query.parameters?.searchTxt;
        return articles.list(query, call);
      },
      stream(query) {
        expectTypeOf(query.parameters?.searchText).toEqualTypeOf<string | undefined>();
        return [];
      },
      related(_relationship, _ids, query) {
        // Without a declaration, the compiler does not know them.
        if (query.page !== undefined) expectTypeOf(query.parameters?.['searchText']).toEqualTypeOf<unknown>();
        return new Map();
      },
    },
    { applies: ['list'], parameters: { list: parameters, stream: parameters, related: ['searchText'] } },
  );
  const people = { find: () => [] };
  createServer(blog, { ...blogSources(), articles: searchable, people }, { context: () => 'x', parameters });
  // @ts-expect-error not a declaration
  extendSource(articles, { list: articles.list }, { parameters: { list: { searchText: 'string' } } });
  const strings = { parameters: { minViews: z.string() } };
  // @ts-expect-error the server declares another type
  createServer(blog, { ...blogSources(), articles: searchable, people }, { context: () => 'x', ...strings });
});

test('the result has the new methods, and all others', () => {
  const { stream: _, ...plain } = articles;
  const extended = extendSource(plain, { stream: () => [] });
  expectTypeOf(extended.stream).toBeFunction();
  expectTypeOf(extended.find).toEqualTypeOf(articles.find);
  expectTypeOf<SourceRecord<Blog, 'articles'>>().toExtend<Awaited<ReturnType<typeof extended.find>>[number]>();
  createServer<Blog, string>(undefined as never, { ...blogSources(), articles: extended }, { context: () => 'x' });
});
