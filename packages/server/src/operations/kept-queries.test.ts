import { attribute, defineApi } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AnyDocument, send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { Server } from '../pipeline/server.ts';

/** How often each schema has read a value. */
const reads = { title: 0, parameter: 0, own: 0 };
const counted = (name: keyof typeof reads) =>
  z.string().refine(() => {
    reads[name]++;
    return true;
  });

const api = defineApi({
  notes: { attributes: { title: attribute(counted('title'), { filter: true, sort: true }), size: z.number() } },
});
const records = ['a', 'b', 'c'].map((title, index) => ({ id: String(index), title, size: index }));
const asked: AnyDocument[] = [];
function serverWith(options: AnyDocument = {}): Server {
  const { notes } = createMemorySources(api, { notes: records });
  const list = (query: AnyDocument, call: AnyDocument) => {
    asked.push(query);
    return (notes as AnyDocument).list(query, call);
  };
  return createServer(api, { notes: { ...notes, list } } as never, options) as Server;
}

/** The number of times that a function of the application reads a query when it is sent the second and the third time. */
async function readsOf(name: keyof typeof reads, url: string, options: AnyDocument = {}): Promise<number> {
  const server = serverWith(options);
  const ask = async () => (await send(server, `GET ${url}`)).document;
  const documents = [await ask()];
  reads[name] = 0;
  documents.push(await ask(), await ask());
  expect(documents[1]).toEqual(documents[0]);
  expect(documents[2]).toEqual(documents[0]);
  return reads[name];
}

describe('a query that repeats', () => {
  test('is read once, if it depends on its text alone', async () => {
    expect(await readsOf('title', '/notes?filter[title]=a&sort=-title&page[size]=2')).toBe(0);
  });

  test('is read each time, if the application declares one of its parameters', async () => {
    const parameters = { searchText: counted('parameter') };
    expect(await readsOf('parameter', '/notes?searchText=a', { parameters })).toBeGreaterThan(1);
  });

  test('is read each time, if the application has its own filter language', async () => {
    const filterLanguage = () => {
      reads.own++;
      return [];
    };
    expect(await readsOf('own', '/notes?filter[title]=a', { filterLanguage })).toBeGreaterThan(1);
  });

  test('is read each time, if the application has its own pagination', async () => {
    const read = () => {
      reads.own++;
      return { slice: { offset: 0, limit: 2 }, neighbours: () => ({}) };
    };
    const pagination = { strategy: { names: ['size'], sizeName: 'size', read } };
    expect(await readsOf('own', '/notes?page[size]=2', { pagination })).toBeGreaterThan(1);
  });

  test('has a page and conditions that a source cannot change', async () => {
    asked.length = 0;
    await send(serverWith(), 'GET /notes?filter[title]=a&page[size]=2');
    const { page, filter } = asked[0] as AnyDocument;
    expect(() => {
      page.limit = 1;
    }).toThrow(TypeError);
    expect(() => filter[0].values.push('b')).toThrow(TypeError);
  });

  test('is an error each time, if it is one', async () => {
    const server = serverWith();
    for (let count = 0; count < 2; count++) expect((await send(server, 'GET /notes?sort=nope')).status).toBe(400);
  });

  test('belongs to the fields that its user can read', async () => {
    const access = {
      notes: { read: () => true, fields: (user: unknown) => (user === 'all' ? ['title', 'size'] : ['size']) },
    };
    const context = ({ headers }: AnyDocument) => headers.authorization;
    const server = serverWith({ access, context } as AnyDocument);
    const statuses = [];
    for (const authorization of ['all', 'some', 'all', 'some'])
      statuses.push((await send(server, 'GET /notes?sort=title', undefined, { authorization })).status);
    expect(statuses).toEqual([200, 400, 200, 400]);
  });
});
