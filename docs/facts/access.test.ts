/** The sentences of the page about access control. */

import { defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer, unauthorized } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact, note, proven, send, serve, statusOf } from './fact.ts';
import { linked, open as linkedOpen, separate, serveLinked } from './linked.ts';

const open = { read: () => true, create: () => true, update: () => true };
fact(
  'guide/access.md',
  'The server then leaves out those in `fields[TYPE]` that the user cannot read, instead of responding with 400.',
  async () => {
    const access = { notes: { ...open, fields: () => ['title'] }, people: open };
    expect(await statusOf('GET /notes?fields[notes]=title,size', { access })).toBe(400);
    const { status, document } = await send(
      serve({ access, hiddenFields: 'omit' }),
      'GET /notes?fields[notes]=title,size',
    );
    expect([status, document.data[0].attributes]).toEqual([200, { title: 'Note 1' }]);
  },
);
fact(
  'guide/access.md',
  'If a required attribute is hidden and has no default, the server rejects the request with 403.',
  async () => {
    const access = { notes: { ...open, fields: () => ['size'] }, people: open };
    const data = { type: 'notes', id: '7', attributes: { size: 1 } };
    expect((await send(serve({ access }), 'POST /notes', data)).status).toBe(403);
  },
);
fact(
  'guide/access.md',
  'An empty array or group throws. With no values, a condition matches nothing; `ne` matches everything.',
  async () => {
    const reading = (rule: unknown) => ({ access: { notes: { read: () => rule }, people: open } });
    expect(await statusOf('GET /notes', reading([]))).toBe(500);
    const countOf = async (rule: unknown) => (await send(serve(reading(rule)), 'GET /notes')).document.data.length;
    expect(await countOf([{ field: 'title', values: [] }])).toBe(0);
    expect(await countOf([{ field: 'title', operator: 'ne', values: [] }])).toBe(3);
  },
);
fact(
  'guide/access.md',
  '**A hidden resource is a missing resource.** Its URLs respond with 404 and the same body.',
  async () => {
    const server = serve({ access: { notes: { read: () => [{ field: 'id', values: ['1'] }] }, people: open } });
    const bodyOf = async (id: string) => (await send(server, `GET /notes/${id}`)).body?.replaceAll(id, 'ID');
    expect(await bodyOf('hidden-2')).toBe(await bodyOf('none'));
    expect((await send(server, 'GET /notes/2')).status).toBe(404);
  },
);
fact('guide/access.md', 'or throws `unauthorized(…)`: 401 with the field `WWW-Authenticate`.', async () => {
  const context = () => {
    throw unauthorized('Bearer');
  };
  const { status, headers } = await send(serve({ context }), 'GET /notes');
  expect([status, headers['WWW-Authenticate']]).toEqual([401, 'Bearer']);
});
fact('guide/access.md', 'A write that names it in linkage receives 404, unless [`link`]', async () => {
  const data = { type: 'notes', id: '1', relationships: { author: { data: { type: 'people', id: '9' } } } };
  const change = async (people: object) =>
    (
      await send(
        serve({ access: { notes: { ...open, updateRelationship: () => true }, people } }),
        'PATCH /notes/1',
        data,
      )
    ).status;
  expect([await change({ read: () => false }), await change({ read: () => false, link: () => true })]).toEqual([
    404, 200,
  ]);
});
fact(
  'guide/access.md',
  'a rule that returns one there is an error: the response is 500, and shows nothing.',
  async () => {
    const mixed = defineApi({
      comments: { attributes: { text: z.string() }, relationships: { about: toOne(['articles', 'people']) } },
      articles: { attributes: { title: z.string() } },
      people: { attributes: { name: z.string() } },
    });
    const about = { type: 'articles', id: '7' };
    const sources = createMemorySources(mixed, {
      comments: [{ id: '1', text: 'secret', about }],
      articles: [{ id: '7', title: 'x' }],
      people: [{ id: '7', name: 'x' }],
    } as never);
    const all = { read: () => true };
    const getWith = async (value: unknown) => {
      const access = { comments: { read: () => [{ field: 'about', values: [value] }] }, articles: all, people: all };
      return send(createServer(mixed, sources, { access, onError: () => undefined } as never), 'GET /comments');
    };
    const wrong = await getWith('7');
    expect([wrong.status, wrong.body?.includes('secret'), (await getWith(about)).document.data.length]).toEqual([
      500,
      false,
      1,
    ]);
  },
);
proven('guide/access.md', [
  "A number and a decimal string, such as 20 and `'5.26'`, are compared as numbers.",
  'packages/server/src/rules/meets-condition.test.ts',
  "['5.26', 'lt', 20, true],",
]);

fact(
  'guide/access-reference.md',
  'If the source does not return the members, or more than `limits.includedLinkage`, and the rule reads them: 403.',
  async () => {
    const update = (_: unknown, { input }: { input: { relationships?: { tags?: unknown } } }) =>
      input.relationships?.tags !== undefined;
    const statusWith = async (source: object, more: object = {}) => {
      const options = {
        access: linkedOpen({ update, updateRelationship: undefined }),
        onReplacedMethods: () => undefined,
        ...more,
      };
      return (
        await send(serveLinked(options, source), 'POST /articles/1/relationships/tags', [{ type: 'tags', id: '2' }])
      ).status;
    };
    expect(await statusWith(linked())).toBe(204);
    expect(await statusWith(separate({ related: undefined }))).toBe(403);
    expect(await statusWith(separate(), { limits: { includedLinkage: 1 } })).toBe(403);
  },
);
fact(
  'guide/access-reference.md',
  'With any other operator, a group, an identifier, or a name with `@`, collections are 500. Single and included resources are checked |',
  async () => {
    const list = () => ({ records: [note('1', { author: null })] });
    const find = () => [note('1', { author: null })];
    const getWith = async (condition: object, path: string) => {
      const access = { notes: { read: () => [condition] }, people: open };
      return (await send(serve({ access }, { notes: { list, find }, people: {} }), `GET ${path}`)).status;
    };
    const title = { field: 'title', operator: 'eq', values: ['Note 1'] };
    expect([await getWith(title, '/notes'), await getWith({ ...title, operator: 'ge' }, '/notes')]).toEqual([200, 200]);
    for (const condition of [
      { ...title, operator: 'startsWith', values: ['N'] },
      { or: [title, title] },
      { ...title, field: '@owner' },
    ])
      expect(await getWith(condition, '/notes')).toBe(500);
    expect(await getWith({ ...title, operator: 'startsWith', values: ['N'] }, '/notes/1')).toBe(200);
    expect(await getWith({ ...title, operator: 'startsWith', values: ['X'] }, '/notes/1')).toBe(404);
  },
);
proven(
  'guide/access-reference.md',
  [
    'of earlier requests, which are then 403.',
    'packages/server/src/operations/idempotency/hidden-replays.test.ts',
    'an attribute that is computed from linkage, with other rights',
  ],
  [
    'A unique value also shows, with 409, that another resource has it.',
    'packages/sources/kysely/src/violations.test.ts',
    'a hidden field is not named',
  ],
  [
    'unless a unique key answers 409',
    'packages/sources/kysely/src/violations.test.ts',
    'unique together: 409 without a pointer',
  ],
);
fact('guide/access-writes.md', '**401 instead of 403.**', async () => {
  const access = { notes: { ...open, update: () => false }, people: open };
  const data = { type: 'notes', id: '1', attributes: { title: 'x' } };
  const change = async (options: object) => (await send(serve({ access, ...options }), 'PATCH /notes/1', data)).status;
  expect([await change({}), await change({ context: () => undefined, challenge: () => 'Bearer' })]).toEqual([403, 401]);
});
fact(
  'guide/access-writes.md',
  '`rejection` at the [end of a request](operations.md#logs) names the rule.',
  async () => {
    const rejections: unknown[] = [];
    const onRequest = () => (end: { rejection?: string }) => void rejections.push(end.rejection);
    const access = { ...linkedOpen(), people: { read: () => true, updateRelationship: () => false } };
    const data = { type: 'people', id: '9' };
    expect(
      (await send(serveLinked({ access, onRequest }), 'PATCH /articles/1/relationships/author', data)).status,
    ).toBe(403);
    expect(String(rejections[0])).toMatch(
      /^The request changes links of "people" "[79]"\. `access\.people\.updateRelationship` returned false for "people" "[79]"/,
    );
  },
);
fact(
  'guide/access-writes.md',
  '| 403 for a deletion | that hidden resources can reference the resource in their records',
  async () => {
    const deletion = async (rules: object) => {
      const articles = { read: () => true, delete: () => true, ...rules };
      const access = { ...linkedOpen(), articles };
      const { status, document } = await send(serveLinked({ access }), 'DELETE /people/7');
      return [status, document.errors?.[0].detail];
    };
    const hidden = await deletion({ read: () => false });
    expect(hidden[0]).toBe(403);
    expect(await deletion({})).toEqual(hidden);
  },
);
proven(
  'guide/access-reference.md',
  [
    'With several target types of which the user can read some: 400 |',
    'packages/server/src/rules/access-queries.test.ts',
    'ids that may be of several types: rejected, whatever there is',
  ],
  [
    '400 if more than `limits.includedLinkage` ids match |',
    'packages/server/src/rules/restrict-filter.test.ts',
    'the ids that replace conditions are limited',
  ],
);
proven('guide/access-writes.md', [
  '| 400 for a to-many relationship with several target types |',
  'packages/server/src/rules/what-responses-reveal.test.ts',
  'the members of several types are read up to the limit, hidden ones included',
]);
fact(
  'guide/conditional-requests.md',
  'The server tells clients whether their copy is current: 304 without a document.',
  async () => {
    const tag = String((await send(serve(), 'GET /notes/1')).headers['ETag']);
    const { status, body = '' } = await send(serve(), 'GET /notes/1', undefined, { 'if-none-match': tag });
    expect([status, body]).toEqual([304, '']);
  },
);
fact(
  'guide/conditional-requests.md',
  'The client can keep the document and must revalidate it, which results in a 304.',
  async () => {
    const { headers } = await send(serve(), 'GET /notes');
    expect(headers['Cache-Control']).toBe('private, no-cache');
    expect((await send(serve(), 'GET /notes', undefined, { 'if-none-match': String(headers['ETag']) })).status).toBe(
      304,
    );
  },
);
