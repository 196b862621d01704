import type { Api, FilterCondition } from '@linkage/core';
import { assertType, expectTypeOf, test } from 'vitest';
import type { Blog } from '../../test/blog.ts';
import type { ServerOptions } from '../door/server-options.ts';
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
    relate: () => accepted,
    job: () => ({ retryAfter: 5 }),
  });
  // @ts-expect-error a job has a type
  assertType<DataSource<Blog, 'articles'>>({ create: () => ({ accepted: { id: 5 } }) });
});

test('a source states which of its methods apply conditions, and to which types', () => {
  const find: DataSource<Blog, 'articles'>['find'] = (_, __, { conditions = [] }) => {
    expectTypeOf(conditions[0]).toEqualTypeOf<FilterCondition | undefined>();
    return [];
  };
  assertType<DataSource<Blog, 'articles'>>({ find, appliesConditions: { methods: [find], types: ['articles'] } });
  // @ts-expect-error names of methods promise nothing: a method of that name can be replaced
  assertType<DataSource<Blog, 'articles'>>({ find, appliesConditions: { methods: ['find'], types: ['articles'] } });
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
    relate: (_, relationship) => {
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

test('cacheControl receives the context of the server', () => {
  type Answer = Parameters<NonNullable<ServerOptions<User>['cacheControl']>>[0];
  expectTypeOf<Answer['context']>().toEqualTypeOf<User>();
});
