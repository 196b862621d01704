import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Api } from '../../schema/api.ts';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import type { TypeName } from '../../schema/infer.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import type { ResourceRecord } from '../record/record.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeRelationship } from '../serialize/serialize-relationship.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';
import { buildDocument, buildRelationshipDocument } from './build-document.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      words: attribute(z.number(), { sort: true }),
      subtitle: z.string().optional(),
    },
    relationships: {
      author: toOne('people'),
      comments: toMany('comments'),
      secret: toOne('people', { include: false }),
    },
  },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } },
  comments: { attributes: { body: z.string() }, relationships: { on: toOne(['articles', 'comments']) } },
});
const article = { id: 1, title: 'Linkage', words: 7 };

describe('records', () => {
  test('have an id and every attribute, in the type of its schema', () => {
    buildDocument(api, 'articles', { id: '1', title: 'a', words: 1 });
    buildDocument(api, 'articles', { id: 1n, title: 'a', words: 1, subtitle: 'b', extras: true });
    // @ts-expect-error Property 'id' is missing
    buildDocument(api, 'articles', { title: 'a', words: 1 });
    // @ts-expect-error Property 'words' is missing
    buildDocument(api, 'articles', { id: 1, title: 'a' });
    // @ts-expect-error words is a number
    buildDocument(api, 'articles', { id: 1, title: 'a', words: '1' });
    // @ts-expect-error title is never null
    buildDocument(api, 'articles', { id: 1, title: null, words: 1 });
    // @ts-expect-error an id is a string, a number or a bigint
    buildDocument(api, 'articles', { id: true, title: 'a', words: 1 });
  });

  test('in an array too', () => {
    buildDocument(api, 'articles', [article, { id: 2, title: 'b', words: 2 }]);
    // @ts-expect-error Property 'words' is missing
    buildDocument(api, 'articles', [article, { id: 2, title: 'b' }]);
  });

  test('hold ids, identifiers or records for their relationships', () => {
    buildDocument(api, 'articles', { ...article, author: 9, comments: [1, '2', { type: 'comments', id: 3 }] });
    buildDocument(api, 'articles', { ...article, author: null, comments: [] });
    buildDocument(api, 'articles', { ...article, author: { id: 9, name: 'Ann' } });
    buildDocument(api, 'comments', { id: 1, body: 'a', on: { type: 'articles', id: 1 } });
    // @ts-expect-error a to-one relationship holds no array
    buildDocument(api, 'articles', { ...article, author: [9] });
    // @ts-expect-error a to-many relationship holds an array
    buildDocument(api, 'articles', { ...article, comments: 1 });
    // @ts-expect-error a to-many relationship is never null
    buildDocument(api, 'articles', { ...article, comments: null });
    // @ts-expect-error the related record has a wrong attribute
    buildDocument(api, 'articles', { ...article, author: { id: 9, name: 5 } });
    // @ts-expect-error an identifier of another type
    buildDocument(api, 'articles', { ...article, author: { type: 'comments', id: 9 } });
    // @ts-expect-error a bare id does not say which of the two types
    buildDocument(api, 'comments', { id: 1, body: 'a', on: 1 });
  });

  test('hold identifiers with meta and additional members', () => {
    const dan = { type: 'people', id: 9, meta: { role: 'editor' }, '@note': 1, 'ext:since': 2020 } as const;
    buildDocument(api, 'articles', { ...article, author: dan, comments: [{ type: 'comments', id: '1', meta: {} }] });
    // @ts-expect-error meta is an object
    buildDocument(api, 'articles', { ...article, author: { type: 'people', id: 9, meta: 1 } });
  });

  test('of a generic function over a type name are accepted', () => {
    type Name = TypeName<typeof api>;
    type Rows = { readonly [Type in Name]: readonly ResourceRecord<typeof api, Type>[] };
    function generic<Type extends Name>(type: Type, row: ResourceRecord<typeof api, Type>, rows: Rows): void {
      expectTypeOf(serialize(api, type, row)).toBeString();
      serialize(api, type, row as typeof row | null, { baseUrl: '/api' });
      buildDocument(api, type, rows[type]);
      serializeStream(api, type, rows[type]);
      // @ts-expect-error a row of another type
      serialize(api, type, rows.people);
      // @ts-expect-error no row
      serialize(api, type, [5]);
    }
    function anyApi<A extends Api, Type extends TypeName<A>>(of: A, type: Type, row: ResourceRecord<A, Type>): void {
      serialize(of, type, [row]);
    }
    expectTypeOf(generic).toBeFunction();
    expectTypeOf(anyApi).toBeFunction();
  });

  test('need only the attributes that a fieldset leaves', () => {
    buildDocument(api, 'articles', { id: 1, title: 'a' }, { fields: { articles: ['title', 'author'] } });
    buildDocument(api, 'articles', { id: 1 }, { fields: { articles: [] } });
    // @ts-expect-error Property 'words' is missing
    buildDocument(api, 'articles', { id: 1, title: 'a' }, { fields: { articles: ['title', 'words'] } });
  });
});

describe('options are checked on the very property', () => {
  test('a type', () => {
    // @ts-expect-error "article" is not a type
    buildDocument(api, 'article', article);
    // @ts-expect-error "article" is not a type
    buildDocument(api, ['people', 'article'], null);
  });

  test('an include path', () => {
    buildDocument(api, 'articles', article, {
      include: [
        'author',
        'comments.on.author',
        // @ts-expect-error "autor" is not a path
        'autor',
        // @ts-expect-error "author.comments" is not a path
        'author.comments',
        // @ts-expect-error "title" is an attribute
        'title',
        // @ts-expect-error "secret" is not for include
        'secret',
      ],
    });
  });

  test('a field', () => {
    buildDocument(api, 'articles', article, {
      fields: {
        people: ['name'],
        articles: [
          'title',
          'author',
          // @ts-expect-error "titel" is not a field
          'titel',
          // @ts-expect-error "name" is a field of another type
          'name',
        ],
      },
    });
    buildDocument(api, 'articles', article, {
      fields: {
        // @ts-expect-error "persons" is not a type
        persons: ['name'],
      },
    });
  });

  test('a misspelt option', () => {
    buildDocument(api, 'articles', article, {
      // @ts-expect-error 'includes' does not exist
      includes: ['author'],
    });
  });
});

describe('the document', () => {
  test('has data for one record, an array for an array, null for null', () => {
    expectTypeOf(buildDocument(api, 'articles', article).data.type).toEqualTypeOf<'articles'>();
    expectTypeOf(buildDocument(api, 'articles', article).data.id).toEqualTypeOf<string>();
    expectTypeOf(buildDocument(api, 'articles', [article]).data[0]?.type).toEqualTypeOf<'articles' | undefined>();
    expectTypeOf(buildDocument(api, 'articles', []).data).toExtend<readonly { readonly type: 'articles' }[]>();
    expectTypeOf(buildDocument(api, 'articles', null).data).toEqualTypeOf<null>();
  });

  test('has the attributes as they stand in a document', () => {
    const { data } = buildDocument(api, 'articles', article);
    expectTypeOf(data.attributes.title).toEqualTypeOf<string>();
    expectTypeOf(data.attributes.words).toEqualTypeOf<number>();
    // @ts-expect-error Property 'body' does not exist
    data.attributes.body;
  });

  test('has linkage in the shape of the relationship', () => {
    const { data } = buildDocument(api, 'articles', article);
    const author = data.relationships?.author?.data;
    expectTypeOf<NonNullable<typeof author>['type']>().toEqualTypeOf<'people'>();
    expectTypeOf<NonNullable<NonNullable<typeof data.relationships>['comments']>['data']>().toExtend<
      readonly { type: 'comments'; id: string }[] | undefined
    >();
    // @ts-expect-error Property 'editor' does not exist
    data.relationships?.editor;
  });

  test('has included with include only, and resources of the types that the paths bring in', () => {
    const plain = buildDocument(api, 'articles', article);
    expectTypeOf(plain.included).toEqualTypeOf<undefined>();
    const { included } = buildDocument(api, 'articles', article, { include: ['comments', 'author.articles'] });
    expectTypeOf(included[0]!.type).toEqualTypeOf<'comments' | 'people' | 'articles'>();
    const [person] = buildDocument(api, 'articles', article, { include: ['author'] }).included;
    expectTypeOf(person!.attributes.name).toEqualTypeOf<string>();
    // @ts-expect-error Property 'body' does not exist
    person!.attributes.body;
    for (const resource of included) {
      if (resource.type === 'comments') expectTypeOf(resource.attributes.body).toEqualTypeOf<string>();
      // @ts-expect-error Property 'body' does not exist
      if (resource.type === 'people') resource.attributes.body;
    }
  });

  test('lacks the fields that a fieldset leaves out', () => {
    const { data, included } = buildDocument(api, 'articles', article, {
      include: ['author'],
      fields: { articles: ['title', 'comments'], people: [] },
    });
    expectTypeOf(data.attributes.title).toEqualTypeOf<string>();
    // @ts-expect-error Property 'words' does not exist
    data.attributes.words;
    data.relationships?.comments;
    // @ts-expect-error Property 'author' does not exist
    data.relationships?.author;
    expectTypeOf(included[0]!.attributes).toEqualTypeOf<undefined>();
    expectTypeOf(included[0]!.relationships).toEqualTypeOf<undefined>();
  });

  test('keeps all fields of a type that no fieldset names', () => {
    const { data } = buildDocument(api, 'articles', article, { fields: { people: ['name'] } });
    expectTypeOf(data.attributes.words).toEqualTypeOf<number>();
  });

  test('is read-only', () => {
    const document = buildDocument(api, 'articles', article);
    // @ts-expect-error Cannot assign to 'title' because it is a read-only property
    document.data.attributes.title = 'b';
    // @ts-expect-error Cannot assign to 'data' because it is a read-only property
    document.data = article as never;
  });

  test('may have records of several types', () => {
    const { data } = buildDocument(api, ['articles', 'people'], null);
    expectTypeOf(data).toEqualTypeOf<null>();
  });
});

test('a relationship document is about a relationship of the type', () => {
  buildRelationshipDocument(api, 'articles', { id: 1 }, 'comments', { include: ['comments.on'] });
  // @ts-expect-error "title" is not a relationship
  buildRelationshipDocument(api, 'articles', { id: 1 }, 'title');
  // @ts-expect-error Property 'id' is missing
  buildRelationshipDocument(api, 'articles', {}, 'author');
});

test('the text of a relationship document has the types of the document', () => {
  expectTypeOf(serializeRelationship(api, 'articles', { id: 1, author: 9 }, 'author', { baseUrl: '' })).toBeString();
  // @ts-expect-error no such relationship
  serializeRelationship(api, 'articles', { id: 1, author: 9 }, 'editor');
  // @ts-expect-error a record has an id
  serializeRelationship(api, 'articles', { author: 9 }, 'author');
});
