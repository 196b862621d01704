/** The statements of the pages in docs/migration: the same data, and the differences between the documents before and after. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { deserialize, JSON_API_MEDIA_TYPE, validateDocument } from '@linkage/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, app } from './express-after.ts';
import * as newCase from './json-api-serializer-after.ts';
import * as oldCase from './json-api-serializer-before.ts';
import * as newJsona from './jsona-after.ts';
import * as oldJsona from './jsona-before.ts';
import * as newSerializer from './jsonapi-serializer-after.ts';
import * as oldSerializer from './jsonapi-serializer-before.ts';
import { card, changedRow, createRequest, named, newRow, updateRequest } from './patterns.ts';
import * as newJapi from './ts-japi-after.ts';
import * as oldJapi from './ts-japi-before.ts';

interface Resource {
  readonly id: unknown;
  readonly relationships?: { readonly author?: { readonly data: { readonly id: unknown } } };
}
interface Document {
  readonly jsonapi?: unknown;
  readonly data: readonly Resource[];
  readonly included: readonly Resource[];
}
const parse = (text: string): Document => JSON.parse(text);

/** Ids as strings, as the specification requires. */
const withStrings = (value: unknown, key = ''): unknown => {
  if (Array.isArray(value)) return value.map((it) => withStrings(it));
  if (typeof value !== 'object' || value === null) return key === 'id' ? String(value) : value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, withStrings(it, name)]));
};

describe('ts-japi', () => {
  const before = parse(oldJapi.text);
  const after = parse(newJapi.text);

  test('the documents are equal, but for the type of the ids and the version', () => {
    expect(before).not.toEqual(after);
    expect({ ...(withStrings(before) as object), jsonapi: { version: '1.1' } }).toEqual(after);
    expect(before.jsonapi).toEqual({ version: '1.0' });
  });

  test('only the new document is valid', () => {
    const rules = validateDocument(before, { as: 'response' }).issues?.map(({ rule }) => rule);
    expect([...new Set(rules)]).toEqual(['identification-strings']);
    expect(validateDocument(after, { as: 'response' }).issues).toBeUndefined();
  });
});

describe('jsonapi-serializer', () => {
  const before = parse(oldSerializer.text);
  const after = parse(newSerializer.text);

  test('the documents are equal, but for empty relationships', () => {
    expect(before).not.toEqual(after);
    const included = before.included.map(({ relationships, ...rest }) => {
      expect(relationships).toEqual({});
      return rest;
    });
    expect({ ...before, included }).toEqual(after);
    expect(validateDocument(after, { as: 'response' }).issues).toBeUndefined();
  });

  test('the deserialized data is equal, but for the types', () => {
    expect(newSerializer.data).toMatchObject(oldSerializer.data);
    const data = [newSerializer.data].flat();
    expect(data.map((it) => [it?.type, it?.author?.type])).toEqual([
      ['articles', 'people'],
      ['articles', 'people'],
    ]);
    // One object for each resource, and not a copy for each reference.
    expect(data[0]?.author).toBe(data[1]?.author);
    expect(oldSerializer.data[0].author).not.toBe(oldSerializer.data[1].author);
  });
});

describe('json-api-serializer', () => {
  test('the documents are equal, but for the version', () => {
    const [before, after] = [parse(oldCase.text), parse(newCase.text)];
    expect(before.jsonapi).toEqual({ version: '1.0' });
    expect({ ...before, jsonapi: { version: '1.1' } }).toEqual(after);
    expect(validateDocument(after, { as: 'response' }).issues).toBeUndefined();
  });

  test('the deserialized data is equal, but for the types and the links', () => {
    const data = oldCase.data.map(({ links, ...rest }: { readonly links: object }) => {
      expect(Object.keys(links)).toEqual(['self']);
      return rest;
    });
    expect(newCase.data).toMatchObject(data);
    expect([newCase.data].flat().map((it) => [it?.type, it?.author?.type])).toEqual([
      ['articles', 'people'],
      ['articles', 'people'],
    ]);
  });
});

describe('jsona', () => {
  test('the documents are equal, but for the type of the ids', () => {
    const [before, after] = [parse(oldJsona.text), parse(newJsona.text)];
    expect(before).not.toEqual(after);
    expect(withStrings(before)).toEqual(after);
    expect(validateDocument(after, { as: 'response' }).issues).toBeUndefined();
  });

  test('the deserialized data is equal, but for the type of the ids and the names of relationships', () => {
    const data = [oldJsona.data].flat().map(({ relationshipNames, ...rest }) => {
      expect(relationshipNames).toEqual(['author']);
      return withStrings(rest);
    });
    expect(newJsona.data).toMatchObject(data);
  });
});

describe('patterns', () => {
  const team = { data: { type: 'teams', id: '4' } };

  test('the names of the members follow a convention, and those of rows another', () => {
    expect(JSON.parse(named).data).toEqual({
      ...{ type: 'people', id: '9', relationships: { team } },
      attributes: { 'first-name': 'Dan', 'last-login': '2026-01-01T00:00:00Z' },
    });
    expect(JSON.parse(card).data).toEqual({ type: 'people', id: '9', attributes: { 'first-name': 'Dan' } });
  });

  test('a request document from a model becomes the row of the model again', () => {
    const body = createRequest({ firstName: 'Dan', teamId: 4 });
    expect(validateDocument(JSON.parse(body), { as: 'create' }).issues).toBeUndefined();
    expect(newRow(body)).toEqual({ firstName: 'Dan', teamId: 4 });
    expect(validateDocument(JSON.parse(updateRequest), { as: 'update' }).issues).toBeUndefined();
    expect(changedRow(updateRequest)).toEqual({ id: 9, firstName: 'Dan', teamId: 4 });
    const cleared = { data: { type: 'people', id: '9', relationships: { team: { data: null } } } };
    expect(changedRow(JSON.stringify(cleared))).toEqual({ id: 9, teamId: null });
  });
});

describe('an Express API', () => {
  const host = createServer(app);
  let origin = '';
  const get = async (path: string): Promise<[status: number, body: never]> => {
    const response = await fetch(origin + path);
    return [response.status, (await response.json()) as never];
  };

  beforeAll(async () => {
    await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  });
  afterAll(() => host.close());

  /** The old form of new records: the ids of this service are numbers. */
  const asBefore = ({ id, title, author }: { id: string; title: string; author?: { id: string; name?: string } }) => ({
    id: Number(id),
    title,
    author: { id: Number(author?.id), name: author?.name },
  });

  test('both URLs return the same articles and the same total', async () => {
    const [, before] = await get('/articles');
    const [, after] = await get('/api/articles?include=author&page[total]=true');
    expect(validateDocument(after, { as: 'response', api }).issues).toBeUndefined();
    const { data, meta } = deserialize(after, { api, type: 'articles', include: ['author'] });
    const { items, total } = before as { readonly items: readonly unknown[]; readonly total: number };
    expect((data as readonly never[]).map(asBefore)).toEqual(items);
    expect(meta).toEqual({ page: { total } });
  });

  test('a missing article is 404 before and after', async () => {
    expect(await get('/articles/99')).toEqual([404, { success: false, error: 'Not found' }]);
    const [status, body] = await get('/api/articles/99');
    expect(status).toBe(404);
    expect(body).toMatchObject({ errors: [{ status: '404', code: 'NOT_FOUND' }] });
  });

  test('both URLs create an article with the same data', async () => {
    const headers = (type: string) => ({ method: 'POST', headers: { 'Content-Type': type } });
    const old = await fetch(`${origin}/articles`, {
      ...headers('application/json'),
      body: JSON.stringify({ title: 'New', authorId: 9 }),
    });
    expect(old.status).toBe(201);
    const author = { data: { type: 'people', id: '9' } };
    const post = (title: unknown) =>
      fetch(`${origin}/api/articles?include=author`, {
        ...headers(JSON_API_MEDIA_TYPE),
        body: JSON.stringify({ data: { type: 'articles', attributes: { title }, relationships: { author } } }),
      });
    const created = await post('New');
    expect([created.status, created.headers.get('Location')]).toEqual([201, '/api/articles/4']);
    const { data } = deserialize(await created.json(), { api, type: 'articles', include: ['author'] });
    const { item } = (await old.json()) as { readonly item: object };
    expect(asBefore(data as never)).toEqual({ ...item, id: 4 });
    // The schema rejects what the route by hand rejected with 400.
    expect((await post(5)).status).toBe(422);
  });
});
