import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { LocalResourceIdentifierObject, ResourceIdentifierObject } from '../spec/document/resource-object.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import type { CreateInput, IdentifierInput, RelationshipsInput, UpdateInput } from './input.ts';
import { toMany, toOne } from './relationship.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      words: z.string().transform(Number),
      subtitle: z.string().optional(),
      rating: z.number().nullable(),
      state: z.enum(['draft', 'done']).default('draft'),
      slug: attribute(z.string(), { sort: true }),
      createdAt: attribute(z.string(), { write: false }),
    },
    relationships: {
      author: toOne('people'),
      tags: toMany('tags'),
      subject: toOne(['people', 'tags']),
      history: toMany('articles', { write: false }),
    },
  },
  people: { attributes: { name: z.string() } },
  tags: {},
});
const threads = defineApi({
  articles: { attributes: { title: z.string() } },
  comments: {
    attributes: { text: z.string() },
    relationships: {
      article: toOne('articles', { required: true }),
      replyTo: toOne('comments'),
      about: toOne(['comments', 'articles']),
    },
  },
});
type A = typeof api;
type Create = CreateInput<A, 'articles'>;
type Update = UpdateInput<A, 'articles'>;

const made: Create = {
  type: 'articles',
  attributes: { title: 'a', words: 1, rating: null, state: 'draft', slug: 'a' },
  relationships: {},
};

describe('CreateInput', () => {
  test('has what the schemas give: transformed, with defaults filled in', () => {
    expectTypeOf<Create['attributes']['title']>().toEqualTypeOf<string>();
    expectTypeOf<Create['attributes']['words']>().toEqualTypeOf<number>();
    expectTypeOf<Create['attributes']['rating']>().toEqualTypeOf<number | null>();
    expectTypeOf<Create['attributes']['state']>().toEqualTypeOf<'draft' | 'done'>();
    expectTypeOf<Create['attributes']['subtitle']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<keyof Create['attributes']>().toEqualTypeOf<
      'title' | 'words' | 'subtitle' | 'rating' | 'state' | 'slug'
    >();
  });

  test('an attribute may be absent where its schema gives undefined, and only there', () => {
    expectTypeOf(made).toExtend<Create>();
    const { title: _, ...untitled } = made.attributes;
    // @ts-expect-error Property 'title' is missing
    expectTypeOf<Create['attributes']>(untitled);
    const { state: __, ...stateless } = made.attributes;
    // @ts-expect-error Property 'state' is missing: its schema has a default, so it is always there
    expectTypeOf<Create['attributes']>(stateless);
  });

  test('an attribute that requests cannot set is not there', () => {
    expectTypeOf<Create['attributes']>().not.toHaveProperty('createdAt');
    // @ts-expect-error Property 'createdAt' does not exist
    made.attributes.createdAt;
  });

  test('names its type, and ids where the request has them', () => {
    expectTypeOf<Create['type']>().toEqualTypeOf<'articles'>();
    expectTypeOf<Create['id']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<Create['lid']>().toEqualTypeOf<string | undefined>();
  });

  test('is read-only', () => {
    // @ts-expect-error Cannot assign to 'title' because it is a read-only property
    made.attributes.title = 'b';
    // @ts-expect-error Cannot assign to 'author' because it is a read-only property
    made.relationships.author = null;
  });

  test('a type without attributes or relationships has none', () => {
    expectTypeOf<keyof CreateInput<A, 'tags'>['attributes'] & string>().toEqualTypeOf<never>();
    expectTypeOf<keyof CreateInput<A, 'people'>['relationships'] & string>().toEqualTypeOf<never>();
    expectTypeOf<CreateInput<A, 'tags'>['attributes']>({});
    // @ts-expect-error No attribute of a tag can be set
    expectTypeOf<CreateInput<A, 'tags'>['attributes']>({ name: 'x' });
    // @ts-expect-error No relationship of a person can be set
    expectTypeOf<CreateInput<A, 'people'>['relationships']>({ tags: [] });
  });
});

describe('UpdateInput', () => {
  test('has an id, and any of the attributes that requests can set', () => {
    expectTypeOf<Update['id']>().toEqualTypeOf<string>();
    expectTypeOf<Update['attributes']>().toEqualTypeOf<{
      readonly title?: string;
      readonly words?: number;
      readonly subtitle?: string | undefined;
      readonly rating?: number | null;
      readonly state?: 'draft' | 'done';
      readonly slug?: string;
    }>();
    expectTypeOf<{ type: 'articles'; id: '1'; attributes: object; relationships: object }>().toExtend<Update>();
    // @ts-expect-error Property 'id' is missing
    expectTypeOf<Update>({ type: 'articles', attributes: {}, relationships: {} });
    // @ts-expect-error Property 'createdAt' does not exist
    ({}) as Update['attributes']['createdAt'];
  });
});

describe('RelationshipsInput', () => {
  type Relationships = Required<RelationshipsInput<A, 'articles'>>;

  test('linkage has the shape of the relationship, and the types it leads to', () => {
    expectTypeOf<Relationships['author']>().toEqualTypeOf<ResourceIdentifierObject<'people'> | null>();
    expectTypeOf<Relationships['tags']>().toEqualTypeOf<readonly ResourceIdentifierObject<'tags'>[]>();
    expectTypeOf<Relationships['subject']>().toEqualTypeOf<ResourceIdentifierObject<'people' | 'tags'> | null>();
  });

  test('a relationship that requests cannot change is not there, the others may be absent', () => {
    expectTypeOf<keyof Relationships>().toEqualTypeOf<'author' | 'tags' | 'subject'>();
    expectTypeOf<object>().toExtend<RelationshipsInput<A, 'articles'>>();
  });

  test('an identifier has an id, unless the request can create its resource', () => {
    type Created = Required<Create['relationships']>;
    expectTypeOf<NonNullable<Created['author']>['id']>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<Created['subject']>['id']>().toEqualTypeOf<string>();
    // A new comment can be a reply to itself, but its article exists.
    type Comment = CreateInput<typeof threads, 'comments'>['relationships'];
    expectTypeOf<Comment['article']['id']>().toEqualTypeOf<string>();
    expectTypeOf<NonNullable<Comment['replyTo']>['id']>().toEqualTypeOf<string | undefined>();
    expectTypeOf<NonNullable<Comment['about']>>().toEqualTypeOf<
      ResourceIdentifierObject<'comments' | 'articles'> | LocalResourceIdentifierObject<'comments'>
    >();
    // One operation of several: an earlier one can create the author.
    type Added = Required<CreateInput<A, 'articles', string>['relationships']>;
    expectTypeOf<NonNullable<Added['author']>['id']>().toEqualTypeOf<string | undefined>();
  });

  test('an identifier of any request has an id or a local id', () => {
    expectTypeOf<{ type: 'tags'; id: string }>().toExtend<IdentifierInput<'tags'>>();
    expectTypeOf<{ type: 'tags'; lid: string }>().toExtend<IdentifierInput<'tags'>>();
    expectTypeOf<{ type: 'tags' }>().not.toExtend<IdentifierInput<'tags'>>();
    expectTypeOf<{ type: 'people'; id: string }>().not.toExtend<IdentifierInput<'tags'>>();
    expectTypeOf<{ type: 'tags'; id: number }>().not.toExtend<IdentifierInput<'tags'>>();
  });
});
