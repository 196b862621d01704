import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { Api, ApiDeclaration } from './api.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toMany, toOne } from './relationship.ts';

const text = z.string();
const people = { attributes: { name: text } };

describe('what a declaration promises is reported on the property that breaks it', () => {
  test('an unknown target', () => {
    defineApi({
      people,
      articles: {
        relationships: {
          editor: toOne('people'),
          // @ts-expect-error "persons" is not a resource type of this API
          author: toOne('persons'),
          // @ts-expect-error "persons" is not a resource type of this API
          comments: toMany('persons', { write: false }),
          // @ts-expect-error "dogs" is not a resource type of this API
          subject: toOne(['people', 'dogs']),
          // @ts-expect-error The relationship names no target type
          nothing: toMany([]),
        },
      },
    });
  });

  test('a taken name', () => {
    defineApi({
      people,
      articles: {
        attributes: {
          title: text,
          // @ts-expect-error A field cannot be named "id": the specification takes that name
          id: text,
          // @ts-expect-error A field cannot be named "type": the specification takes that name
          type: attribute(text, { write: false }),
        },
      },
      comments: {
        relationships: {
          // @ts-expect-error A field cannot be named "id": the specification takes that name
          id: toOne('people'),
          // @ts-expect-error A field cannot be named "type": the specification takes that name
          type: toMany('people'),
        },
      },
    });
  });

  test('a clash of an attribute with a relationship', () => {
    defineApi({
      people,
      articles: {
        attributes: {
          title: text,
          // @ts-expect-error "author" is declared as a relationship too: fields share one namespace
          author: text,
        },
        relationships: { author: toOne('people') },
      },
    });
  });

  test('an illegal name of a field', () => {
    defineApi({
      people,
      articles: {
        attributes: {
          'first-name': text,
          'first name': text,
          first_name: text,
          größe: text,
          x1: text,
          // @ts-expect-error "first.name" is not a valid name
          'first.name': text,
          // @ts-expect-error "_secret" is not a valid name
          _secret: text,
          // @ts-expect-error "secret-" is not a valid name
          'secret-': text,
          // @ts-expect-error " " is not a valid name
          ' ': text,
          // @ts-expect-error "" is not a valid name
          '': text,
          // @ts-expect-error "@context" is not a valid name
          '@context': attribute(text, { write: false }),
          // @ts-expect-error "a\nb" is not a valid name
          'a\nb': text,
        },
        relationships: {
          'co-authors': toMany('people'),
          // @ts-expect-error "co+authors" is not a valid name
          'co+authors': toMany('people'),
          // @ts-expect-error "atomic:author" is not a valid name
          'atomic:author': toOne('people'),
        },
      },
    });
  });

  test('an illegal name of a type', () => {
    defineApi({
      people,
      'blog posts': {},
      // @ts-expect-error "blog.posts" is not a valid name for a resource type
      'blog.posts': { attributes: { title: text } },
      // @ts-expect-error "_posts" is not a valid name for a resource type
      _posts: {},
      // @ts-expect-error "@posts" is not a valid name for a resource type
      '@posts': people,
    });
  });

  test('a misspelt member of a type declaration', () => {
    defineApi({
      people,
      articles: {
        attributes: { title: text },
        // @ts-expect-error "relationship" is not a part of a type declaration: attributes, relationships, clientGeneratedIds
        relationship: { author: toOne('people') },
      },
      comments: {
        // @ts-expect-error "attribute" is not a part of a type declaration: attributes, relationships, clientGeneratedIds
        attribute: { body: text },
      },
      pictures: {
        // @ts-expect-error "clientGeneratedIds" is true or false
        clientGeneratedIds: 'yes',
      },
    });
  });

  test('an attribute without a schema', () => {
    defineApi({
      people,
      articles: {
        attributes: {
          title: text,
          // @ts-expect-error "body" does not have a schema: an attribute is declared with a Standard Schema, such as z.string()
          body: 'string',
          // @ts-expect-error "words" does not have a schema: an attribute is declared with a Standard Schema, such as z.string()
          words: Number,
          // @ts-expect-error "author" does not have a schema: an attribute is declared with a Standard Schema, such as z.string()
          author: toOne('people'),
          // @ts-expect-error "later" does not have a schema: an attribute is declared with a Standard Schema, such as z.string()
          later: undefined,
        },
      },
    });
  });

  test('a relationship without toOne or toMany', () => {
    defineApi({
      people,
      articles: {
        relationships: {
          // @ts-expect-error "author" is not a relationship: it is declared with toOne or toMany
          author: 'people',
          // @ts-expect-error "editor" is not a relationship: it is declared with toOne or toMany
          editor: text,
        },
      },
    });
  });

  test('an option that does not exist, or has another type', () => {
    attribute(text, {
      write: false,
      // @ts-expect-error "sorted" is not an option of an attribute: write, sort, filter
      sorted: true,
    });
    attribute(text, {
      // @ts-expect-error Type 'string' is not assignable to type 'boolean'
      write: 'no',
    });
    toOne('people', {
      include: false,
      // @ts-expect-error "sorted" is not an option of a to-one relationship: write, include, filter, sort
      sorted: true,
    });
    toMany('people', {
      // @ts-expect-error "included" is not an option of a to-many relationship: write, include, filter
      included: false,
    });
    toOne('people', { sort: true });
    toMany('people', {
      // @ts-expect-error "sort" is not an option of a to-many relationship: write, include, filter
      sort: true,
    });
    // @ts-expect-error Argument of type 'string' is not assignable to parameter of type 'StandardSchema'
    attribute('string', {});
  });
});

describe('what is legal compiles', () => {
  test('types refer to each other and to themselves, parts may be left out or shared', () => {
    const shared = { attributes: { name: text }, relationships: { parent: toOne('folders') } };
    const api = defineApi({
      folders: shared,
      files: { ...shared, clientGeneratedIds: Math.random() > 2 },
      links: { relationships: { target: toOne(['folders', 'files', 'links']) } },
      empty: {},
      constructor: { attributes: { toString: text } },
    });
    expectTypeOf(api).toExtend<Api>();
    expectTypeOf<keyof typeof api.declaration>().toEqualTypeOf<
      'folders' | 'files' | 'links' | 'empty' | 'constructor'
    >();
    expectTypeOf(api.declaration.folders.attributes.name).toEqualTypeOf<typeof text>();
    expectTypeOf(api.declaration.links.relationships.target.targets).toEqualTypeOf<
      readonly ('folders' | 'files' | 'links')[]
    >();
  });

  test('a declaration that is made at run time', () => {
    expectTypeOf(defineApi({} as ApiDeclaration)).toEqualTypeOf<Api<ApiDeclaration>>();
  });

  test('options are kept as they are declared', () => {
    expectTypeOf(attribute(text, { sort: true }).options).toEqualTypeOf<{ readonly sort: true }>();
    expectTypeOf(toOne('people', { include: false }).options).toEqualTypeOf<{ readonly include: false }>();
    expectTypeOf(toMany('people').kind).toEqualTypeOf<'to-many'>();
  });

  test('an API is read-only', () => {
    const api = defineApi({ people });
    // @ts-expect-error Cannot assign to 'types' because it is a read-only property
    api.types = new Map();
    // @ts-expect-error Property 'set' does not exist on type 'ReadonlyMap'
    api.types.set('x', undefined);
  });
});

test('the options of a relationship name fields of its target', () => {
  const people = { attributes: { name: z.string() }, relationships: { articles: toMany('articles') } };
  const filter = { filter: ['name', 'articles', 'id'], inverse: 'articles' } as const;
  defineApi({ people, articles: { relationships: { author: toOne('people', { ...filter, sort: ['name'] }) } } });
  // @ts-expect-error people have no such field
  defineApi({ people, articles: { relationships: { author: toOne('people', { filter: ['nme'] }) } } });
  // @ts-expect-error people have no such field
  defineApi({ people, articles: { relationships: { author: toOne('people', { sort: ['name', 'nme'] }) } } });
  // @ts-expect-error people have no such relationship
  defineApi({ people, articles: { relationships: { author: toOne('people', { inverse: 'article' }) } } });
  // @ts-expect-error an attribute is not a relationship
  defineApi({ people, articles: { relationships: { author: toOne('people', { inverse: 'name' }) } } });
  const teams = { attributes: { city: z.string() } };
  const mixed = toOne(['people', 'teams'], { inverse: 'articles' });
  // @ts-expect-error teams have no such relationship
  defineApi({ people, teams, articles: { relationships: { author: mixed } } });
  const names: string[] = ['name'];
  const inverse: string = 'articles';
  defineApi({ people, articles: { relationships: { author: toOne('people', { filter: names, inverse }) } } });
});
