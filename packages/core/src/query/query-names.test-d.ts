import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Api } from '../schema/api.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import type { TypeName } from '../schema/infer.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import { formatQuery } from './format-query.ts';
import { parseQuery } from './parse-query.ts';
import type { Query, QueryInput, SortField } from './query.ts';
import type { FilterName, SortName } from './query-names.ts';
import { defineQueryParameters } from './query-parameters.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  articles: {
    attributes: { title: attribute(z.string(), on), words: attribute(z.number(), { filter: true }), body: z.string() },
    relationships: {
      author: toOne('people', on),
      editor: toOne('people', { filter: true }),
      owner: toOne('people', { sort: true }),
      reviewer: toOne('people'),
      comments: toMany('comments', { filter: true }),
      on: toOne(['people', 'comments'], { filter: true }),
    },
  },
  people: {
    attributes: { name: attribute(z.string(), on), email: z.string() },
    relationships: { boss: toOne('people', on) },
  },
  comments: {
    attributes: { likes: attribute(z.number(), on) },
    relationships: { of: toOne(['articles', 'comments']), by: toOne('people', { filter: true }) },
  },
});
type A = typeof api;

test('sort: attributes, and those behind to-one relationships that may be sorted through, three steps deep', () => {
  expectTypeOf<SortName<A, 'articles'>>().toEqualTypeOf<
    | 'id'
    | 'title'
    | 'author.id'
    | 'author.name'
    | 'author.boss.id'
    | 'author.boss.name'
    | 'owner.id'
    | 'owner.name'
    | 'owner.boss.id'
    | 'owner.boss.name'
  >();
  expectTypeOf<SortName<A, 'people'>>().toEqualTypeOf<
    'id' | 'name' | 'boss.id' | 'boss.name' | 'boss.boss.id' | 'boss.boss.name'
  >();
});

test('filter: fields, and those behind relationships to one type, three steps deep', () => {
  expectTypeOf<FilterName<A, 'comments'>>().toEqualTypeOf<
    'id' | 'likes' | 'by' | 'by.id' | 'by.name' | 'by.boss' | 'by.boss.id' | 'by.boss.name' | 'by.boss.boss'
  >();
  type Name = FilterName<A, 'articles'>;
  expectTypeOf<'title' | 'words' | 'author' | 'editor' | 'comments' | 'on'>().toExtend<Name>();
  expectTypeOf<'editor.name' | 'comments.likes' | 'comments.by.name' | 'author.boss.boss'>().toExtend<Name>();
  type Illegal =
    | 'body'
    | 'owner'
    | 'reviewer.name'
    | 'author.email'
    | 'on.likes'
    | 'author.boss.boss.name'
    | 'comments.of';
  expectTypeOf<Extract<Name, Illegal>>().toBeNever();
});

test('include goes on through each of several types', () => {
  const { include } = parseQuery(api, 'comments', '');
  expectTypeOf<'of.author' | 'of.of' | 'of.by' | 'of.on.boss' | 'by.boss.boss'>().toExtend<
    NonNullable<typeof include>[number]
  >();
  // @ts-expect-error "of.likes" is not a path
  include?.includes('of.likes');
});

test('formatQuery takes legal names only', () => {
  formatQuery(api, 'articles', {
    include: ['author.boss', 'on.by'],
    fields: { people: ['name', 'boss'] },
    sort: ['-author.name', 'title', { field: 'owner.name', descending: true }],
    filter: [
      { field: 'author.name', values: ['x'] },
      { field: 'words', operator: 'gt', values: [1] },
    ],
    page: { size: 10, total: true },
  });
  // @ts-expect-error Type '"autor"' is not assignable
  formatQuery(api, 'articles', { include: ['autor'] });
  // @ts-expect-error Type '"nmae"' is not assignable
  formatQuery(api, 'articles', { fields: { people: ['nmae'] } });
  // @ts-expect-error 'persons' does not exist
  formatQuery(api, 'articles', { fields: { persons: ['name'] } });
  // @ts-expect-error Type '"body"' is not assignable: it is not for sorting
  formatQuery(api, 'articles', { sort: ['body'] });
  // @ts-expect-error Type '"-author.nmae"' is not assignable
  formatQuery(api, 'articles', { sort: ['-author.nmae'] });
  // @ts-expect-error Type '"titel"' is not assignable
  formatQuery(api, 'articles', { filter: [{ field: 'titel', values: ['x'] }] });
  // @ts-expect-error Type '"reviewer.name"' is not assignable: the relationship is not for filtering
  formatQuery(api, 'articles', { filter: [{ field: 'reviewer.name', values: ['x'] }] });
  // @ts-expect-error Type '"like"' is not assignable
  formatQuery(api, 'articles', { filter: [{ field: 'title', operator: 'like', values: ['x'] }] });
  // @ts-expect-error 'order' does not exist
  formatQuery(api, 'articles', { order: ['title'] });
  // @ts-expect-error "article" is not a type
  formatQuery(api, 'article', {});
});

test('a type without fields to sort or filter by has its id', () => {
  const plain = defineApi({ notes: { attributes: { text: z.string() } } });
  type Input = QueryInput<typeof plain, 'notes'>;
  expectTypeOf<'id' | '-id' | SortField<'id'>>().toEqualTypeOf<NonNullable<Input['sort']>[number]>();
  // @ts-expect-error Type '"text"' is not assignable to type '"id" | "-id" | SortField<"id">'
  formatQuery(plain, 'notes', { sort: ['text'] });
  formatQuery(plain, 'notes', parseQuery(plain, 'notes', ''));
});

test('what is read can be written', () => {
  const again = <Some extends Api, Type extends TypeName<Some>>(some: Some, type: Type, query: Query<Some, Type>) =>
    formatQuery(some, type, query);
  again(api, 'articles', parseQuery(api, 'articles', ''));
  formatQuery(api, 'articles', parseQuery(api, 'articles', ''));
});

test('declared parameters are typed by their schemas, and absent when they were not sent', () => {
  const parameters = defineQueryParameters({ dryRun: z.boolean(), 'geo-box[n]': z.string().transform(Number) });
  const query = parseQuery(api, 'articles', '', { parameters });
  expectTypeOf(query.parameters).toEqualTypeOf<{ readonly dryRun?: boolean; readonly 'geo-box[n]'?: number }>();
  // @ts-expect-error Property 'dryrun' does not exist
  query.parameters.dryrun;
  // @ts-expect-error Property 'dryRun' does not exist: it is not declared
  parseQuery(api, 'articles', '').parameters.dryRun;
  // @ts-expect-error Type 'boolean' is not assignable to type 'StandardSchema'
  defineQueryParameters({ dryRun: true });
});
