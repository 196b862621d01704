// biome-ignore-all lint/suspicious/noThenProperty: names that promises look for are tested on purpose
import { type Api, attribute, defineApi, type StandardSchema, toMany, toOne } from '@linkage/core';

/** A schema whose results have no more members than they need: a library would bring a prototype of its own. */
function schemaOf(type: string): StandardSchema<unknown> {
  const validate = (value: unknown) =>
    type === 'any' || typeof value === type || value === undefined
      ? { value }
      : { issues: [{ message: `expected ${type}` }] };
  return { '~standard': { version: 1, vendor: 'test', validate } };
}

const any = schemaOf('any');
const text = schemaOf('string');
const open = { sort: true, filter: true } as const;

/** An API whose names are those that every object, promise or JSON text has a use for. */
export function declare(): Api {
  return defineApi({
    articles: {
      attributes: {
        title: attribute(text, open),
        views: attribute(schemaOf('number'), open),
        subtitle: any,
        constructor: any,
        hasOwnProperty: any,
        toString: any,
        then: any,
        toJSON: any,
      },
      relationships: {
        author: toOne('people', open),
        comments: toMany('comments', { filter: true }),
        valueOf: toOne('people'),
        isPrototypeOf: toMany('people'),
      },
      clientGeneratedIds: true,
    },
    people: { attributes: { name: attribute(text, open) }, relationships: { articles: toMany('articles') } },
    comments: {
      attributes: { body: text },
      relationships: { author: toOne('people'), on: toOne(['articles', 'comments']) },
    },
    constructor: { attributes: { name: text } },
    hasOwnProperty: { attributes: { name: text }, relationships: { then: toOne('constructor') } },
    then: {},
  });
}

class Person {
  readonly id: number;
  readonly #name: string;
  constructor(id: number, name: string) {
    this.id = id;
    this.#name = name;
  }
  get name(): string {
    return this.#name;
  }
}

/** The records that a test begins with. Most lack fields, which no prototype may fill in. */
export function records() {
  return {
    articles: [
      {
        id: 1,
        title: 'Bikes',
        views: 30,
        author: 7,
        comments: [4, 5],
        constructor: 'own',
        toString: 'own',
        valueOf: 8,
      },
      { id: 2, title: 'Apes', author: null, comments: [] },
      { id: '__proto__', title: 'Cars', hasOwnProperty: 1 },
      { id: 'constructor' },
    ],
    people: [new Person(7, 'Gebhardt'), { id: 8, name: 'Katz', articles: [1] }, { id: 'toString' }],
    comments: [
      { id: 4, body: 'First!', author: 7, on: { type: 'articles', id: 1 } },
      { id: 5, on: { type: 'comments', id: 4, meta: { a: 1 } } },
    ],
    constructor: [{ id: 'constructor', name: 'C' }],
    hasOwnProperty: [{ id: 'then', name: 'H' }],
    then: [{ id: 'then' }],
  };
}
