/** The sentences of the page that explains access control in detail: relationships and their inverses, and missing rules. */

import { defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, send } from './fact.ts';
import { all, open, serveLinked } from './linked.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/access-reference.md', sentence, check);
const article = { type: 'articles', id: '1' };
const adds = ['POST /people/9/relationships/articles', [article]] as const;
type Rules = Record<string, object>;
const statusOf = async (access: Rules, line: string, data?: unknown, more: object = {}): Promise<number> =>
  (await send(serveLinked({ access, ...more }), line, data)).status;

type Call = readonly [rule: string, id: string | undefined, change: unknown];
/** Returns the rules that a request calls, with their subjects; all allow, except one. */
async function callsOf(line: string, data?: unknown, more: object = {}, rejecting = '') {
  const calls: Call[] = [];
  const rule = (name: string) => (_: unknown, subject: { id?: string; change?: unknown }) => {
    calls.push([name, subject.id, subject.change]);
    return name !== rejecting;
  };
  const rules = (type: string) =>
    Object.fromEntries(
      ['create', 'update', 'delete', 'updateRelationship'].map((name) => [name, rule(`${type}.${name}`)]),
    );
  const access = { ...open(), articles: { ...all, ...rules('articles') }, people: { ...all, ...rules('people') } };
  const { status } = await send(serveLinked({ access, ...more }), line, data);
  return { calls, status, names: calls.map(([name, id]) => `${name} ${id}`) };
}
const identifier = (type: string, id: string) => expect.objectContaining({ type, id });

for (const [row, call] of [
  [
    '| `updateRelationship` of `people` | person 9, `change: { add: [article 1] }`: what the client sent |',
    ['people.updateRelationship', '9', { add: [identifier('articles', '1')] }],
  ],
  [
    '| `update` of `articles` | article 1, `input.relationships: { author: person 9 }`, because its record stores the link |',
    ['articles.update', '1', undefined],
  ],
  [
    "| `updateRelationship` of `articles` | article 1, `relationship: 'author'`, `change: { replace: person 9 }` |",
    ['articles.updateRelationship', '1', { replace: identifier('people', '9') }],
  ],
  [
    '| `updateRelationship` of `people` | person 7, who loses article 1: `change: { remove: [article 1] }` |',
    ['people.updateRelationship', '7', { remove: [identifier('articles', '1')] }],
  ],
] as const)
  fact(row, async () => {
    const { calls, status } = await callsOf(...adds);
    expect(status).toBe(204);
    expect(calls).toHaveLength(4);
    expect(calls).toContainEqual(call);
  });
fact('so a new author calls only `updateRelationship` of `people`.', async () => {
  const data = { ...article, relationships: { author: { data: { type: 'people', id: '9' } } } };
  const { names } = await callsOf('PATCH /articles/1', data);
  expect(names.filter((name) => name.startsWith('people')).sort()).toEqual([
    'people.updateRelationship 7',
    'people.updateRelationship 9',
  ]);
});

/** The linked API with other options of the relationships. */
const serveWith = (author: object, articles: object, options: object = {}) => {
  const api = defineApi({
    articles: {
      attributes: { title: z.string() },
      relationships: { author: toOne('people', { inverse: 'articles', ...author }) },
    },
    people: { attributes: {}, relationships: { articles: toMany('articles', { inverse: 'author', ...articles }) } },
  });
  const records = { articles: [{ id: '1', title: 'One', author: '7' }], people: [{ id: '7' }, { id: '9' }] };
  return createServer(api, createMemorySources(api, records as never), options as never);
};
const setAuthor = ['PATCH /articles/1/relationships/author', { type: 'people', id: '9' }] as const;
fact(
  '`write: false` on the owning side, which stores the link, makes both read-only; on the inverse, only the inverse.',
  async () => {
    const readOnly = { write: false };
    const statuses = async (author: object, articles: object) => [
      (await send(serveWith(author, articles), ...setAuthor)).status,
      (await send(serveWith(author, articles), ...adds)).status,
    ];
    expect(await statuses({}, {})).toEqual([204, 204]);
    expect(await statuses(readOnly, {})).toEqual([403, 403]);
    expect(await statuses({}, readOnly)).toEqual([204, 403]);
  },
);
fact('if a `read` rule compares the relationship. Otherwise: 403.', async () => {
  const readable = (ids: readonly string[]) => open({ read: () => [{ field: 'author', values: ids }] });
  expect(await statusOf(readable(['7']), ...adds)).toBe(403);
  expect(await statusOf(readable(['7', '9']), ...adds)).toBe(204);
});
fact(
  '`DELETE /people/9` empties `author` of each of their articles, so it calls `update` and `updateRelationship` of these',
  async () => {
    const { calls, names } = await callsOf('DELETE /people/7');
    for (const id of ['1', '2'])
      expect(names).toEqual(expect.arrayContaining([`articles.update ${id}`, `articles.updateRelationship ${id}`]));
    expect(calls).toContainEqual(['articles.updateRelationship', '1', { replace: null }]);
  },
);
fact(
  'It is 403 if a rule rejects, an article is hidden, `articles.author` has `write: false`, or rules must check more than `limits.includedLinkage` articles.',
  async () => {
    for (const rule of ['articles.update', 'articles.updateRelationship'])
      expect((await callsOf('DELETE /people/7', undefined, {}, rule)).status).toBe(403);
    expect((await callsOf('DELETE /people/7')).status).toBe(204);
    const hidden = { ...all, read: () => [{ field: 'title', values: ['One'] }] };
    expect(await statusOf({ ...open(), articles: hidden }, 'DELETE /people/7')).toBe(403);
    expect((await send(serveWith({ write: false }, {}), 'DELETE /people/7')).status).toBe(403);
    expect((await callsOf('DELETE /people/7', undefined, { limits: { includedLinkage: 1 } })).status).toBe(403);
  },
);
fact('`DELETE /articles/1` asks no rule of `people`.', async () => {
  const { names, status } = await callsOf('DELETE /articles/1');
  expect(status).toBe(204);
  expect(names.filter((name) => name.startsWith('people.'))).toEqual([]);
});
fact('If one rule rejects: 403, and nothing is deleted.', async () => {
  const access = { articles: { ...all, delete: () => false }, people: all };
  const server = serveWith({ onDelete: 'cascade' }, {}, { access });
  expect((await send(server, 'DELETE /people/7')).status).toBe(403);
  expect((await send(server, 'GET /people/7')).status).toBe(200);
  const allowed = serveWith({ onDelete: 'cascade' }, {}, { access: { articles: all, people: all } });
  expect((await send(allowed, 'DELETE /people/7')).status).toBe(204);
  expect((await send(allowed, 'GET /articles/1')).status).toBe(404);
});
fact('A write of `people.articles`, or the deletion of a person, then calls neither rules nor', async () => {
  const more = { uncheckedInverses: { articles: ['author'] } };
  for (const [line, data] of [adds, ['DELETE /people/7', undefined]] as const)
    expect((await callsOf(line, data, more)).names.filter((name) => name.startsWith('articles'))).toEqual([]);
});

const patch = { ...article, attributes: { title: 'New' } };
for (const [row, line, data, status, missing] of [
  [
    '| `create`, `update`, `delete` | 403 |',
    'POST /articles',
    { type: 'articles', attributes: { title: 'x' } },
    403,
    'create',
  ],
  ['| `create`, `update`, `delete` | 403 |', 'PATCH /articles/1', patch, 403, 'update'],
  ['| `create`, `update`, `delete` | 403 |', 'DELETE /articles/1', undefined, 403, 'delete'],
  ['If this rule is also missing: 403 |', 'PATCH /articles/1/relationships/author', null, 403, 'update'],
  [
    '| all rules of a type, or `read` | Its resources are hidden: collections are empty, single resources are 404',
    'GET /articles/1',
    undefined,
    404,
    'read',
  ],
  ['| `fields` | The user can read all fields |', 'GET /articles/1?fields[articles]=title', undefined, 200, 'fields'],
] as const)
  fact(row, async () => {
    expect(await statusOf(open({ [missing]: undefined }), line, data)).toBe(status);
  });
fact('| all rules of a type, or `read` | Its resources are hidden: collections are empty', async () => {
  for (const articles of [{}, { ...all, read: undefined }]) {
    const server = serveLinked({ access: { ...open(), articles } });
    expect((await send(server, 'GET /articles')).document.data).toEqual([]);
    expect((await send(server, 'GET /people/7/relationships/articles')).document.data).toEqual([]);
  }
});
fact('With `access`, even an empty object, what no rule allows is denied:', async () => {
  expect(await statusOf({}, 'GET /articles/1')).toBe(404);
  expect(await statusOf({}, 'POST /articles', { type: 'articles', attributes: { title: 'x' } })).toBe(403);
});
fact("Without `access`, everything is allowed, unless you set `defaultAccess: 'deny'`.", async () => {
  const read = async (options: object) => (await send(serveLinked(options), 'GET /articles/1')).status;
  expect([await read({}), await read({ defaultAccess: 'deny' })]).toEqual([200, 404]);
});
