import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { buildDocument } from '../../documents/build/build-document.ts';
import type { Api } from '../../schema/api.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import type { JsonApiDocument } from '../../spec/document/document.ts';
import { deserialize } from './deserialize.ts';
import type { DeserializedIdentifier, DeserializedObject } from './deserialized-document.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      at: z.codec(z.iso.datetime(), z.date(), { decode: (it) => new Date(it), encode: (it) => it.toISOString() }),
    },
    relationships: {
      author: toOne('people'),
      comments: toMany('comments'),
      secret: toOne('people', { include: false }),
    },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: {
    attributes: { body: z.string() },
    relationships: { on: toOne(['articles', 'comments']), by: toOne('people') },
  },
});
const article = { id: 1, title: 'Linkage', at: '2020-01-01T00:00:00Z' };
declare const unknownDocument: unknown;
declare const anyDocument: ReturnType<typeof JSON.parse>;

describe('a document of unknown origin', () => {
  test('gives fields by name', () => {
    const { data, included, meta } = deserialize(unknownDocument);
    expectTypeOf(data).toEqualTypeOf<DeserializedObject | null | readonly DeserializedObject[]>();
    expectTypeOf(included).toEqualTypeOf<readonly DeserializedObject[] | undefined>();
    expectTypeOf(meta?.['count']).toEqualTypeOf<unknown>();
    expectTypeOf(deserialize(anyDocument).data).toEqualTypeOf<
      DeserializedObject | null | readonly DeserializedObject[]
    >();
    expectTypeOf(deserialize({} as JsonApiDocument).data).toEqualTypeOf<
      DeserializedObject | null | readonly DeserializedObject[]
    >();
  });

  test('is a collection or not, when that is said', () => {
    expectTypeOf(deserialize(anyDocument, { collection: true }).data).toEqualTypeOf<readonly DeserializedObject[]>();
    expectTypeOf(deserialize(unknownDocument, { collection: false }).data).toEqualTypeOf<DeserializedObject | null>();
  });

  test('has fields by name with an API whose types are not known to the compiler', () => {
    const { data } = deserialize(anyDocument, { api: api as Api, type: 'articles', collection: true });
    expectTypeOf(data).toEqualTypeOf<readonly DeserializedObject[]>();
  });
});

describe('with the API', () => {
  const { data } = deserialize(anyDocument, {
    api,
    type: 'articles',
    include: ['author', 'comments.on.author'],
    collection: true,
  });
  const first = data[0]!;

  test('attributes are as they stand in the document', () => {
    expectTypeOf(first.type).toEqualTypeOf<'articles'>();
    expectTypeOf(first.id).toEqualTypeOf<string>();
    expectTypeOf(first.title).toEqualTypeOf<string>();
    expectTypeOf(first.at).toEqualTypeOf<string>();
    // @ts-expect-error Property 'titel' does not exist
    first.titel;
    // @ts-expect-error Property 'attributes' does not exist
    first.attributes;
    // @ts-expect-error Property 'links' does not exist
    first.links;
  });

  test('an included relationship is the linked resource', () => {
    expectTypeOf(first.author?.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error 'author' is possibly null
    first.author.name;
    expectTypeOf(first.comments[0]!.body).toEqualTypeOf<string>();
    const on = first.comments[0]!.on!;
    expectTypeOf(on.type).toEqualTypeOf<'articles' | 'comments'>();
    if (on.type === 'articles') expectTypeOf(on.author!.name).toEqualTypeOf<string>();
    // @ts-expect-error Property 'author' does not exist on comments
    if (on.type === 'comments') on.author;
  });

  test('one that was not is an identifier, or was not loaded', () => {
    expectTypeOf(first.secret).toEqualTypeOf<DeserializedIdentifier<'people'> | null | undefined>();
    expectTypeOf(first.author!.articles).toEqualTypeOf<readonly DeserializedIdentifier<'articles'>[] | undefined>();
    expectTypeOf(first.comments[0]!.by).toEqualTypeOf<DeserializedIdentifier<'people'> | null | undefined>();
    // @ts-expect-error Property 'name' does not exist: the people of 'secret' were not included
    first.secret?.name;
    // @ts-expect-error 'by' was not included with the comments
    first.comments[0]!.by?.name;
    // @ts-expect-error 'articles' may be undefined
    first.author!.articles.length;
  });

  test('the primary data is one resource or null, or may be either', () => {
    const one = deserialize(anyDocument, { api, type: 'people', collection: false }).data;
    expectTypeOf(one?.name).toEqualTypeOf<string | undefined>();
    // @ts-expect-error 'one' is possibly null
    one.name;
    const either = deserialize(anyDocument, { api, type: 'people' }).data;
    // @ts-expect-error 'either' may be an array
    either?.name;
  });

  test('several types are told apart', () => {
    const mixed = deserialize(anyDocument, { api, type: ['people', 'comments'], include: ['by'], collection: true });
    for (const it of mixed.data) {
      if (it.type === 'comments') expectTypeOf(it.by?.name).toEqualTypeOf<string | undefined>();
      else expectTypeOf(it.name).toEqualTypeOf<string>();
    }
    const [any] = deserialize(anyDocument, { api, collection: true }).data;
    expectTypeOf(any!.type).toEqualTypeOf<'articles' | 'people' | 'comments'>();
  });

  test('a fieldset takes fields away', () => {
    const fields = { articles: ['title', 'author'] } as const;
    const one = deserialize(anyDocument, { api, type: 'articles', include: ['author'], fields, collection: false });
    expectTypeOf(one.data!.title).toEqualTypeOf<string>();
    expectTypeOf(one.data!.author!.name).toEqualTypeOf<string>();
    // @ts-expect-error Property 'at' does not exist
    one.data!.at;
    // @ts-expect-error Property 'comments' does not exist
    one.data!.comments;
  });

  test('options are checked on the very property', () => {
    deserialize(anyDocument, {
      api,
      type: 'articles',
      include: [
        'author',
        // @ts-expect-error "autor" is not a path
        'autor',
        // @ts-expect-error "secret" is not for include
        'secret',
      ],
    });
    deserialize(anyDocument, {
      api,
      // @ts-expect-error "article" is not a type
      type: 'article',
    });
    deserialize(anyDocument, {
      api,
      type: 'articles',
      fields: {
        people: [
          'name',
          // @ts-expect-error "title" is a field of another type
          'title',
        ],
      },
    });
    // @ts-expect-error 'includes' does not exist
    deserialize(anyDocument, { api, type: 'articles', includes: ['author'] });
  });

  test('linked objects are read-only', () => {
    // @ts-expect-error Cannot assign to 'title' because it is a read-only property
    first.title = 'b';
    // @ts-expect-error Property 'push' does not exist on type 'readonly …'
    first.comments.push(first.comments[0]!);
  });
});

describe('a document of ours', () => {
  test('says itself what is linked', () => {
    const document = buildDocument(api, 'articles', [{ ...article, author: { id: 9, name: 'Dan' } }], {
      include: ['author'],
      fields: { articles: ['title', 'author', 'comments'] },
    });
    const { data } = deserialize(document);
    expectTypeOf(data[0]!.author!.name).toEqualTypeOf<string>();
    expectTypeOf(data[0]!.title).toEqualTypeOf<string>();
    expectTypeOf(data[0]!.comments).toEqualTypeOf<readonly DeserializedIdentifier<'comments'>[] | undefined>();
    // @ts-expect-error Property 'at' does not exist
    data[0]!.at;
  });

  test('is one resource, or null, as it was built', () => {
    expectTypeOf(deserialize(buildDocument(api, 'articles', article)).data.title).toEqualTypeOf<string>();
    expectTypeOf(deserialize(buildDocument(api, 'articles', null)).data).toEqualTypeOf<null>();
    // @ts-expect-error Property 'name' does not exist: author was not included
    deserialize(buildDocument(api, 'articles', article)).data.author?.name;
  });
});

test('what a linked object was made of', () => {
  const { data, resourceOf } = deserialize(buildDocument(api, 'articles', article));
  expectTypeOf(resourceOf(data)?.links?.self).toExtend<unknown>();
  // @ts-expect-error a string is not a linked object
  resourceOf('articles');
});

test('related resources of paths that the compiler does not know are whole, or identifiers', () => {
  const paths: readonly ('author' | 'comments')[] = ['author'];
  const { data } = deserialize(unknownDocument, { api, type: 'articles', include: paths, collection: false });
  // @ts-expect-error `author` can be an identifier
  data?.author?.name;
  if (data?.author && 'name' in data.author) expectTypeOf(data.author.name).toEqualTypeOf<string>();
  const include = Math.random() > 2 ? (['author'] as const) : ([] as const);
  const built = deserialize(buildDocument(api, 'articles', article, { include }));
  // @ts-expect-error `author` can be an identifier
  built.data.author?.name;
});
