import {
  type Api,
  type Attribute,
  type DeserializedObject,
  defineQueryParameters,
  type Relationship,
} from '@linkage/core';
import { assertType, describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { api } from '../test/world.ts';
import type { ApiWith } from './added-names.ts';
import type { Answer } from './answer.ts';
import type { AtomicClient, Client } from './client.ts';
import type { Page } from './page.ts';
import type { ListQuery } from './query.ts';

declare const client: AtomicClient<typeof api>;
declare const untyped: AtomicClient<Api>;
declare const cities: Api<{
  readonly cities: {
    readonly attributes: {
      readonly kind: Attribute<z.ZodEnum<{ capital: 'capital'; other: 'other' }>, { readonly filter: true }>;
    };
    readonly relationships: { readonly country: Relationship<'to-one', 'countries', { readonly filter: true }> };
  };
  readonly countries: {
    readonly attributes: {
      readonly area: Attribute<z.ZodNumber, { readonly filter: true }>;
      readonly name: Attribute<z.ZodString, { readonly filter: readonly ['eq'] }>;
      readonly codes: Attribute<z.ZodArray<z.ZodInt>, { readonly filter: readonly ['has'] }>;
      readonly data: Attribute<
        z.ZodObject<{
          capital: z.ZodString;
          size: z.ZodNullable<z.ZodNumber>;
          open: z.ZodOptional<z.ZodBoolean>;
          kind: z.ZodEnum<{ a: 'a'; b: 'b' }>;
          in: z.ZodObject<{ zip: z.ZodString }>;
          other: z.ZodString;
        }>,
        {
          readonly filter: {
            readonly capital: true;
            readonly size: true;
            readonly open: true;
            readonly kind: true;
            readonly 'in.zip': readonly ['eq', 'startsWith'];
          };
        }
      >;
    };
  };
}>;
declare const places: Client<typeof cities>;
const parameters = defineQueryParameters({ dryRun: z.boolean(), 'geoBox[*]': z.number() });
declare const named: Client<ApiWith<typeof api, { readonly parameters: typeof parameters; readonly page: 'cursor' }>>;
declare const boxed: Client<ApiWith<typeof api, { readonly parameters: typeof parameters }>>;
const person = { type: 'people', id: '9' } as const;

describe('rejected', () => {
  test('C1: an unknown type', () => {
    // @ts-expect-error "article" is not a type
    client.list('article');
    // @ts-expect-error "article" is not a type
    client.get('article', '1');
  });

  test('C2: an unknown relationship path', () => {
    // @ts-expect-error "autor" is not a relationship
    client.list('articles', { include: ['autor'] });
    // @ts-expect-error "author.x" is not a path
    client.get('articles', '1', { include: ['author', 'author.x'] });
  });

  test('C3: an unknown field', () => {
    // @ts-expect-error "titel" is not a field
    client.list('articles', { fields: { articles: ['titel'] } });
    // @ts-expect-error "article" is not a type
    client.list('articles', { fields: { article: ['title'] } });
  });

  test('C4: a sort by a field without `sort: true`', () => {
    // @ts-expect-error `words` cannot be sorted
    client.list('articles', { sort: ['words'] });
  });

  test('C5: a filter on a field without `filter: true`', () => {
    // @ts-expect-error `subtitle` cannot be filtered
    client.list('articles', { filter: [{ field: 'subtitle', values: ['x'] }] });
  });

  test('C6: sort on `get`, and unknown members', () => {
    // @ts-expect-error A resource cannot be sorted
    client.get('articles', '1', { sort: ['title'] });
    // @ts-expect-error A resource cannot be sorted
    client.related('articles', '1', 'author', { sort: ['id'] });
    // @ts-expect-error `includes` is not a member
    client.list('articles', { include: ['author'], includes: ['comments'] });
    // @ts-expect-error `idempotencykey` is not an option
    client.create('articles', { attributes: { title: 'A' } }, { ifMatch: 'x', idempotencykey: true });
  });

  test('C6b: names of the `page` family, and of a fieldset beside a known one', () => {
    client.list('articles', { page: { number: 1, size: 2, total: true } });
    client.list('articles', { page: { after: 'x', before: 'y', offset: 0, limit: 5n } });
    client.list('articles', { page: new Map([['size', '2'] as const]) });
    // @ts-expect-error `sise` is not a name of a page
    client.list('articles', { page: { number: 1, sise: 2 } });
    // @ts-expect-error `sise` is not a name of a page
    client.list('articles', { page: { sise: 2 } });
    // @ts-expect-error `sise` is not a name of a page
    client.relationship('articles', '1', 'comments', { page: { number: 1, sise: 2 } });
    // @ts-expect-error "article" is not a type
    client.list('articles', { fields: { articles: ['title'], article: ['title'] } });
    const query = { include: ['author'] } as ListQuery<typeof api, 'articles'>;
    client.list('articles', query);
    client.list('articles', { page: Math.random() > 2 ? { size: 2 } : undefined, fields: undefined });
  });

  test('C6c: names that the type of the API adds', async () => {
    const page = await named.list('articles', { page: { cursor: 'x' }, include: ['author'] });
    expectTypeOf(page.data[0]?.author?.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error The strategy of this server has `cursor`
    named.list('articles', { page: { size: 2 } });
    // @ts-expect-error The strategy of this server has `cursor`
    named.list('articles', { page: { cursor: 'x', size: 2 } });
    boxed.list('articles', { page: { size: 2 }, parameters: { dryRun: true, 'geoBox[north]': 5 } });
    boxed.get('articles', '1', { parameters: { dryRun: undefined } });
    // @ts-expect-error `dryrun` is not a parameter
    boxed.get('articles', '1', { parameters: { dryRun: true, dryrun: true } });
    // @ts-expect-error `dryRun` is a boolean
    boxed.get('articles', '1', { parameters: { dryRun: 'yes' } });
    // @ts-expect-error The names of a box are numbers
    boxed.related('articles', '1', 'comments', { parameters: { 'geoBox[north]': 'x' } });
    // Without the parameters, the compiler does not know the names.
    client.get('articles', '1', { parameters: { dryRun: true } });
  });

  test('C7: a field that `fields` does not list', async () => {
    const { data } = await client.get('articles', '1', { fields: { articles: ['title'] } });
    expectTypeOf(data.title).toEqualTypeOf<string>();
    // @ts-expect-error `words` is not in the fieldset
    data.words;
  });

  test('C8: a field of a related resource that is not included', async () => {
    const { data } = await client.get('articles', '1', { include: ['comments'] });
    expectTypeOf(data.comments.at(0)?.body).toEqualTypeOf<string | undefined>();
    // @ts-expect-error `author` is an identifier
    data.author?.name;
  });

  test('C9: a read-only attribute', () => {
    // @ts-expect-error `createdAt` cannot be written
    client.create('articles', { attributes: { title: 'A', createdAt: '2026-01-01T00:00:00Z' } });
    // @ts-expect-error `createdAt` cannot be written
    client.update('articles', '1', { attributes: { createdAt: '2026-01-01T00:00:00Z' } });
    // @ts-expect-error `articles` cannot be written
    client.update('people', '1', { relationships: { articles: [] } });
  });

  test('C10: a missing attribute', () => {
    // @ts-expect-error `title` is required
    client.create('articles', { attributes: {} });
    // @ts-expect-error `attributes` is required
    client.create('articles', {});
    // @ts-expect-error the relationship `by` is required
    client.create('comments', { attributes: { body: 'A' } });
  });

  test('C11: null where the attribute is not nullable', () => {
    // @ts-expect-error `title` is not nullable
    client.update('articles', '1', { attributes: { title: null } });
    // @ts-expect-error `by` is required
    client.create('comments', { attributes: { body: 'A' }, relationships: { by: null } });
  });

  test('C12: an id of the client where the server creates ids', () => {
    // @ts-expect-error The server creates the ids of articles
    client.create('articles', { id: '1', attributes: { title: 'A' } });
  });

  test('C12b: any field of a type whose fields are all read-only', () => {
    // @ts-expect-error No field of a marker can be set
    client.create('markers', { attributes: { name: 'A' } });
    // @ts-expect-error No relationship of a marker can be set
    client.create('markers', { relationships: { author: person } });
    client.create('markers', { attributes: {}, relationships: {} });
  });

  test('C13: a target of another type', () => {
    // @ts-expect-error An author is a person
    client.update('articles', '1', { relationships: { author: { type: 'articles', id: '1' } } });
    // @ts-expect-error A to-many relationship is an array
    client.update('articles', '1', { relationships: { comments: { type: 'comments', id: '1' } } });
    // @ts-expect-error `articles` has `write: false`
    client.updateRelationship('people', '9', 'articles', { replace: [] });
    // @ts-expect-error `by` is required
    client.updateRelationship('comments', '5', 'by', { replace: null });
    // @ts-expect-error `by` is required
    client.update('comments', '5', { relationships: { by: null } });
    client.update('comments', '5', { relationships: { on: null } });
    // @ts-expect-error A comment is not a person
    client.updateRelationship('articles', '1', 'comments', { add: [person] });
    // @ts-expect-error A to-one relationship can only be replaced
    client.updateRelationship('articles', '1', 'author', { add: [person] });
  });

  test('C14: an unknown relationship', () => {
    // @ts-expect-error `autor` is not a relationship
    client.related('articles', '1', 'autor');
    // @ts-expect-error `autor` is not a relationship
    client.updateRelationship('articles', '1', 'autor', { replace: person });
    // @ts-expect-error `autor` is not a relationship
    client.update('articles', '1', { relationships: { autor: person } });
  });
});

test('`include` and `fields` of a write determine what it returns', async () => {
  const options = { include: ['author'], fields: { articles: ['title', 'author'] } } as const;
  const { data } = await client.create(
    'articles',
    { attributes: { title: 'A' } },
    { ...options, idempotencyKey: true },
  );
  expectTypeOf(data.author?.name).toEqualTypeOf<string | undefined>();
  // @ts-expect-error `words` is not in the fieldset
  data.words;
  const { data: updated } = await client.update('articles', '1', {}, { include: ['author'], ifMatch: 'x' });
  expectTypeOf(updated?.author?.name).toEqualTypeOf<string | undefined>();
  // @ts-expect-error "autor" is not a relationship
  client.update('articles', '1', {}, { include: ['autor'] });
  // @ts-expect-error A write does not have a sort
  client.update('articles', '1', {}, { include: ['author'], sort: ['title'] });
  // @ts-expect-error The response of a deletion does not have a resource
  client.delete('articles', '1', { include: ['author'] });
});

test('a read attribute with a default is never absent', async () => {
  const { data } = await client.get('articles', '1');
  expectTypeOf(data.words).toEqualTypeOf<number>();
  expectTypeOf(data.subtitle).toEqualTypeOf<string | null>();
  // Without a default, it can be absent.
  expectTypeOf(data.createdAt).toEqualTypeOf<string | undefined>();
  // @ts-expect-error The server fills `words` from its default
  assertType<typeof data.words>(undefined);
  // In a request, it can be absent.
  client.create('articles', { attributes: { title: 'A', words: undefined } });
});

describe('filters are checked by field, operator, and schema', () => {
  const list = (filter: NonNullable<ListQuery<typeof api, 'articles'>['filter']>) =>
    client.list('articles', { filter });

  test('values of an attribute', () => {
    list([
      { field: 'title', values: ['a', 'b'] },
      { field: 'words', operator: 'between', values: [1, 2] },
    ]);
    // @ts-expect-error `words` is a number
    list([{ field: 'words', values: ['many'] }]);
    // @ts-expect-error `title` is not nullable, so null would be the word
    list([{ field: 'title', values: [null] }]);
    // @ts-expect-error A range has two values
    list([{ field: 'words', operator: 'between', values: [1] }]);
    // @ts-expect-error A comparison has one value
    list([{ field: 'words', operator: 'gt', values: [1, 2] }]);
  });

  test('operators of an attribute', () => {
    list([{ or: [{ field: 'title', operator: 'contains', values: ['a'] }, { not: { field: 'id', values: ['1'] } }] }]);
    // @ts-expect-error A number does not contain a string
    list([{ field: 'words', operator: 'contains', values: ['1'] }]);
    // @ts-expect-error This operator does not exist
    list([{ field: 'title', operator: 'like', values: ['a'] }]);
    // @ts-expect-error In a group, too
    list([{ not: { field: 'words', operator: 'startsWith', values: ['1'] } }]);
  });

  test('ids of a relationship, and a path of two steps', () => {
    list([
      { field: 'comments', values: ['5', null] },
      { field: 'comments.id', operator: 'ne', values: [5] },
    ]);
    // @ts-expect-error Ids have no order
    list([{ field: 'comments', operator: 'gt', values: ['5'] }]);
    // @ts-expect-error An id is not null
    list([{ field: 'comments.id', values: [null] }]);
    places.list('cities', { filter: [{ field: 'country.area', operator: 'ge', values: [5] }] });
    places.list('cities', { filter: [{ field: 'kind', operator: 'startsWith', values: ['cap'] }] });
    places.list('cities', { filter: [{ field: 'country.name', values: ['x'] }] });
    places.list('cities', { filter: [{ field: 'country.codes', operator: 'has', values: [1, 2] }] });
    // @ts-expect-error A list contains numbers
    places.list('cities', { filter: [{ field: 'country.codes', operator: 'has', values: ['1'] }] });
    // @ts-expect-error The attribute does not declare the operator
    places.list('cities', { filter: [{ field: 'country.area', operator: 'has', values: [1] }] });
    // @ts-expect-error The area is a number
    places.list('cities', { filter: [{ field: 'country.area', values: ['large'] }] });
    // @ts-expect-error The option lists `eq` only
    places.list('cities', { filter: [{ field: 'country.name', operator: 'ne', values: ['x'] }] });
    // @ts-expect-error The kinds are `capital` and `other`
    places.list('cities', { filter: [{ field: 'kind', values: ['town'] }] });
  });

  test('members of the objects of an attribute', () => {
    places.list('countries', { filter: [{ field: 'data.capital', values: ['Rome'] }] });
    places.list('countries', { filter: [{ field: 'data.capital', operator: 'iContains', values: ['ro'] }] });
    places.list('countries', { filter: [{ field: 'data.size', operator: 'between', values: [1, 2] }] });
    places.list('countries', { filter: [{ field: 'data.size', values: [null] }] });
    places.list('countries', { filter: [{ field: 'data.open', values: [true, null] }] });
    places.list('countries', { filter: [{ field: 'data.kind', values: ['a'] }] });
    places.list('countries', { filter: [{ field: 'data.in.zip', operator: 'startsWith', values: ['0'] }] });
    places.list('countries', { filter: [{ or: [{ field: 'data.size', values: [1] }] }] });
    // @ts-expect-error `data` has no such member
    places.list('countries', { filter: [{ field: 'data.town', values: ['Rome'] }] });
    // @ts-expect-error `filter` does not name the member
    places.list('countries', { filter: [{ field: 'data.other', values: ['Rome'] }] });
    // @ts-expect-error objects have no operators
    places.list('countries', { filter: [{ field: 'data', values: [null] }] });
    // @ts-expect-error `in` is an object
    places.list('countries', { filter: [{ field: 'data.in', values: ['0'] }] });
    // @ts-expect-error a number has no parts
    places.list('countries', { filter: [{ field: 'data.size', operator: 'contains', values: ['1'] }] });
    // @ts-expect-error `filter` does not list the operator
    places.list('countries', { filter: [{ field: 'data.in.zip', operator: 'ne', values: ['0'] }] });
    // @ts-expect-error the schema expects a number
    places.list('countries', { filter: [{ field: 'data.size', values: ['1'] }] });
    // @ts-expect-error the text cannot be null
    places.list('countries', { filter: [{ field: 'data.capital', values: [null] }] });
    // @ts-expect-error the schema lists other values
    places.list('countries', { filter: [{ field: 'data.kind', values: ['c'] }] });
    // @ts-expect-error members have no order
    places.list('countries', { sort: ['data.size'] });
  });
});

test('an include whose paths the compiler does not know: the resource, or its identifier', async () => {
  const paths: readonly ('author' | 'comments')[] = ['author'];
  const { data } = await client.get('articles', '1', { include: paths });
  // @ts-expect-error `author` can be an identifier, or absent
  data.author?.name;
  if (data.author && 'name' in data.author) expectTypeOf(data.author.name).toEqualTypeOf<string>();
  expectTypeOf(data.author?.id).toEqualTypeOf<string | undefined>();
  const some = await client.get('articles', '1', { include: Math.random() > 2 ? ['author'] : [] });
  // @ts-expect-error `author` can be an identifier
  some.data.author?.name;
  const one = paths[0] ?? 'author';
  const either = await client.list('articles', { include: [one, 'author.friend'] });
  for (const { author, comments } of either.data) {
    expectTypeOf(author?.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error `comments` can be identifiers
    comments?.[0]?.body;
  }
  // A list that is a constant stays known.
  const known = ['author'] as const;
  expectTypeOf((await client.get('articles', '1', { include: known })).data.author?.name).toEqualTypeOf<
    string | undefined
  >();
});

describe('accepted', () => {
  test('C15: an include that leads back to its own type', async () => {
    const { data } = await client.get('people', '9', { include: ['friend.friend'] });
    expectTypeOf(data.friend?.friend?.name).toEqualTypeOf<string | undefined>();
  });

  test('C16: a relationship with several target types is narrowed by `type`', async () => {
    const { data } = await client.get('comments', '5', { include: ['on'] });
    const on = data.on;
    if (on?.type === 'articles') expectTypeOf(on.title).toEqualTypeOf<string>();
    if (on?.type === 'comments') expectTypeOf(on.body).toEqualTypeOf<string>();
    const related = await client.related('comments', '5', 'on');
    if (related.data?.type === 'articles') expectTypeOf(related.data.title).toEqualTypeOf<string>();
  });

  test('C17: fieldsets with include', async () => {
    const page = await client.list('articles', {
      include: ['author'],
      fields: { articles: ['author'], people: ['name'] },
      sort: ['-title', { field: 'id', descending: true }],
      filter: [{ field: 'words', operator: 'gt', values: [1] }],
      page: { size: 2 },
    });
    for await (const article of page) {
      expectTypeOf(article.author?.name).toEqualTypeOf<string | undefined>();
      // @ts-expect-error `title` is not in the fieldset
      article.title;
    }
    expectTypeOf(await page.next()).toEqualTypeOf<typeof page | undefined>();
  });

  test('C18: an attribute with a default can be absent, and what the client has read is linkage', async () => {
    const { data: author } = await client.get('people', '9');
    client.create('articles', { attributes: { title: 'A' }, relationships: { author, comments: [] } });
    client.create('articles', { attributes: { title: 'A', words: undefined, subtitle: null } });
    client.create('people', { id: '7', attributes: { name: 'A' } });
    client.create('markers', {});
    client.update('articles', '1', {
      attributes: { title: undefined, subtitle: null },
      relationships: { author: null },
    });
    client.updateRelationship('articles', '1', 'comments', { remove: [{ type: 'comments', id: '5' }] });
    client.updateRelationship('articles', '1', 'author', { replace: author });
  });

  test('C19: a handle of a transaction is linkage and a target', () => {
    client.atomic((transaction) => {
      const author = transaction.add('people', { id: '7', attributes: { name: 'A' } });
      const article = transaction.add('articles', { attributes: { title: 'A' }, relationships: { author } });
      // @ts-expect-error An article is not a person
      transaction.add('articles', { attributes: { title: 'A' }, relationships: { author: article } });
      // @ts-expect-error `title` must be a string
      transaction.update(article, { attributes: { title: 1 } });
      transaction.updateRelationship({ type: 'articles', id: '1' }, 'author', { replace: author });
      return [transaction.update(article, { attributes: { words: 1 } }), transaction.remove(author)];
    });
  });

  test('C20: the results of a transaction are a tuple, or an object', async () => {
    const [article, person, nothing] = await client.atomic((transaction) => [
      transaction.add('articles', { attributes: { title: 'A' } }),
      transaction.update({ type: 'people', id: '9' }, { attributes: { name: 'B' } }),
      transaction.remove({ type: 'articles', id: '1' }),
    ]);
    expectTypeOf(article.title).toEqualTypeOf<string>();
    expectTypeOf(person?.name).toEqualTypeOf<string | undefined>();
    expectTypeOf(nothing).toEqualTypeOf<undefined>();
    const named = await client.atomic((it) => ({ article: it.add('articles', { attributes: { title: 'A' } }) }));
    expectTypeOf(named.article.title).toEqualTypeOf<string>();
    // @ts-expect-error The object has no other result
    named.other;
    // @ts-expect-error `ifMatch` belongs to an operation
    client.atomic(() => ({}), { ifMatch: 'x' });
  });
});

test('the kind of a relationship decides what a read of it returns', async () => {
  expectTypeOf(await client.related('articles', '1', 'comments')).toExtend<Page<{ readonly body: string }>>();
  expectTypeOf(await client.related('articles', '1', 'author')).toExtend<Answer<{ readonly name: string } | null>>();
  const linkage = await client.relationship('articles', '1', 'comments', { page: { size: 1 } });
  expectTypeOf(linkage.data[0]!.type).toEqualTypeOf<'comments'>();
  client.related('articles', '1', 'comments', { sort: ['id'], include: ['by'] });
});

test('the results of writes', async () => {
  expectTypeOf((await client.create('articles', { attributes: { title: 'A' } })).data.title).toEqualTypeOf<string>();
  // With an id of the client, a server can respond with 204.
  expectTypeOf((await client.create('people', { attributes: { name: 'A' } })).data?.name).toEqualTypeOf<
    string | undefined
  >();
  expectTypeOf((await client.update('articles', '1', {})).data?.title).toEqualTypeOf<string | undefined>();
  expectTypeOf((await client.delete('articles', '1')).data).toEqualTypeOf<undefined>();
});

test('an earlier answer belongs to the same call', async () => {
  const previous = await client.get('articles', '1', { include: ['author'] });
  client.get('articles', '1', { include: ['author'] }, { previous });
  // @ts-expect-error The author was not included
  client.get('articles', '1', { include: ['author'] }, { previous: await client.get('articles', '1') });
});

test('an API whose types the compiler does not know', async () => {
  const page = await untyped.list('articles', { include: ['author'], sort: ['-x'], fields: { articles: ['x'] } });
  expectTypeOf(page.data[0]!).toEqualTypeOf<DeserializedObject>();
  const created = await untyped.create('articles', { attributes: { x: 1 }, relationships: { y: null, z: [person] } });
  expectTypeOf(created.data).toEqualTypeOf<DeserializedObject>();
  untyped.updateRelationship('articles', '1', 'x', { add: [person] });
  expectTypeOf(await untyped.related('articles', '1', 'x')).toExtend<Answer<unknown>>();
});
