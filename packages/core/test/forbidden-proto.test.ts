/** A member `__proto__` in each object of a document, in a program that forbids the accessor `__proto__` of all objects. */
import { expect, test } from 'vitest';
import { deserialize, JsonApiError, parseCreate, parseLinkage, parseUpdate, validateDocument } from '../src/index.ts';
import { blog } from './blog.ts';
import { someOf } from './runs.ts';

const article = {
  type: 'articles',
  id: '1',
  attributes: { title: 'A', tags: [{ name: 'x' }] },
  relationships: {
    author: { data: { type: 'people', id: '9', meta: {} }, links: { self: { href: '/x', meta: {} } }, meta: {} },
    comments: { data: [{ type: 'comments', id: '5' }] },
  },
  links: { self: '/articles/1' },
  meta: { a: {} },
};
const { id: _, ...newArticle } = article;
const person = { type: 'people', id: '9', attributes: { name: 'Dan' }, relationships: { friend: { data: null } } };
const failure = { status: '400', source: { pointer: '/data' }, links: { about: '/a' }, meta: {} };
const around = { jsonapi: { version: '1.1', meta: {} }, links: { self: '/x' }, meta: {} };

/** Runs a function while reads of `__proto__` throw, as with `--disable-proto=throw`. */
function withForbiddenProto(run: () => unknown): unknown {
  const usual = Object.getOwnPropertyDescriptor(Object.prototype, '__proto__');
  const forbidden = (): never => {
    throw new Error('The accessor `__proto__` is forbidden.');
  };
  // Does nothing if the program has frozen the prototype.
  Reflect.defineProperty(Object.prototype, '__proto__', { get: forbidden, set: forbidden, configurable: true });
  try {
    return run();
  } catch (error) {
    if (!JsonApiError.is(error)) throw error;
    return error.status;
  } finally {
    if (usual !== undefined) Reflect.defineProperty(Object.prototype, '__proto__', usual);
  }
}

function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== 'object' || value === null) return [];
  return [...(Array.isArray(value) ? [] : [value]), ...Object.values(value).flatMap(objectsIn)];
}

/** Returns copies of a document in which one object each has a member `__proto__` with a value. */
function withProtoMember(document: unknown, value: unknown): readonly unknown[] {
  return objectsIn(document).map((_, index) => {
    const copy = structuredClone(document);
    const members = { value, enumerable: true, configurable: true, writable: true };
    Object.defineProperty(objectsIn(copy)[index], '__proto__', members);
    return copy;
  });
}

const values: readonly unknown[] = [1, null, {}, [], 'x', { data: null }, { type: 'people', id: '9' }];

test.each<[string, object, readonly ((document: unknown) => unknown)[]]>([
  [
    'a response with resources',
    { data: [article], included: [person], ...around },
    [
      (it) => validateDocument(it),
      (it) => validateDocument(it, { api: blog }),
      (it) => deserialize(it, { collection: true }),
    ],
  ],
  ['a response with errors', { errors: [failure], ...around }, [(it) => validateDocument(it)]],
  [
    'a request to create',
    { data: newArticle, ...around },
    [
      (it) => validateDocument(it, { as: 'create', api: blog }),
      (it) => parseCreate(blog, 'articles', it),
      (it) => parseCreate(blog, 'articles', JSON.stringify(it)),
    ],
  ],
  [
    'a request to update',
    { data: article, ...around },
    [
      (it) => validateDocument(it, { as: 'update', api: blog }),
      (it) => parseUpdate(blog, 'articles', it, { id: '1' }),
      (it) => parseUpdate(blog, 'articles', JSON.stringify(it), { id: '1' }),
    ],
  ],
  [
    'a request for a relationship',
    article.relationships.author,
    [
      (it) => validateDocument(it, { as: 'relationship' }),
      (it) => parseLinkage(blog, 'articles', 'author', it),
      (it) => parseLinkage(blog, 'articles', 'author', JSON.stringify(it)),
    ],
  ],
])('%s', (_, document, calls) => {
  for (const value of someOf(values, 3)) {
    for (const changed of withProtoMember(document, value)) {
      for (const call of calls) expect(() => withForbiddenProto(() => call(changed))).not.toThrow();
    }
  }
});
