import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ApiDeclaration } from './api.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toMany, toOne } from './relationship.ts';

const text = z.string();

/** As JavaScript would declare it: nothing is checked before the program starts. */
const start = (declaration: unknown) =>
  defineApi((typeof declaration === 'function' ? declaration() : declaration) as ApiDeclaration);

describe('defineApi', () => {
  const api = defineApi({
    articles: {
      attributes: {
        title: text,
        createdAt: attribute(text, { write: false, sort: true }),
        state: attribute(text, { filter: true }),
      },
      relationships: {
        author: toOne('people'),
        comments: toMany('comments', { write: false, include: false, filter: true }),
      },
      clientGeneratedIds: true,
    },
    people: { attributes: { name: text } },
    comments: { relationships: { on: toOne(['articles', 'comments']) } },
    empty: {},
  });

  test('keeps types and fields in the order of their declaration', () => {
    expect([...api.types.keys()]).toEqual(['articles', 'people', 'comments', 'empty']);
    expect([...(api.types.get('articles')?.attributes.keys() ?? [])]).toEqual(['title', 'createdAt', 'state']);
    expect([...(api.types.get('articles')?.relationships.keys() ?? [])]).toEqual(['author', 'comments']);
  });

  test('fills in the options of attributes', () => {
    const off = { read: true, write: true, onDemand: false, sort: false, filter: false, needs: [], schema: text };
    expect([...(api.types.get('articles')?.attributes.values() ?? [])]).toEqual([
      { ...off, name: 'title', from: 'title' },
      { ...off, name: 'createdAt', from: 'createdAt', write: false, sort: true },
      { ...off, name: 'state', from: 'state', filter: true },
    ]);
  });

  test('fills in the options of relationships', () => {
    expect([...(api.types.get('articles')?.relationships.values() ?? [])]).toEqual([
      {
        name: 'author',
        kind: 'to-one',
        targets: ['people'],
        write: true,
        read: true,
        onDemand: false,
        include: true,
        filter: false,
        sort: false,
        required: false,
      },
      {
        name: 'comments',
        kind: 'to-many',
        targets: ['comments'],
        write: false,
        read: true,
        onDemand: false,
        include: false,
        filter: true,
        sort: false,
        required: false,
      },
    ]);
    expect(api.types.get('comments')?.relationships.get('on')?.targets).toEqual(['articles', 'comments']);
  });

  test('fills in what a type leaves out', () => {
    expect(api.types.get('articles')?.clientGeneratedIds).toBe(true);
    expect(api.types.get('empty')).toEqual({
      name: 'empty',
      attributes: new Map(),
      relationships: new Map(),
      clientGeneratedIds: false,
      defaultSort: [],
    });
  });

  test('an option given as undefined has its default', () => {
    const options = { write: undefined, include: undefined, filter: undefined, sort: undefined };
    const { sort: _, ...ofRelationship } = options;
    const { types } = start({
      a: { attributes: { x: { kind: 'attribute', schema: text, options: { write: undefined, sort: undefined } } } },
      b: { relationships: { y: { kind: 'to-one', targets: ['a'], options: ofRelationship } } },
    });
    expect(types.get('a')?.attributes.get('x')).toMatchObject({ write: true, sort: false, filter: false });
    expect(types.get('b')?.relationships.get('y')).toMatchObject({ write: true, include: true, filter: false });
  });

  test('gives an API that takes no change, and does not freeze what it was given', () => {
    const declaration = { people: { attributes: { name: text } } };
    const made = defineApi(declaration);
    const people = made.types.get('people');
    expect([made, made.types, people, people?.attributes, people?.attributes.get('name')].every(Object.isFrozen)).toBe(
      true,
    );
    expect(() => (made.types as Map<string, unknown>).set('x', 1)).toThrow(TypeError);
    expect([declaration, declaration.people, declaration.people.attributes].some(Object.isFrozen)).toBe(false);
    expect(made.declaration).toBe(declaration);
  });

  test('takes any Standard Schema, functions too', () => {
    const schema = Object.assign(() => true, {
      '~standard': { version: 1 as const, vendor: 'test', validate: (value: unknown) => ({ value }) },
    });
    expect(
      start({ a: { attributes: { x: schema } } })
        .types.get('a')
        ?.attributes.get('x')?.schema,
    ).toBe(schema);
  });

  test('takes names that objects inherit', () => {
    const { types } = start({
      constructor: { attributes: { toString: text }, relationships: { valueOf: toOne('constructor') } },
      hasOwnProperty: {},
    });
    expect([...types.keys()]).toEqual(['constructor', 'hasOwnProperty']);
    expect(types.get('constructor')?.attributes.has('toString')).toBe(true);
    expect(types.get('toString')).toBeUndefined();
  });
});

describe('what is rejected at start-up', () => {
  test.each<[what: string, declaration: unknown, message: string]>([
    ['null', null, 'defineApi: the declaration must be an object, but it is null.'],
    ['a text', 'articles', 'defineApi: the declaration must be an object, but it is "articles".'],
    ['an array', [], 'defineApi: the declaration must be an object, but it is an empty array.'],
    ['an illegal type name', { 'bad.name': {} }, '"bad.name" is not a valid name for a resource type'],
    ['an empty type name', { '': {} }, '"" is not a valid name for a resource type'],
    ['a type name with a control', { 'a\n': {} }, '"a\\n" is not a valid name for a resource type'],
    ['a type name of a prototype', { ['__proto__']: {} }, '"__proto__" is not a valid name'],
    ['a type that is not an object', { a: 'text' }, 'defineApi: `a` must be an object, but it is "text".'],
    ['a type that is null', { a: null }, 'defineApi: `a` must be an object, but it is null.'],
    ['a type that is a list', { a: [] }, 'defineApi: `a` must be an object, but it is an empty array.'],
    [
      'a misspelt member',
      { a: { attribute: {} } },
      'defineApi: a: unknown member "attribute". Did you mean `attributes`?',
    ],
    [
      'attributes that are not an object',
      { a: { attributes: ['title'] } },
      'defineApi: a: `attributes` must be an object, but it is an array of 1 element.',
    ],
    [
      'attributes that are null',
      { a: { attributes: null } },
      'defineApi: a: `attributes` must be an object, but it is null.',
    ],
    [
      'relationships that are not an object',
      { a: { relationships: 'people' } },
      'defineApi: a: `relationships` must be an object, but it is "people".',
    ],
    [
      'clientGeneratedIds that is not a boolean',
      { a: { clientGeneratedIds: 'no' } },
      'defineApi: a: `clientGeneratedIds` must be a boolean, but it is "no".',
    ],
    ['an attribute named id', { a: { attributes: { id: text } } }, 'a field of "a" must not be named `id`'],
    ['an attribute named type', { a: { attributes: { type: text } } }, 'a field of "a" must not be named `type`'],
    ['a relationship named id', { a: { relationships: { id: toOne('a') } } }, 'a field of "a" must not be named `id`'],
    [
      'a relationship named type',
      { a: { relationships: { type: toOne('a') } } },
      'a field of "a" must not be named `type`',
    ],
    [
      'an illegal attribute name',
      { a: { attributes: { 'x.y': text } } },
      '"x.y" is not a valid name for a field of "a"',
    ],
    [
      'an attribute name with a low line in front',
      { a: { attributes: { _x: text } } },
      '"_x" is not a valid name for a field of "a"',
    ],
    ['an at-member', { a: { attributes: { '@x': text } } }, '"@x" is not a valid name for a field of "a"'],
    [
      'an attribute name of a prototype',
      { a: { attributes: { ['__proto__']: text } } },
      '"__proto__" is not a valid name',
    ],
    [
      'an illegal relationship name',
      { a: { relationships: { 'x:y': toOne('a') } } },
      '"x:y" is not a valid name for a field of "a"',
    ],
    [
      'one name for two fields',
      { a: { attributes: { x: text }, relationships: { x: toOne('a') } } },
      '`a.x` must not be both an attribute and a relationship',
    ],
    [
      'an attribute without a schema',
      { a: { attributes: { x: 'string' } } },
      'attribute `a.x` must be a Standard Schema',
    ],
    [
      'an attribute that is undefined',
      { a: { attributes: { x: undefined } } },
      'attribute `a.x` must be a Standard Schema',
    ],
    ['an attribute that is null', { a: { attributes: { x: null } } }, 'attribute `a.x` must be a Standard Schema'],
    [
      'an attribute that is a relationship',
      { a: { attributes: { x: toOne('a') } } },
      'attribute `a.x` must be a Standard Schema',
    ],
    [
      'attribute() without a schema',
      { a: { attributes: { x: attribute('string' as never, {}) } } },
      'attribute `a.x` must be a Standard Schema',
    ],
    [
      'attribute() with a misspelt option',
      () => ({ a: { attributes: { x: attribute(text, { sorted: true } as never) } } }),
      'attribute: unknown option "sorted". Did you mean `sort`?',
    ],
    [
      'an attribute of another kind than attribute() makes',
      { a: { attributes: { x: { kind: 'attribute', schema: text, options: { writ: false } } } } },
      'defineApi: a.x: unknown option "writ". Did you mean `write`?',
    ],
    [
      'a relationship that is a schema',
      { a: { relationships: { x: text } } },
      'relationship `a.x` must be declared with',
    ],
    ['a relationship that is a name', { a: { relationships: { x: 'a' } } }, 'relationship `a.x` must be declared with'],
    ['a relationship that is null', { a: { relationships: { x: null } } }, 'relationship `a.x` must be declared with'],
    [
      'a relationship with a misspelt option',
      () => ({ a: { relationships: { x: toOne('a', { included: true } as never) } } }),
      'toOne: unknown option "included". Did you mean `include`?',
    ],
    [
      'a relationship of another kind than toOne() makes',
      { a: { relationships: { x: { kind: 'to-one', targets: ['a'], options: { filters: true } } } } },
      'defineApi: a.x: unknown option "filters". Did you mean `filter`?',
    ],
    [
      'a to-many relationship to sort through',
      () => ({ a: { relationships: { x: toMany('a', { sort: true } as never) } } }),
      'toMany: unknown option "sort".',
    ],
    [
      'a relationship to several types to sort through',
      { a: { relationships: { x: toOne(['a', 'b'], { sort: true }) } }, b: {} },
      'relationship `a.x` must not have the option `sort`',
    ],
    [
      'an unknown target',
      { a: { relationships: { x: toOne('missing') } } },
      '`a.x`: "missing" is not a resource type of this API',
    ],
    [
      'one unknown target among several',
      { a: { relationships: { x: toMany(['a', 'missing']) } } },
      '`a.x`: "missing" is not a resource type of this API',
    ],
    [
      'a target that objects inherit',
      { a: { relationships: { x: toOne('constructor') } } },
      '`a.x`: "constructor" is not a resource type',
    ],
    ['no target', { a: { relationships: { x: toOne([]) } } }, 'relationship `a.x` must have one or more target types'],
  ])('%s', (_, declaration, message) => {
    expect(() => start(declaration)).toThrow(TypeError);
    expect(() => start(declaration)).toThrow(message);
  });
});

test.each(['include', 'filter', 'sort', 'onDemand'] as const)(
  'a relationship with `read: false` and `%s`',
  (option) => {
    const declare = () =>
      defineApi({
        articles: { relationships: { author: toOne('articles', { read: false, [option]: true } as object) } },
      });
    expect(declare).toThrow(
      `defineApi: relationship \`articles.author\` must not have the option \`${option}\`, because clients cannot read it.`,
    );
  },
);
