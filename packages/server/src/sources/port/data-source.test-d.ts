import { type Api, defineQueryParameters, type FilterCondition } from '@linkage/core';
import { assertType, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { type Blog, blog, blogSources } from '../../../test/blog.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { DataSource, SourceCall } from './data-source.ts';

interface User {
  readonly name: string;
}

test('a source that does not read the context fits any server', () => {
  const source = {} as Required<DataSource<Api, string>>;
  assertType<DataSource<Api, string, User>>(source);
});

test('a source that reads the context does not fit a server with another one', () => {
  const source = {
    find: (_ids: readonly string[], _selection: unknown, call: SourceCall<User>) => [{ id: call.context.name }],
  };
  assertType<DataSource<Api, string, User>>(source);
  // @ts-expect-error its context is not a user
  assertType<DataSource<Api, string, { readonly tenant: string }>>(source);
});

test('a version is the name of an attribute, or a function of the record', () => {
  type Articles = DataSource<Blog, 'articles'>;
  assertType<Articles>({ version: 'publishedAt' });
  assertType<Articles>({ version: ({ id, views }) => `${id} ${views}` });
  assertType<Articles>({ version: () => 5n });
  // @ts-expect-error articles have no such attribute
  assertType<Articles>({ version: 'revision' });
  // @ts-expect-error a relationship is not a version
  assertType<Articles>({ version: 'author' });
  // @ts-expect-error a list is not a version
  assertType<Articles>({ version: () => [1] });
});

test('a write returns the written record, or a job', () => {
  const accepted = { accepted: { type: 'jobs', id: 5 } };
  assertType<DataSource<Blog, 'articles'>>({
    create: () => accepted,
    update: async () => accepted,
    delete: () => accepted,
    updateRelationship: () => accepted,
    job: () => ({ retryAfter: 5 }),
  });
  // @ts-expect-error a job has a type
  assertType<DataSource<Blog, 'articles'>>({ create: () => ({ accepted: { id: 5 } }) });
});

test('a source declares which of its methods apply conditions, and to which types', () => {
  const find: DataSource<Blog, 'articles'>['find'] = (_, __, { conditions = [] }) => {
    expectTypeOf(conditions[0]).toEqualTypeOf<FilterCondition | undefined>();
    return [];
  };
  assertType<DataSource<Blog, 'articles'>>({ find, appliesFilters: { methods: [find], types: ['articles'] } });
  // @ts-expect-error names of methods promise nothing: a method of that name can be replaced
  assertType<DataSource<Blog, 'articles'>>({ find, appliesFilters: { methods: ['find'], types: ['articles'] } });
});

test('selections and relationships have the names of the type', () => {
  assertType<DataSource<Blog, 'articles'>>({
    find: (_, { attributes, relationships }) => {
      expectTypeOf(attributes.has).parameter(0).toEqualTypeOf<'title' | 'views' | 'subtitle' | 'publishedAt'>();
      // @ts-expect-error articles have no such attribute
      attributes.has('titel');
      // @ts-expect-error articles have no such relationship
      relationships.has('autor');
      return [];
    },
    related: (relationship) => {
      // @ts-expect-error articles have no such relationship
      if (relationship === 'autor') return new Map();
      return new Map(relationship === 'author' ? [] : undefined);
    },
    updateRelationship: (_, relationship) => {
      // @ts-expect-error articles have no such relationship
      return relationship === 'autor';
    },
  });
});

test('options name types of the API', () => {
  type Options = ServerOptions<unknown, Blog>;
  assertType<Options>({
    requireIfMatch: ['articles'],
    describedby: (type) => (type === 'articles' ? '/a' : undefined),
  });
  // @ts-expect-error there is no such type
  assertType<Options>({ requireIfMatch: ['article'] });
  // @ts-expect-error there is no such type
  assertType<Options>({ describedby: (type) => (type === 'article' ? '/a' : undefined) });
});

test('sources know the types of the query parameters that the server declares', () => {
  const find = () => [];
  createServer(
    blog,
    {
      ...blogSources(),
      articles: {
        find,
        list({ parameters }) {
          expectTypeOf(parameters?.dryRun).toEqualTypeOf<boolean | undefined>();
          expectTypeOf(parameters?.minViews).toEqualTypeOf<number | undefined>();
          expectTypeOf(parameters?.['stats[total]']).toEqualTypeOf<'count' | undefined>();
          // @ts-expect-error the name is misspelled
          parameters?.dryrun;
          return { records: [] };
        },
        stream({ parameters }) {
          expectTypeOf(parameters?.dryRun).toEqualTypeOf<boolean | undefined>();
          return [];
        },
      },
      people: {
        find,
        // The articles of a person: their parameters.
        related(_relationship, _ids, query) {
          if (query.page !== undefined) expectTypeOf(query.parameters?.minViews).toEqualTypeOf<number | undefined>();
          return new Map();
        },
      },
    },
    {
      parameters: { dryRun: z.boolean() },
      typeParameters: { articles: { minViews: z.number(), 'stats[*]': z.enum(['count']) } },
    },
  );
});

test('a source declares the parameters that its server must declare', () => {
  const parameters = defineQueryParameters({ searchText: z.string() });
  const articles: DataSource<Blog, 'articles', unknown, typeof parameters> = {
    list(query) {
      expectTypeOf(query.parameters).toEqualTypeOf<{ readonly searchText?: string } | undefined>();
      return { records: [] };
    },
  };
  const sources = { ...blogSources(), articles };
  createServer(blog, sources, { parameters });
  createServer(blog, sources, { parameters: { dryRun: z.boolean() }, typeParameters: { articles: parameters } });
  // @ts-expect-error the text is a number
  createServer(blog, sources, { parameters: { searchText: z.number() } });
  // @ts-expect-error there is no such type
  createServer(blog, sources, { parameters, typeParameters: { article: parameters } });
  createServer(blog, sources, {
    parameters,
    // @ts-expect-error one of them is not a type
    typeParameters: { articles: { minViews: z.number() }, person: { minViews: z.number() } },
  });
});

test('cacheControl receives the context of the server', () => {
  type Answer = Parameters<NonNullable<ServerOptions<User>['cacheControl']>>[0];
  expectTypeOf<Answer['context']>().toEqualTypeOf<User>();
});
