import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import type { FilterOperator } from '../schema/filter-operator.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { parseQuery } from './parse-query.ts';
import type { FilterCondition, Query, SortField } from './query.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: attribute(z.string(), { sort: true, filter: true }),
      words: attribute(z.number(), { sort: true }),
      state: attribute(z.string(), { sort: false, filter: true }),
      body: z.string(),
    },
    relationships: { author: toOne('people', { filter: true }), secret: toMany('people', { include: false }) },
  },
  people: {
    attributes: { name: attribute(z.string(), { sort: true }) },
    relationships: { articles: toMany('articles') },
  },
});
const query = parseQuery(api, 'articles', '');

test('include is a list of legal paths, or absent', () => {
  expectTypeOf(query.include).toEqualTypeOf<
    readonly ('author' | 'author.articles' | 'author.articles.author')[] | undefined
  >();
  // @ts-expect-error "secret" is not for include
  query.include?.includes('secret');
  // @ts-expect-error "autor" is not a path
  query.include?.includes('autor');
});

test('fields are those of each type', () => {
  expectTypeOf(query.fields.articles).toEqualTypeOf<
    readonly ('title' | 'words' | 'state' | 'body' | 'author' | 'secret')[] | undefined
  >();
  expectTypeOf(query.fields.people).toEqualTypeOf<readonly ('name' | 'articles')[] | undefined>();
  // @ts-expect-error Property 'comments' does not exist
  query.fields.comments;
});

test('sort names what is declared for sorting', () => {
  expectTypeOf(query.sort).toEqualTypeOf<readonly SortField<'id' | 'title' | 'words'>[]>();
  for (const { field } of query.sort) {
    // @ts-expect-error "body" is not for sorting
    if (field === 'body') expectTypeOf(field).toBeNever();
  }
});

test('filter names what is declared for filtering, attributes and relationships', () => {
  expectTypeOf(query.filter).toEqualTypeOf<
    readonly FilterCondition<'id' | 'title' | 'state' | 'author' | 'author.id'>[]
  >();
  for (const condition of query.filter) {
    if (!('field' in condition)) continue;
    const { field, operator, values } = condition;
    expectTypeOf(operator).toEqualTypeOf<FilterOperator>();
    expectTypeOf(values).toEqualTypeOf<readonly unknown[]>();
    // @ts-expect-error "words" is not for filtering
    if (field === 'words') expectTypeOf(field).toBeNever();
  }
});

test('a type without such declarations has only its id', () => {
  const { sort, filter } = parseQuery(api, 'people', '');
  expectTypeOf(sort).toEqualTypeOf<readonly SortField<'id' | 'name'>[]>();
  expectTypeOf(filter).toEqualTypeOf<readonly FilterCondition<'id'>[]>();
});

test('page is text by name', () => {
  expectTypeOf(query.page).toEqualTypeOf<ReadonlyMap<string, string>>();
});

test('several types: the paths and names of each', () => {
  const mixed = parseQuery(api, ['articles', 'people'], new URLSearchParams());
  expectTypeOf(mixed).toEqualTypeOf<Query<typeof api, 'articles' | 'people'>>();
  expectTypeOf<'author'>().toExtend<NonNullable<typeof mixed.include>[number]>();
  expectTypeOf<'articles.author'>().toExtend<NonNullable<typeof mixed.include>[number]>();
  expectTypeOf(mixed.sort).toEqualTypeOf<readonly SortField<'id' | 'title' | 'words' | 'name'>[]>();
});

test('only types of the API, and only limits that exist', () => {
  // @ts-expect-error "article" is not a type
  parseQuery(api, 'article', '');
  // @ts-expect-error "article" is not a type
  parseQuery(api, ['people', 'article'], '');
  parseQuery(api, 'articles', '', {
    limits: {
      includeDepth: 2,
      // @ts-expect-error 'depth' does not exist
      depth: 2,
    },
  });
});

test('a query is read-only', () => {
  // @ts-expect-error Cannot assign to 'include' because it is a read-only property
  query.include = [];
  // @ts-expect-error Property 'push' does not exist
  query.sort.push();
  // @ts-expect-error Property 'set' does not exist
  query.page.set('size', '1');
});
