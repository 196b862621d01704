/** `limits.includedLinkage` applies to the linkage that records contain, without `include`, too. */
import { defineApi, toMany } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { operate } from '../../test/atomic-request.ts';
import { type AnyDocument, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { atomicOperations } from '../extensions/atomic/atomic-operations.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const api = defineApi({
  shelves: {
    attributes: { label: z.string() },
    relationships: {
      books: toMany('books'),
      items: toMany(['books', 'shelves']),
      hidden: toMany('books', { onDemand: true }),
      secret: toMany('books', { read: false }),
    },
  },
  books: { attributes: { title: z.string() }, relationships: { shelves: toMany('shelves') } },
});

const books = (count: number) => Array.from({ length: count }, (_, index) => String(index + 1));
const ids = (count: number) => books(count).map((id) => ({ type: 'books', id }));
/** Shelf 1 has three books, shelf 2 two. All other relationships are not shown, or empty. */
function open(options: ServerOptions<unknown, typeof api> = {}, count = 3, transactions = true) {
  const sources = createMemorySources(api, {
    shelves: [
      { id: '1', label: 'Mixed', books: books(count), items: [], hidden: books(9), secret: books(9) },
      { id: '2', label: 'New', books: books(2), items: [], hidden: books(9), secret: books(9) },
    ],
    books: books(9).map((id) => ({ id, title: id, shelves: ['1', '2'] })),
  });
  const given = transactions ? sources : { ...sources, shelves: { ...sources.shelves, transaction: undefined } };
  return createServer(api, given, { limits: { includedLinkage: 4 }, ...options });
}
const label = { data: { type: 'shelves', id: '1', attributes: { label: 'Other' } } };

describe('400 if the records of a response contain too many identifiers of a relationship', () => {
  test.each<[string, number, string?]>([
    ['GET /shelves/1', 200],
    ['GET /shelves/2', 200],
    ['GET /shelves', 400, 'fields[shelves]'],
    ['GET /shelves?page[size]=1', 200],
    ['GET /shelves?fields[shelves]=label', 200],
    ['GET /shelves?fields[shelves]=label,books', 400, 'fields[shelves]'],
    ['GET /shelves?include=books', 400, 'include'],
    ['GET /shelves?include=books&fields[shelves]=label&fields[books]=title', 200],
    ['GET /shelves/1?include=books', 400, 'fields[books]'],
    ['GET /shelves/1?include=books&fields[books]=title', 200],
    ['GET /shelves/1?include=hidden', 400, 'include'],
    ['GET /shelves/1/books', 400, 'fields[books]'],
    ['GET /shelves/1/books?fields[books]=title', 200],
    ['GET /shelves/1/books?page[size]=2', 200],
    ['GET /shelves/1/relationships/books', 200],
    ['GET /shelves/1/relationships/hidden?page[size]=9', 200],
  ])('%s: %i', async (line, status, parameter) => {
    const { status: answered, problems } = await send(open(), line);
    expect([answered, problems]).toEqual([status, status === 200 ? [] : [`INCLUDED_TOO_MANY ${parameter}`]]);
  });

  test('with the default limit', async () => {
    expect((await send(open({ limits: {} }, 5000), 'GET /shelves/1')).status).toBe(200);
    expect((await send(open({ limits: {} }, 5001), 'GET /shelves/1')).status).toBe(400);
    expect((await send(open({ limits: { includedLinkage: Infinity } }, 5001), 'GET /shelves')).status).toBe(200);
  });

  test('of each batch of a stream', async () => {
    const statusWith = async (includedLinkage: number, url = '/shelves') => {
      const server = open({ stream: { shelves: true }, limits: { includedLinkage } });
      return (await server.handle({ method: 'GET', url, headers: {} })).status;
    };
    expect(await statusWith(5)).toBe(200);
    expect(await statusWith(4)).toBe(400);
    expect(await statusWith(4, '/shelves?fields[shelves]=label')).toBe(200);
    expect(await statusWith(5, '/shelves?include=books')).toBe(400);
  });
});

describe('responses to writes contain only the links of relationships with too many identifiers', () => {
  const limits = { includedLinkage: 2 };
  const linksOf = (id: string, name: string) => ({
    links: { self: `/shelves/${id}/relationships/${name}`, related: `/shelves/${id}/${name}` },
  });

  test.each<[string, ServerOptions<unknown, typeof api>]>([
    ['written as text', {}],
    ['with members of the application', { documents: { meta: () => ({ note: 'x' }) } }],
    // The functions of the application receive the record with all its members.
    ['with meta of resources', { resources: { shelves: { meta: (record) => ({ size: record.books?.length }) } } }],
  ])('PATCH, %s', async (_, options) => {
    const server = open({ limits, ...options });
    const { status, document } = await send(server, 'PATCH /shelves/1', label);
    expect([status, document.data.attributes.label]).toEqual([200, 'Other']);
    expect(document.data.relationships.books).toEqual(linksOf('1', 'books'));
    expect(document.data.relationships.items).toEqual({ ...linksOf('1', 'items'), data: [] });
    expect((await send(server, 'GET /shelves/1?fields[shelves]=label')).document.data.attributes.label).toBe('Other');
    expect((await send(server, 'PATCH /shelves/1', label, { prefer: 'return=minimal' })).status).toBe(204);
  });

  test('an operation, and the resources that a write includes', async () => {
    const server = open({ limits, extensions: [atomicOperations()] });
    const data = { type: 'shelves', attributes: { label: 'New' }, relationships: { books: { data: ids(3) } } };
    const { document } = await operate(server, [
      { op: 'add', data },
      { op: 'update', data: label.data },
    ]);
    const shown = document['atomic:results'].map(({ data: { relationships } }: AnyDocument) => relationships.books);
    expect(shown).toEqual([linksOf('3', 'books'), linksOf('1', 'books')]);
    const items = { data: { ...label.data, relationships: { items: { data: [{ type: 'shelves', id: '2' }] } } } };
    const { status, document: compound } = await send(server, 'PATCH /shelves/1?include=items', items);
    expect([status, compound.data.relationships.books]).toEqual([200, linksOf('1', 'books')]);
    expect(compound.included[0].relationships.books).toEqual(linksOf('2', 'books'));
  });

  test('a source without transactions: 4xx would hide what was written', async () => {
    const record = (id: string, text: string) => ({ id, label: text, books: books(3) });
    const shelves: DataSource = {
      create: () => record('7', 'New'),
      update: (id) => record(id, 'Other'),
    };
    const find: DataSource['find'] = (ids) => ids.map((id) => record(id, 'Found'));
    const create = { data: { type: 'shelves', attributes: { label: 'New' } } };
    for (const isFound of [true, false]) {
      const sources = { shelves: isFound ? { ...shelves, find } : shelves } as never;
      const server = createServer(api, withRest(api, sources), { limits });
      // Without `find`, the relationship has no URL, so there is nothing to show of it.
      const relationships = isFound ? { books: { links: { self: expect.any(String) } } } : undefined;
      for (const [line, body, status] of [
        ['POST /shelves', create, 201],
        ['PATCH /shelves/1', label, 200],
      ] as const) {
        const answer = await send(server, line, body);
        expect([answer.status, answer.document.data.relationships]).toEqual([status, relationships]);
      }
    }
  });

  test('without the resources of default include paths, which the request does not name', async () => {
    const server = open({ limits, defaultIncludes: { shelves: ['books'] } });
    expect((await send(server, 'GET /shelves/1')).problems).toEqual(['INCLUDED_TOO_MANY include']);
    const { status, document } = await send(server, 'PATCH /shelves/1', label);
    expect([status, document.data.relationships.books]).toEqual([200, linksOf('1', 'books')]);
    expect(Object.hasOwn(document, 'included')).toBe(false);
    const few = open({ defaultIncludes: { shelves: ['books'] }, limits: { includedLinkage: 6 } });
    const { document: compound } = await send(few, 'PATCH /shelves/2', { data: { ...label.data, id: '2' } });
    expect(compound.included.length).toBe(2);
  });

  test('with an include path of the request, the document must contain the linkage: 400, and undone', async () => {
    const server = open({ limits });
    const { problems } = await send(server, 'PATCH /shelves/1?include=books', label);
    expect(problems).toEqual(['INCLUDED_TOO_MANY include']);
    expect((await send(server, 'GET /shelves/1?fields[shelves]=label')).document.data.attributes.label).toBe('Mixed');
  });

  // INC-04: the response has `included`, and nothing that the request did not ask for.
  test.each([
    ['too many identifiers', { includedLinkage: 2 }],
    ['too many resources', { includedResources: 2, includedLinkage: 4 }],
  ])('kept without transactions, so `included` is empty and not an error: %s', async (_, few) => {
    const server = open({ limits: few }, 3, false);
    const create = { type: 'shelves', attributes: { label: 'Made' }, relationships: { books: { data: ids(3) } } };
    for (const [line, body, expected] of [
      ['PATCH /shelves/1?include=books', label, 200],
      ['POST /shelves?include=books', { data: create }, 201],
    ] as const) {
      const { status, document } = await send(server, line, body);
      expect([status, document.included]).toEqual([expected, []]);
      const { id } = document.data;
      const stored = await send(server, `GET /shelves/${id}?fields[shelves]=label`);
      expect(stored.document.data.attributes).toEqual(document.data.attributes);
    }
  });
});
