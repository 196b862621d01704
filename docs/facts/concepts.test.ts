/** The sentences of the pages about concepts. */

import { buildDocument, defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, unauthorized } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { api, fact, found, note, proven, send, serve, statusOf } from './fact.ts';

const created = { type: 'notes', id: '7', attributes: { title: 'x', size: 1 } };
const change = { type: 'notes', id: '1', attributes: { title: 'New' } };
const context = () => {
  throw unauthorized('Bearer');
};
const open = { read: () => true, create: () => true, update: () => true };
const access = { notes: open, people: open };

type Request = readonly [
  status: number,
  line: string,
  data?: unknown,
  headers?: Record<string, string>,
  options?: object,
  sources?: object,
];
const text = { 'content-type': 'text/plain', accept: 'text/html' };
/** The steps, with requests that fail in them, and would also fail in later ones. */
const steps: readonly (readonly [row: string, ...requests: Request[]])[] = [
  [
    '| 1. Split the path and the query, decode each segment once | 400, 414 |',
    [400, 'GET /notes/%E0%A4%A', undefined, text, { context, access }],
    [414, `GET /none?${'a'.repeat(9000)}`, undefined, text, { context, access }],
  ],
  [
    '| 2. With access rules: call `context`, then `read` and `fields` of the rules | 401 or your own status |',
    [401, 'GET /none', undefined, text, { context, access }],
  ],
  [
    '| 3. Find the route: collection, resource, related resources, or relationship | 404 |',
    [404, 'PUT /none', undefined, text],
    [404, 'PUT /notes/1/none', undefined, text],
  ],
  [
    '| 4. Find the operation for the method | 403, 405 |',
    [405, 'PUT /notes', undefined, text],
    [403, 'POST /notes', created, text, {}, found(() => [])],
  ],
  [
    '| 5. Negotiate `Content-Type` and `Accept`, extensions, and profiles | 406, 415 |',
    [406, 'GET /notes/1?sort=none', undefined, { accept: 'text/html', 'if-none-match': 'x' }],
    [415, 'PATCH /notes/1?sort=none', change, { 'content-type': 'text/plain', 'if-match': 'x' }],
  ],
  ['| 6. Read the conditions and preferences | 400 |', [400, 'PATCH /notes/1', '{', { 'if-match': 'x' }]],
  ['| 7. Read all query parameters | 400 |', [400, 'GET /notes/none?sort=none']],
  [
    '| 8. Read and validate the whole request document | 400, 403, 409, 413, 422 |',
    [400, 'PATCH /notes/none', '{'],
    [403, 'POST /people', { type: 'people', id: '1', attributes: { name: 'x' } }],
    [409, 'PATCH /notes/none', { ...change, type: 'people' }],
    [413, 'PATCH /notes/none', change, {}, { limits: { bodyBytes: 9 } }],
    [422, 'PATCH /notes/none', { ...change, id: 'none', attributes: { title: 1 } }],
  ],
  [
    '| 9. Call your sources; writes run in a transaction | 403, 404, 409, 412, 428 |',
    [403, 'PATCH /notes/1', change, {}, { access: { notes: { ...open, update: () => false }, people: open } }],
    [404, 'PATCH /notes/none', { ...change, id: 'none' }],
    [409, 'POST /notes', { ...created, id: '1' }],
    [412, 'PATCH /notes/1', change, { 'if-match': '"x"' }],
    [428, 'PATCH /notes/1', change, {}, { requireIfMatch: ['notes'] }],
  ],
  [
    '| 10. Build the document, its links, and its headers | 304 |',
    [304, 'GET /notes/1', undefined, { 'if-none-match': '*' }],
  ],
];
for (const [row, ...requests] of steps)
  fact('concepts/request-lifecycle.md', row, async () => {
    for (const [status, line, data, headers, options, sources] of requests)
      expect([line, (await send(serve(options, sources), line, data, headers)).status]).toEqual([line, status]);
  });
fact(
  'concepts/request-lifecycle.md',
  '**Unexpected failures** become a generic 500 with an id, and `onError` receives the cause.',
  async () => {
    const cause = new Error('secret');
    const seen: unknown[] = [];
    const options = { onError: (error: unknown, id: string) => seen.push(error, id) };
    const sources = found(() => {
      throw cause;
    });
    const { status, document } = await send(serve(options, sources), 'GET /notes/1');
    expect([status, document.errors[0].status, ...seen]).toEqual([500, '500', cause, document.errors[0].id]);
  },
);

const row = { id: 7, title: 'x', size: 1, passwordHash: 'secret' };
fact('concepts/records.md', '| `id` | `id`, always as a string |', () => {
  expect(buildDocument(api, 'notes', row as never)).toMatchObject({ data: { id: '7' } });
});
fact(
  'concepts/records.md',
  '| a relationship that is absent | no linkage: "not loaded" never looks like "empty" |',
  () => {
    const built = buildDocument(api, 'notes', { ...row, author: null } as never);
    expect(JSON.parse(JSON.stringify(built)).data.relationships).toEqual({ author: { data: null } });
  },
);
fact(
  'concepts/records.md',
  '- Undeclared members never appear in the output, so a `passwordHash` in a row is safe.',
  async () => {
    expect(JSON.stringify(buildDocument(api, 'notes', row as never))).not.toContain('secret');
    const { body } = await send(
      serve(
        {},
        found(() => [{ ...note('1', { author: null }), ...row, id: '1' }]),
      ),
      'GET /notes/1',
    );
    expect([body?.includes('Note 1') || body?.includes('"x"'), body?.includes('secret')]).toEqual([true, false]);
  },
);

const nodes = defineApi({
  nodes: {
    attributes: { name: z.string().nullable(), other: z.string().nullable().default(null) },
    relationships: {
      owner: toOne('people', { required: true }),
      marks: toMany('marks', { required: true, inverse: 'node' }),
    },
  },
  people: { attributes: {} },
  marks: { attributes: {}, relationships: { node: toOne('nodes', { inverse: 'marks' }) } },
});
const links = { owner: { data: { type: 'people', id: '1' } }, marks: { data: [{ type: 'marks', id: '1' }] } };
const serveNodes = () => {
  const records = {
    nodes: [{ id: '1', name: null, other: null, owner: '1', marks: ['1'] }],
    people: [{ id: '1' }],
    marks: [
      { id: '1', node: '1' },
      { id: '2', node: null },
    ],
  };
  return createServer(nodes, createMemorySources(nodes, records as never));
};
const statusOfNode = async (line: string, data?: unknown) => (await send(serveNodes(), line, data)).status;
fact('concepts/schema.md', '`.nullable()` alone does not: without a value, the error is 422.', async () => {
  const relationships = { ...links, marks: { data: [{ type: 'marks', id: '2' }] } };
  const create = (attributes: object) => statusOfNode('POST /nodes', { type: 'nodes', attributes, relationships });
  expect([await create({}), await create({ name: null })]).toEqual([422, 201]);
});
fact(
  'concepts/schema.md',
  '| `required` | A request that omits or clears the relationship fails with 422; one that removes the last member of a `toMany`, with 403 | `false` |',
  async () => {
    const { owner: _, ...others } = links;
    const data = { type: 'nodes', attributes: { name: 'x' }, relationships: others };
    expect(await statusOfNode('POST /nodes', data)).toBe(422);
    expect(await statusOfNode('PATCH /nodes/1/relationships/owner', null)).toBe(422);
    expect(await statusOfNode('DELETE /nodes/1/relationships/marks', links.marks.data)).toBe(403);
  },
);
fact(
  'concepts/schema.md',
  'If the last member of a required `toMany` is deleted, or leaves through the `inverse`, memory sources reject with 409;',
  async () => {
    expect(await statusOfNode('DELETE /marks/1')).toBe(409);
    expect(await statusOfNode('PATCH /marks/1/relationships/node', null)).toBe(409);
    expect(await statusOfNode('DELETE /marks/2')).toBe(204);
  },
);
fact(
  'concepts/schema.md',
  "| `onDelete` | When the related resource is deleted: `'restrict'` rejects with 409, `'cascade'` also deletes this resource, `'clear'` empties the relationship; only `toOne` | the data source decides |",
  async () => {
    for (const [onDelete, status, after] of [
      ['restrict', 409, 200],
      ['cascade', 204, 404],
      ['clear', 204, 200],
    ] as const) {
      const trees = defineApi({
        leaves: { attributes: {}, relationships: { tree: toOne('trees', { onDelete }) } },
        trees: { attributes: { name: z.string().optional() } },
      });
      const sources = createMemorySources(trees, { leaves: [{ id: '1', tree: '1' }], trees: [{ id: '1' }] } as never);
      const server = createServer(trees, sources);
      expect([onDelete, (await send(server, 'DELETE /trees/1')).status]).toEqual([onDelete, status]);
      const leaf = await send(server, 'GET /leaves/1');
      expect(leaf.status).toBe(after);
      if (onDelete === 'clear') expect(leaf.document.data.relationships.tree.data).toBeNull();
    }
  },
);
fact('concepts/data-sources.md', 'An N+1 query is not possible.', async () => {
  const calls: number[] = [];
  const sources = {
    notes: {
      list: () => ({ records: Array.from({ length: 20 }, (_, id) => note(String(id), { author: String(id) })) }),
    },
    people: {
      find: (ids: readonly string[]) => {
        calls.push(ids.length);
        return ids.map((id) => ({ id, name: 'x' }));
      },
    },
  };
  expect(await statusOf('GET /notes?include=author', {}, sources)).toBe(200);
  expect(calls).toEqual([20]);
});
proven('concepts/schema.md', [
  'then take less than 1,000 bytes',
  'scripts/types/declaration-size.test.ts',
  'bytes if the API has a name',
]);
