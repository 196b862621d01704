/** The sentences of the pages about data sources, and of the page about documents. */

import {
  attribute,
  buildDocument,
  defineApi,
  deserialize,
  errorObject,
  JsonApiError,
  toMany,
  toOne,
} from '@linkage/core';
import { createMemorySources, createServer, extendSource } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { server as example } from '../examples/writing-source.ts';
import { api, fact, found, note, proven, send, serve, statusOf } from './fact.ts';

const created = { type: 'notes', id: '7', attributes: { title: 'x', size: 1 } };
const change = { type: 'notes', id: '1', attributes: { title: 'New' } };
const author = ['PATCH /notes/1/relationships/author', null] as const;
const person = { find: (ids: readonly string[]) => ids.map((id) => ({ id, name: 'x' })) };
const plain = { author: null };
/** Sources of notes with some methods. */
const having = (methods: object): object => ({ notes: { find: () => [note('1', plain)], ...methods }, people: person });
const statusWith = async (methods: object, line: string, data?: unknown) =>
  (await send(serve({}, having(methods)), line, data)).status;

fact('guide/data-sources.md', '| `list` | `GET /{type}` | 405 |', async () => {
  expect(await statusWith({ create: () => note('7') }, 'GET /notes')).toBe(405);
});
fact('guide/data-sources.md', '| `create`, `update`, `delete`, `updateRelationship` | writes | 403 |', async () => {
  expect(await statusWith({}, 'POST /notes', created)).toBe(403);
  expect(await statusWith({}, 'PATCH /notes/1', change)).toBe(403);
  expect(await statusWith({}, 'DELETE /notes/1')).toBe(403);
  expect(await statusWith({}, ...author)).toBe(403);
});
fact(
  'guide/data-sources.md',
  'If the source does not have `related`, these links would respond with 404, so the response omits the relationship.',
  async () => {
    const records = () => [{ id: '1', title: 'x', size: 1 }];
    const relationshipsWith = async (methods: object) => {
      const server = serve({}, { notes: { find: records, ...methods }, people: person });
      const { document } = await send(server, 'GET /notes/1');
      return [document.data.relationships, (await send(server, 'GET /notes/1/author')).status];
    };
    expect(await relationshipsWith({})).toEqual([undefined, 404]);
    const [relationships, status] = await relationshipsWith({ related: () => new Map() });
    expect([Object.keys(relationships), status]).toEqual([['author', 'readers'], 200]);
  },
);
fact(
  'guide/data-sources.md',
  'If a method throws a `JsonApiError`, the server responds with that error. For any other error, it responds with a generic 500 and calls `onError`.',
  async () => {
    const seen: unknown[] = [];
    const throwing = (error: unknown) =>
      statusOf(
        'GET /notes/1',
        { onError: (thrown: unknown) => seen.push(thrown) },
        found(() => {
          throw error;
        }),
      );
    const cause = new Error('x');
    expect(await throwing(new JsonApiError(errorObject({ code: 'OUT', status: 410, title: 'Out' })))).toBe(410);
    expect([await throwing(cause), seen]).toEqual([500, [cause]]);
  },
);
fact(
  'guide/data-sources.md',
  'both must contain it, or none: otherwise, the server responds with 422, for every source.',
  async () => {
    const nodes = defineApi({
      nodes: {
        attributes: {},
        relationships: {
          parent: toOne('nodes', { inverse: 'children' }),
          children: toMany('nodes', { inverse: 'parent' }),
        },
      },
    });
    const self = { type: 'nodes', id: '1' };
    const changeTo = async (children: readonly object[]) => {
      const server = createServer(nodes, createMemorySources(nodes, { nodes: [{ id: '1' }] }));
      const relationships = { parent: { data: self }, children: { data: children } };
      return (await send(server, 'PATCH /nodes/1', { ...self, relationships })).status;
    };
    expect([await changeTo([]), await changeTo([self])]).toEqual([422, 200]);
  },
);

for (const [sentence, line, data, methods] of [
  ['the record, or null if the resource does not exist: 404 |', 'PATCH /notes/1', change, { update: () => null }],
  [
    '| `delete(id, call)` | | true, or false if the resource does not exist: 404 |',
    'DELETE /notes/1',
    undefined,
    { delete: () => false },
  ],
  [
    '| a change of one relationship | true, or false if the resource does not exist: 404 |',
    ...author,
    { updateRelationship: () => false },
  ],
] as const)
  fact('guide/data-sources-writing.md', sentence, async () => {
    expect(await statusWith(methods, line, data)).toBe(404);
  });
fact('guide/data-sources-writing.md', 'If a source lacks a method, such requests receive 403.', async () => {
  for (const [line, data] of [['POST /notes', created], ['PATCH /notes/1', change], author] as const)
    expect(await statusWith({}, line, data)).toBe(403);
});
const readOnly = defineApi({
  notes: { attributes: { title: z.string(), words: attribute(z.int().default(7), { write: false }) } },
});
fact('guide/data-sources-writing.md', 'Fields with `write: false` never reach a source.', async () => {
  const received: unknown[] = [];
  const receive = (...given: unknown[]) => {
    received.push(...given.filter((value) => typeof value === 'object').slice(0, 1));
    return { id: '1', title: 'x', words: 1 };
  };
  const find = () => [{ id: '1', title: 'x', words: 1 }];
  const server = createServer(readOnly, { notes: { find, create: receive, update: receive } } as never);
  const attributes = { title: 'x' };
  expect((await send(server, 'POST /notes', { type: 'notes', attributes })).status).toBe(201);
  expect((await send(server, 'PATCH /notes/1', { type: 'notes', id: '1', attributes })).status).toBe(200);
  const rejected = { type: 'notes', id: '1', attributes: { words: 2 } };
  expect((await send(server, 'PATCH /notes/1', rejected)).status).toBe(403);
  expect(received).toHaveLength(2);
  expect(JSON.stringify(received)).not.toContain('words');
});
fact(
  'guide/data-sources-writing.md',
  'If an id is taken, use the code `RESOURCE_EXISTS` (409), as in the example.',
  async () => {
    const article = { type: 'articles', id: 'taken', attributes: { title: 'x' } };
    expect((await send(example, 'POST /articles', article)).status).toBe(201);
    const { status, document } = await send(example, 'POST /articles', article);
    expect([status, document.errors[0].code]).toEqual([409, 'RESOURCE_EXISTS']);
  },
);

const list = () => ({ records: [] });
/** The filters that only declared sources receive. */
const others = [
  'filter[title][ne]=x',
  'filter[title][contains]=x',
  'filter=or(eq(size,1),eq(size,2))',
  'filter[author]=null',
];
fact('guide/data-sources-reference.md', 'The server responds to other filters with 400.', async () => {
  for (const operator of ['eq', 'lt', 'le', 'gt', 'ge'])
    expect(await statusWith({ list }, `GET /notes?filter[size][${operator}]=1`)).toBe(200);
  for (const filter of others)
    expect([filter, await statusWith({ list }, `GET /notes?${filter}`)]).toEqual([filter, 400]);
});
fact(
  'guide/data-sources-reference.md',
  '- Filters with other operators than `eq`, `lt`, `le`, `gt`, and `ge`, and groups, get 400.',
  async () => {
    const memory = createMemorySources(api, { notes: [note('1', plain)] } as never);
    const statusesOf = (notes: object) =>
      Promise.all(
        others.map((filter) =>
          statusOf(`GET /notes?${filter}`, { onReplacedMethods: () => undefined }, { ...memory, notes }),
        ),
      );
    expect(await statusesOf(memory.notes)).toEqual(others.map(() => 200));
    expect(await statusesOf(extendSource(memory.notes, { list }) as object)).toEqual(others.map(() => 400));
  },
);
fact(
  'guide/data-sources-reference.md',
  'Begin with `find` and `list`, as in [data sources](data-sources.md). The server responds to everything else with 403 or 400.',
  async () => {
    expect(await statusWith({ list }, 'POST /notes', created)).toBe(403);
    expect(await statusWith({ list }, 'PATCH /notes/1', change)).toBe(403);
    expect(await statusWith({ list }, `GET /notes?${others[0]}`)).toBe(400);
  },
);
proven('guide/data-sources-writing.md', [
  '`@linkage/kysely` calls it at most 8 times.',
  'packages/sources/kysely/src/statements/faults.test.ts',
  'expect(run).toHaveBeenCalledTimes(8)',
]);
const errors = 'packages/sources/kysely/src/violations.test.ts';
proven(
  'guide/data-sources-reference.md',
  [
    'if not, the response to such a filter must be 400.',
    'packages/server/src/source-suite/source-suite.test.ts',
    'a filter that a source does not declare must be rejected',
  ],
  ['| the id is taken | `RESOURCE_EXISTS` | 409 |', errors, 'a taken id is another error'],
  [
    '| a unique value is taken, or others reference the deleted row | `CONSTRAINT_VIOLATED` | 409 |',
    errors,
    'unique: 409 with the pointer of the field',
  ],
  [
    '| a linked row does not exist | `RELATED_RESOURCE_NOT_FOUND` | 404 |',
    errors,
    'a foreign key to a missing row: 404, from the server or the database',
  ],
  [
    '| the database rejects the value of an attribute | `ATTRIBUTE_INVALID`, with the pointer of the attribute | 422 |',
    errors,
    'a value out of range or too long: 422, with a database schema and without one',
  ],
  [
    'Name a field only if `call.readable` contains it or is undefined, and never repeat the message of the database.',
    errors,
    'a hidden field is not named',
  ],
);

fact('guide/documents.md', 'Undeclared members never appear in the output, and records are never changed.', () => {
  const record = Object.freeze({ ...note('1', plain), secret: 'x', nested: Object.freeze({ secret: 'x' }) });
  expect(JSON.stringify(buildDocument(api, 'notes', record))).not.toContain('secret');
});
fact(
  'guide/documents.md',
  '| absent or `undefined` | not loaded: links, if there are any; never an empty relationship |',
  () => {
    const relationshipsOf = (value: object, options: object) =>
      JSON.parse(
        JSON.stringify(buildDocument(api, 'notes', { id: '1', title: 'x', size: 1, ...value } as never, options)),
      ).data.relationships;
    for (const value of [{}, { author: undefined, readers: undefined }]) {
      expect(relationshipsOf(value, {})).toBeUndefined();
      const { author: shown } = relationshipsOf(value, { baseUrl: '/api' });
      expect(Object.keys(shown)).toEqual(['links']);
    }
  },
);
fact(
  'guide/documents.md',
  'An own enumerable getter that is not an attribute can be called, although its value never appears.',
  () => {
    const record = {
      ...note('1', plain),
      get secret() {
        return 'hidden';
      },
    };
    expect(JSON.stringify(buildDocument(api, 'notes', record))).not.toContain('hidden');
  },
);
fact(
  'guide/documents.md',
  'Pagination links require an array of records, or a to-many relationship in a document about a relationship. `null` is always allowed |',
  () => {
    const built = (data: unknown, links: object) => () =>
      buildDocument(api, 'notes', data as never, { links } as never);
    const one = note('1', plain);
    expect(built([one], { next: '/notes?page' })).not.toThrow();
    expect(built(one, { next: '/notes?page' })).toThrow(TypeError);
    expect(built(one, { next: null })).not.toThrow();
  },
);
fact(
  'guide/documents.md',
  'A relationship without linkage is absent, so "not loaded" never looks like "empty".',
  () => {
    const resource = (author: object) => ({ data: { type: 'notes', id: '1', relationships: { author } } });
    expect(deserialize(resource({ links: { related: '/x' } }) as never).data).not.toHaveProperty('author');
    expect(deserialize(resource({ data: null }) as never).data).toMatchObject({ author: null });
  },
);
proven('guide/documents.md', [
  '`toRow` throws a `JsonApiError` with status 400.',
  'packages/core/src/requests/parse/to-row.test.ts',
  'whose foreign key is the new resource itself',
]);
