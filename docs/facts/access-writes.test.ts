/** The sentences of the page about access rules of writes. */

import { errorObject, JsonApiError } from '@linkage/core';
import { isSame, unauthorized } from '@linkage/server';
import { expect } from 'vitest';
import { fact as factOf, send } from './fact.ts';
import { linked, open, patch, serveLinked } from './linked.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/access-writes.md', sentence, check);
const statusOf = async (access: object, line: string, data?: unknown, more?: object) =>
  (await send(serveLinked({ access, ...more }), line, data)).status;
const change = ['PATCH /articles/1', patch] as const;
const titleIn = async (sources: object): Promise<string> =>
  (await send(serveLinked({}, sources), 'GET /articles/1')).document.data.attributes.title;

fact(
  'A write rule returns `true` to allow a write, or `false` to reject it with 403 `FORBIDDEN`. It can be `async`.',
  async () => {
    for (const update of [() => true, async () => true]) expect(await statusOf(open({ update }), ...change)).toBe(200);
    for (const update of [() => false, async () => false]) {
      const { status, document } = await send(serveLinked({ access: open({ update }) }), ...change);
      expect([status, document.errors[0].code]).toEqual([403, 'FORBIDDEN']);
    }
  },
);

/** Checks which rules of articles the server calls, in order. */
async function rulesAre(line: string, data: unknown, expected: readonly string[], missing: readonly string[] = []) {
  const called: string[] = [];
  const names = ['create', 'update', 'delete', 'updateRelationship'].filter((name) => !missing.includes(name));
  const rule = (name: string) => (_: unknown, subject: object) => subject !== undefined && called.push(name) > 0;
  await send(serveLinked({ access: open(Object.fromEntries(names.map((name) => [name, rule(name)]))) }), line, data);
  expect(called).toEqual(expected);
}
const link = { type: 'people', id: '7' };
const both = { author: { data: link }, tags: { data: [] } };
const rows: readonly (readonly [string, string, unknown, readonly string[], (readonly string[])?])[] = [
  [
    '| `POST /articles` | `create`, then `updateRelationship` once for each relationship in the document |',
    'POST /articles',
    { type: 'articles', attributes: { title: 'x' }, relationships: both },
    ['create', 'updateRelationship', 'updateRelationship'],
  ],
  [
    '| `PATCH /articles/1` | `update`, then `updateRelationship` once for each relationship in the document |',
    'PATCH /articles/1',
    { ...patch, relationships: both },
    ['update', 'updateRelationship', 'updateRelationship'],
  ],
  ['| `DELETE /articles/1` | `delete` |', 'DELETE /articles/1', undefined, ['delete']],
  [
    '| `PATCH`, `POST`, or `DELETE /articles/1/relationships/author` | `updateRelationship`, or `update` if there is no `updateRelationship` |',
    'PATCH /articles/1/relationships/author',
    null,
    ['updateRelationship'],
  ],
  [
    'or `update` if there is no `updateRelationship` |',
    'PATCH /articles/1/relationships/author',
    null,
    ['update'],
    ['updateRelationship'],
  ],
];
for (const [sentence, ...request] of rows) fact(sentence, () => rulesAre(...request));
fact("and is false for an empty relationship: `isSame(record.author, { type: 'people', id: user.id })`.", () => {
  expect([isSame(null, link), isSame(link, { ...link }), isSame<string>({ ...link, type: 'tags' }, link)]).toEqual([
    false,
    true,
    false,
  ]);
});

const reading = (title: string, rules: object = {}) =>
  open({ read: () => [{ field: 'title', values: [title] }], ...rules });
fact(
  'the user must be able to read the resource. Otherwise, the server responds with 404, and does not call rules that take a subject.',
  async () => {
    const called: unknown[] = [];
    const rule = (_: unknown, subject: object) => called.push(subject) > 0;
    const rules = { update: rule, delete: rule, updateRelationship: rule };
    for (const [line, data] of [
      change,
      ['DELETE /articles/1', undefined],
      ['PATCH /articles/1/relationships/author', null],
    ] as const)
      expect(await statusOf(reading('none', rules), line, data)).toBe(404);
    expect(called).toEqual([]);
  },
);
fact(
  'Otherwise, the server responds with 403, and undoes the write if the source implements `transaction`.',
  async () => {
    const sources = linked();
    const server = serveLinked({ access: reading('One') }, sources);
    expect((await send(server, ...change)).status).toBe(403);
    expect(await titleIn(sources)).toBe('One');
  },
);
fact('A user who cannot read any article cannot create one.', async () => {
  const data = { type: 'articles', attributes: { title: 'x' } };
  expect(await statusOf(open({ read: () => false }), 'POST /articles', data)).toBe(403);
  expect(await statusOf(open(), 'POST /articles', data)).toBe(201);
});

const seesTagsOnly = (id: string) => ({ ...open(), tags: { read: () => [{ field: 'id', values: [id] }] } });
fact('Hidden members stay, because a user can remove only members that they can read.', async () => {
  const sources = linked();
  const path = '/articles/1/relationships/tags';
  expect((await send(serveLinked({ access: seesTagsOnly('2') }, sources), `PATCH ${path}`, [])).status).toBe(204);
  expect((await send(serveLinked({}, sources), `GET ${path}`)).document.data).toEqual([{ type: 'tags', id: '1' }]);
});
fact('The rule `updateRelationship` receives only the members that the client sent.', async () => {
  const sent: unknown[] = [];
  const updateRelationship = (_: unknown, { change }: { change: unknown }) => sent.push(change) > 0;
  const access = { ...seesTagsOnly('2'), articles: { ...open().articles, updateRelationship } };
  expect(await statusOf(access, 'PATCH /articles/1/relationships/tags', [{ type: 'tags', id: '2' }])).toBe(204);
  expect(sent).toEqual([{ replace: [expect.objectContaining({ id: '2' })] }]);
});
fact('A write always replaces the current value, even if the user cannot read it.', async () => {
  const sources = linked();
  const access = { ...open(), people: { ...open().people, read: () => [{ field: 'id', values: ['9'] }] } };
  const options = { access, uncheckedInverses: { articles: ['author'], people: ['articles'] } };
  expect((await send(serveLinked(options, sources), 'PATCH /articles/1/relationships/author', null)).status).toBe(204);
  expect((await send(serveLinked({}, sources), 'GET /articles/1/author')).document.data).toBeNull();
});

fact(
  "A rule that returns `false` also leads to 403 for users without credentials. With the option `challenge`, they receive 401 with `WWW-Authenticate`: return `'Bearer'` for them, and undefined for all others.",
  async () => {
    for (const [scheme, status] of [
      ['Bearer', 401],
      [undefined, 403],
    ] as const) {
      const server = serveLinked({ access: open({ update: () => false }), challenge: () => scheme });
      const response = await send(server, ...change);
      expect([response.status, response.headers['WWW-Authenticate']]).toEqual([status, scheme]);
    }
  },
);
fact(
  "A rule can also throw `unauthorized('Bearer')` itself. Hidden resources get 404, and collections are empty. For 401, throw in `read`.",
  async () => {
    const reject = () => {
      throw unauthorized('Bearer');
    };
    expect(await statusOf(open({ update: reject }), ...change)).toBe(401);
    expect(await statusOf(open({ read: reject }), 'GET /articles')).toBe(401);
    const challenge = () => 'Bearer';
    expect(await statusOf(open({ read: () => false }), 'GET /articles/1', undefined, { challenge })).toBe(404);
    const { document } = await send(serveLinked({ access: open({ read: () => false }), challenge }), 'GET /articles');
    expect(document.data).toEqual([]);
  },
);
fact('It is also set if rules reject a `sort` or a `filter` with 400.', async () => {
  const rejections: unknown[] = [];
  const onRequest = () => (end: { rejection?: string }) => void rejections.push(end.rejection);
  const access = { ...open(), people: { read: () => [{ field: 'id', values: ['7'] }] } };
  const sources = { ...linked(), articles: { ...linked().articles, appliesFilters: undefined } };
  expect((await send(serveLinked({ access, onRequest }, sources), 'GET /articles?sort=author.name')).status).toBe(400);
  expect(rejections).toEqual([expect.stringContaining('`access.people.read`')]);
});
fact(
  'If a rule throws another error, or returns an invalid value, the server responds with 500 and calls `onError`. It returns no data and writes nothing.',
  async () => {
    const error = new JsonApiError(errorObject({ code: 'OUT', status: 409, title: 'Out' }));
    const rules = [
      () => Promise.reject(error),
      () => Promise.reject(new Error('secret')),
      () => 'yes',
      () => undefined,
    ];
    for (const [index, update] of rules.entries()) {
      const [sources, errors] = [linked(), [] as unknown[]];
      const options = { access: open({ update }), onError: (thrown: unknown) => void errors.push(thrown) };
      const { status } = await send(serveLinked(options, sources), ...change);
      expect([status, errors.length, await titleIn(sources)]).toEqual([...(index === 0 ? [409, 0] : [500, 1]), 'One']);
    }
  },
);
fact('It throws a `TypeError` if a rule reads records of a type whose source does not have `find`.', () => {
  const { find: _, ...source } = linked().articles as unknown as { find: unknown };
  expect(() => serveLinked({ access: open() }, { ...linked(), articles: source })).toThrow(TypeError);
});
fact(
  '**`context` runs before routing** if there are rules: rejected users cannot probe URLs. This includes `OPTIONS`',
  async () => {
    const context = () => {
      throw unauthorized('Bearer');
    };
    for (const line of ['GET /none', 'OPTIONS /articles', 'PUT /articles'])
      expect(await statusOf(open(), line, undefined, { context })).toBe(401);
  },
);
fact('| 409 for a client-generated id, or for a unique value | that such a resource exists |', async () => {
  const data = { type: 'articles', id: '1', attributes: { title: 'Two' } };
  expect(await statusOf(reading('Two'), 'POST /articles', data)).toBe(409);
});
