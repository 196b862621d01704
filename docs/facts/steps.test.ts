/** The table of all steps of a write, and what is read once. */

import { defineApi, errorObject, JsonApiError, toMany, toOne } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, send } from './fact.ts';
import { all, linked, open, patch, serveLinked } from './linked.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/writes.md', sentence, check);
const api = defineApi({
  nodes: {
    attributes: { name: z.string().optional() },
    relationships: {
      parent: toOne('nodes', { inverse: 'children' }),
      children: toMany('nodes', { inverse: 'parent' }),
      marks: toMany('marks', { required: true }),
      frozen: toOne('marks', { write: false }),
    },
  },
  marks: { attributes: { name: z.string() } },
});
const marks = { data: [{ type: 'marks', id: '1' }] };
const serveNodes = (options: object = {}) => {
  const node = (id: string) => ({ id, parent: null, marks: ['1'], frozen: '2' });
  const records = { nodes: ['1', '2'].map(node), marks: ['1', '2'].map((id) => ({ id, name: id })) };
  return createServer(api, createMemorySources(api, records as never), options as never);
};
const node = { type: 'nodes', id: '1' };
const nodes = (options: object, line: string, data?: unknown) => send(serveNodes(options), line, data);
const articles = (options: object, line: string, data?: unknown, headers: Record<string, string> = {}) =>
  send(serveLinked(options), line, data, headers);
const reads = (field: string, value: string) => open({ read: () => [{ field, values: [value] }] });
const adds = ['POST /people/9/relationships/articles', [{ type: 'articles', id: '1' }]] as const;
const itself = { type: 'nodes', lid: 'a', relationships: { parent: { data: { type: 'nodes', lid: 'a' } }, marks } };
const updateRelationship = (_: unknown, { relationship }: { relationship: string }) => relationship !== 'parent';

const sets = ['PATCH /articles/1/relationships/author', { type: 'people', id: '9' }] as const;
const author = { data: { type: 'people', id: '9' } };
const creates = [
  'POST /articles',
  { type: 'articles', attributes: { title: 'x' }, relationships: { author } },
] as const;
const rejects = () => {
  throw new JsonApiError(errorObject({ code: 'GONE', status: 410, title: 'Gone' }));
};
const replaced = { onReplacedMethods: () => undefined };
/** Sources whose updates fail. */
const failing = () => {
  const sources = linked();
  return { ...sources, articles: { ...sources.articles, update: rejects } };
};
/** A server whose articles have no transactions, so that a hook cannot undo a creation. */
const withoutTransactions = () => {
  const { transaction: _, transactionGroup: __, ...articles } = linked().articles;
  const hooks = { people: { updateRelationship: { before: () => undefined } } };
  return serveLinked({ ...replaced, hooks }, { ...linked(), articles });
};

type Responds = () => Promise<{ readonly status: number }>;
const rows: readonly (readonly [row: string, ...responses: (readonly [number, Responds])[]])[] = [
  [
    '| `find` | Finds the resource as the user sees it, and compares `If-Match` and `If-None-Match`. If a rule or a hook receives the record, it is locked | 404, 412 |',
    [404, () => articles({}, 'PATCH /articles/none', { ...patch, id: 'none' })],
    [412, () => articles({}, 'PATCH /articles/1', patch, { 'if-match': '"x"' })],
  ],
  [
    '| `identifiers` | Compares two relationships of the request that contain the same links, and finds the resources in the linkage | 422, 404 |',
    [
      422,
      () => nodes({}, 'PATCH /nodes/1', { ...node, relationships: { parent: { data: node }, children: { data: [] } } }),
    ],
    [404, () => nodes({}, 'PATCH /nodes/1/relationships/parent', { ...node, id: 'none' })],
  ],
  [
    '| `membersLeft` | Checks that a required to-many relationship keeps a member | 403 |',
    [403, () => nodes({}, 'DELETE /nodes/1/relationships/marks', marks.data)],
  ],
  [
    '| `rules` | Calls the access rules of the resource, and of the inverse relationships of its links. Adds the members that the user cannot read, so that a replacement keeps them | 403 |',
    [403, () => articles({ access: open({ update: () => false }) }, 'PATCH /articles/1', patch)],
    [403, () => articles({ access: open({ update: () => false }) }, ...adds)],
  ],
  [
    '| `protectedLinks` | For a deletion without access rules: finds read-only links to the resource | 403 |',
    [403, () => nodes({}, 'DELETE /marks/2')],
  ],
  [
    '| `findInverseHooks` | Finds other resources whose links change, if their types have the hook `updateRelationship` | 403 |',
    [204, () => articles({ hooks: { people: { updateRelationship: {} } } }, ...adds)],
    [403, () => send(withoutTransactions(), ...creates)],
  ],
  [
    '| `inverseHooksBefore` | Calls the hook `updateRelationship.before` of other resources whose links change | the error of the hook, 403 |',
    [410, () => articles({ hooks: { people: { updateRelationship: { before: rejects } } } }, ...sets)],
  ],
  [
    '| `perform` | Calls `create`, `update`, `delete`, or `updateRelationship` of the source | 404, 409, the error of the source |',
    [404, () => articles({}, 'DELETE /articles/none')],
    [409, () => articles({}, 'POST /articles', { ...patch, attributes: { title: 'x' } })],
    [410, () => send(serveLinked({}, failing()), 'PATCH /articles/1', patch)],
  ],
  [
    '| `inversesOfNew` | If the source has chosen the id: calls the rules of the inverse relationships, and their hooks `updateRelationship.before` | 403, the error of the hook |',
    [403, () => articles({ access: { ...open(), people: { ...all, updateRelationship: () => false } } }, ...creates)],
    [410, () => articles({ hooks: { people: { updateRelationship: { before: rejects } } } }, ...creates)],
  ],
  [
    '| `inversesStillVisible` | Checks that the write did not hide resources of inverse relationships from the user | 403 |',
    [403, () => articles({ access: reads('author', '7') }, ...adds)],
  ],
  [
    '| `stillVisible` | Checks that the write did not hide the resource from the user | 403 |',
    [403, () => articles({ access: reads('title', 'One') }, 'PATCH /articles/1', patch)],
  ],
  [
    '| `linksToItself` | Sets the links of a new resource to itself, with the steps from `rules` on | 403 |',
    [201, () => nodes({}, 'POST /nodes', itself)],
    [403, () => nodes({ access: { nodes: { ...all, updateRelationship }, marks: all } }, 'POST /nodes', itself)],
  ],
];
for (const [row, ...responses] of rows)
  fact(row, async () => {
    for (const [status, respond] of responses) expect((await respond()).status).toBe(status);
  });

fact('so over SQL and in memory, 50 operations that link to ten people read these once.', async () => {
  const ids = Array.from({ length: 10 }, (_, index) => `p${index}`);
  const sources = linked();
  const read: string[] = [];
  const find = (asked: readonly string[]) => {
    read.push(...asked);
    return asked.map((id) => ({ id, name: id }));
  };
  // With the declarations of the memory source, which hold for its own methods alone.
  const people = { ...sources.people, find, appliesFilters: { ...sources.people.appliesFilters, methods: [find] } };
  const operations = Array.from({ length: 50 }, (_, index) => {
    const author = { data: { type: 'people', id: ids[index % 10] } };
    return { op: 'add', data: { type: 'articles', attributes: { title: 'x' }, relationships: { author } } };
  });
  const extension = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
  const headers = { 'content-type': extension, accept: extension };
  const body = JSON.stringify({ 'atomic:operations': operations });
  const server = serveLinked({ extensions: [atomicOperations()] }, { ...sources, people });
  expect((await server.handle({ method: 'POST', url: '/operations', headers, body })).status).toBe(200);
  expect([...read].sort()).toEqual(ids);
});
