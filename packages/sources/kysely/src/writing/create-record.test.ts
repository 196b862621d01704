import { JsonApiError } from '@linkage/core';
import { expect, test } from 'vitest';
import { call, idsOf, openNewsroom, query, select } from '../../test/newsroom.ts';

const attributes = { title: 'New', words: 5, published: true, labels: ['n'] };
const person = (id: string) => ({ type: 'people', id }) as const;
const tag = (id: string) => ({ type: 'tags', id }) as const;

async function toJsonApiError(promise: unknown) {
  const error = await Promise.resolve(promise).catch((thrown: unknown) => thrown);
  if (!JsonApiError.is(error)) throw error;
  return { status: error.status, code: error.errors[0]?.code, pointer: error.errors[0]?.source?.pointer };
}

test('writes attributes and foreign keys in one statement, which returns the record', async () => {
  const { sources, statements } = openNewsroom();
  const input = { type: 'articles', attributes, relationships: { author: person('2') } } as const;
  const created = await sources.articles.create(input, call);
  expect(created).toEqual({ id: expect.any(String), ...attributes, author: 2 });
  expect(statements).toHaveLength(1);
  const { id } = created as { readonly id: string };
  expect(await sources.articles.find([id], select(['labels', 'published']), call)).toEqual([
    { id, labels: ['n'], published: true },
  ]);
});

test('creates a missing id: a UUID, or an id of the database', async () => {
  const { sources } = openNewsroom();
  const article = await sources.articles.create({ type: 'articles', attributes, relationships: {} }, call);
  expect(article.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  const added = await sources.people.create({ type: 'people', attributes: { name: 'Cy' }, relationships: {} }, call);
  expect(added).toEqual({ id: 3, name: 'Cy' });
});

test('writes to-many relationships with the resource', async () => {
  const { sources } = openNewsroom();
  const relationships = {
    tags: [tag('t3'), tag('t1'), tag('t3')],
    related: [{ type: 'articles', id: 'n' }],
    comments: [{ type: 'comments', id: '3' }],
  } as const;
  await sources.articles.create({ type: 'articles', id: 'n', attributes, relationships }, call);
  for (const [name, ids] of [
    ['tags', ['t1', 't3']],
    ['related', ['n']],
    ['comments', [3]],
  ] as const) {
    const page = (await sources.articles.related(name, ['n'], query(), call)).get('n');
    expect(idsOf((page as { records: object[] }).records)).toEqual(ids);
  }
});

test('rejects an existing id, and does not change the existing row', async () => {
  const { sources } = openNewsroom();
  const input = { type: 'articles', id: 'a', attributes, relationships: { tags: [tag('t3')] } } as const;
  expect(await toJsonApiError(sources.articles.create(input, call))).toEqual({
    status: 409,
    code: 'RESOURCE_EXISTS',
    pointer: '/data/id',
  });
  expect(await sources.articles.find(['a'], select(['title']), call)).toEqual([{ id: 'a', title: 'Alpha' }]);
  expect((await sources.articles.related('tags', ['a'], query(), call)).get('a')).toEqual({
    records: [{ id: 't1' }, { id: 't2' }],
  });
});

test('a constraint violation becomes an error response, and nothing is written', async () => {
  const { sources } = openNewsroom();
  const create = (relationships: object) =>
    sources.articles.create({ type: 'articles', id: 'n', attributes, relationships }, call);
  const notFound = { status: 404, code: 'RELATED_RESOURCE_NOT_FOUND', pointer: undefined };
  expect(await toJsonApiError(create({ author: person('77') }))).toEqual(notFound);
  expect(await toJsonApiError(create({ author: person('01') }))).toEqual(notFound);
  const ofTags = { ...notFound, pointer: '/data/relationships/tags' };
  expect(await toJsonApiError(create({ tags: [tag('t1'), tag('nope')] }))).toEqual(ofTags);
  expect(await toJsonApiError(create({ comments: [{ type: 'comments', id: '99' }] }))).toEqual(notFound);
  expect(await sources.articles.find(['n'], select([]), call)).toEqual([]);
  const double = sources.people.create({ type: 'people', attributes: { name: 'Ada' }, relationships: {} }, call);
  expect(await toJsonApiError(double)).toMatchObject({ status: 409, code: 'CONSTRAINT_VIOLATED' });
  const comment = { type: 'comments', attributes: { body: 'x' }, relationships: {} } as const;
  expect(await toJsonApiError(sources.comments.create(comment, call))).toEqual({
    status: 422,
    code: 'VALUE_REJECTED',
    pointer: '/data',
  });
  const odd = { type: 'people', id: 'x', attributes: { name: 'X' }, relationships: {} } as const;
  expect(await toJsonApiError(sources.people.create(odd, call))).toMatchObject({ status: 400, pointer: '/data/id' });
});

test('binds all values and ids as parameters', async () => {
  const { sources } = openNewsroom();
  const nasty = `'); drop table article; --"\`$1?`;
  const input = {
    type: 'articles',
    id: nasty,
    attributes: { ...attributes, title: nasty },
    relationships: {},
  } as const;
  expect(await sources.articles.create(input, call)).toMatchObject({ id: nasty, title: nasty });
  expect((await sources.articles.list(query(), call)).records).toHaveLength(6);
});

test('a field that is not in the mapping is rejected', async () => {
  const { sources } = openNewsroom();
  const create = (changes: object) =>
    sources.articles.create({ type: 'articles', attributes, relationships: {}, ...changes }, call);
  await expect(create({ attributes: { 'x" = 1 --': 1 } })).rejects.toThrow('does not have an attribute');
  await expect(async () => create({ relationships: { nope: null } })).rejects.toThrow(
    'does not have a relationship "nope"',
  );
});
