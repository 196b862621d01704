/** The sentences of the page about the order of the steps of a write. */

import { defineApi, errorObject, JsonApiError, toMany, toOne } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer } from '@linkage/server';
import { expect } from 'vitest';
import { fact as factOf, send } from './fact.ts';
import { all, linked, open, patch, serveLinked } from './linked.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/writes.md', sentence, check);
const change = ['PATCH /articles/1', patch] as const;
const identifier = { type: 'articles', id: '1' };
const adds = ['POST /people/9/relationships/articles', [identifier]] as const;
const statusOf = async (options: object, line: string, data?: unknown, headers: Record<string, string> = {}) =>
  (await send(serveLinked(options), line, data, headers)).status;
const fail = (status: number) => () => {
  throw new JsonApiError(errorObject({ code: 'OUT', status, title: 'Out' }));
};
const hooked = (name: string, run: () => unknown) => ({ hooks: { articles: { update: { [name]: run } } } });
const titleIn = async (sources: object): Promise<string> =>
  (await send(serveLinked({}, sources), 'GET /articles/1')).document.data.attributes.title;
const none = { type: 'people', id: 'none' };
const reading = (title: string) => open({ read: () => [{ field: 'title', values: [title] }] });

// Each request is right for one step more than the one before, and wrong for all later steps.
fact('The response is that of the first step that fails:', async () => {
  const hooks = { articles: { update: { before: fail(418), after: fail(419) } } };
  const rules = open({ update: (_: unknown, { id }: { id: string }) => id === '2' });
  const linking = { relationships: { author: { data: none } } };
  const stale = { 'if-match': '"x"' };
  const options = { access: rules, hooks };
  expect(await statusOf(options, 'PATCH /articles/none', '{', stale)).toBe(400);
  expect(await statusOf(options, 'PATCH /articles/none', { ...patch, ...linking }, stale)).toBe(409);
  expect(
    await statusOf(options, 'PATCH /articles/none', { ...patch, id: 'none', attributes: { title: 1 } }, stale),
  ).toBe(422);
  expect(await statusOf(options, 'PATCH /articles/none', { ...patch, id: 'none', ...linking }, stale)).toBe(404);
  expect(await statusOf(options, change[0], { ...patch, ...linking }, stale)).toBe(412);
  expect(await statusOf(options, change[0], { ...patch, ...linking })).toBe(404);
  expect(await statusOf(options, ...change)).toBe(403);
  expect(await statusOf({ hooks }, ...change)).toBe(418);
});

const clears = ['PATCH /articles/1', { ...patch, relationships: { author: { data: null } } }] as const;
const read = 'media type, document, values of the attributes, `If-Match` missing';
type Request = readonly [line: string, data: unknown, headers?: Record<string, string>];
const steps: readonly (readonly [row: string, status: number, options: object, request?: Request])[] = [
  [`read the request     400 409 415 422 428   ${read}`, 415, {}, [...change, { 'content-type': 'text/plain' }]],
  [read, 428, { requireIfMatch: ['articles'] }],
  ['find the article     404 412               the resource as the user sees it', 404, { access: reading('Two') }],
  ['find linked things   404', 404, {}, ['PATCH /articles/1/relationships/author', none]],
  ['access rules         403', 403, { access: open({ updateRelationship: () => false }) }, clears],
  ['hook `before`        your error', 418, hooked('before', fail(418))],
  ['hook `after`         your error', 419, hooked('after', fail(419))],
  ['look again           403                   the user can still read the article', 403, { access: reading('One') }],
  [
    'hook `afterCommit`   200                   the response does not wait for it',
    200,
    hooked('afterCommit', () => new Promise(() => undefined)),
  ],
];
for (const [row, status, options, request = change] of steps)
  fact(row, async () => {
    expect(await statusOf(options, ...request)).toBe(status);
  });
fact('write                409                   the source writes', async () => {
  const sources = { ...linked(), articles: { ...linked().articles, update: fail(409) } };
  expect((await send(serveLinked({}, sources), ...change)).status).toBe(409);
});

fact(
  'Everything from the search for the resource to the last look is one transaction. If a step fails, the write is undone.',
  async () => {
    for (const options of [hooked('after', fail(419)), { access: reading('One') }, { afterWrite: fail(420) }]) {
      const sources = linked();
      expect((await send(serveLinked(options, sources), ...change)).status).toBeGreaterThanOrEqual(400);
      expect(await titleIn(sources)).toBe('One');
    }
  },
);
fact('If the source does not have `transaction`, an error after the step `perform` undoes nothing', async () => {
  const whole = linked();
  const sources = { ...whole, articles: { ...whole.articles, transaction: undefined } };
  expect((await send(serveLinked(hooked('after', fail(419)), sources), ...change)).status).toBe(419);
  expect(await titleIn(sources)).toBe('New');
});
fact(
  'A request with [Atomic Operations](atomic-operations.md) runs these steps for each operation, in one transaction for all of them.',
  async () => {
    const called: string[] = [];
    const before = ({ id }: { id: string }) => void called.push(id);
    const hooks = {
      articles: { update: { before, after: ({ id }: { id: string }) => (id === '2' ? fail(419)() : undefined) } },
    };
    const sources = linked();
    const extension = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';
    const operations = ['1', '2'].map((id) => ({ op: 'update', data: { ...patch, id } }));
    const body = JSON.stringify({ 'atomic:operations': operations });
    const headers = { 'content-type': extension, accept: extension };
    const server = serveLinked({ hooks, extensions: [atomicOperations()] }, sources);
    expect((await server.handle({ method: 'POST', url: '/operations', headers, body })).status).toBe(419);
    expect([called, await titleIn(sources)]).toEqual([['1', '2'], 'One']);
  },
);

const hooksOf = (called: unknown[], reject = false) => ({
  before: ({ id, inverse }: { id: string; inverse?: unknown }) => {
    called.push([id, inverse !== undefined]);
    if (reject) fail(418)();
  },
});
fact('It calls `updateRelationship` of the same resources. `inverse` is the relationship of the request.', async () => {
  const [articles, people] = [[] as unknown[], [] as unknown[]];
  const hooks = {
    articles: { updateRelationship: hooksOf(articles) },
    people: { updateRelationship: hooksOf(people) },
  };
  expect(await statusOf({ hooks }, ...adds)).toBe(204);
  expect(articles).toEqual([['1', true]]);
  expect(people).toEqual(
    expect.arrayContaining([
      ['9', false],
      ['7', true],
    ]),
  );
});
fact(
  '`before` can reject the change, but not replace it. The pointer of an error leads to the relationship in the request document',
  async () => {
    const sources = linked();
    const hooks = { articles: { updateRelationship: hooksOf([], true) } };
    expect((await send(serveLinked({ hooks }, sources), ...adds)).status).toBe(418);
    expect((await send(serveLinked({}, sources), 'GET /articles/1/author')).document.data.id).toBe('7');
  },
);
fact("With `requireIfMatch: ['articles']`, `people.articles` is read-only: 403.", async () => {
  expect(await statusOf({ requireIfMatch: ['articles'] }, ...adds)).toBe(403);
});
fact('It calls only the hooks of the resource in its URL, and needs `If-Match` only for this resource.', async () => {
  const called: string[] = [];
  const named = (name: string) => ({ before: () => void called.push(name) });
  const hooks = {
    people: { delete: named('people.delete') },
    articles: { update: named('update'), updateRelationship: named('updateRelationship') },
  };
  expect(await statusOf({ hooks, requireIfMatch: ['articles'] }, 'DELETE /people/7')).toBe(204);
  expect(called).toEqual(['people.delete']);
});
fact('If the source does not have `transaction`, the server rejects such a creation at once, with 403.', async () => {
  const whole = linked();
  const without = (source: object) => ({ ...source, transaction: undefined });
  const sources = { articles: without(whole.articles), people: without(whole.people), tags: whole.tags };
  const create = async (served: object, access: object) => {
    const data = {
      type: 'articles',
      attributes: { title: 'x' },
      relationships: { author: { data: { type: 'people', id: '7' } } },
    };
    return (await send(serveLinked({ access }, served), 'POST /articles', data)).status;
  };
  const people = { ...all, updateRelationship: (_: unknown, subject: object) => subject !== undefined };
  expect([await create(linked(), { ...open(), people }), await create(sources, { ...open(), people })]).toEqual([
    201, 403,
  ]);
});
fact(
  'A write that continues in the background ends after `perform`: its hooks `after` and `afterCommit` do not run.',
  async () => {
    const called: string[] = [];
    const hook = (name: string) => () => void called.push(name);
    const hooks = {
      articles: { update: { before: hook('before'), after: hook('after'), afterCommit: hook('afterCommit') } },
    };
    const update = () => ({ accepted: { type: 'tags', id: '1' } });
    const sources = { ...linked(), articles: { ...linked().articles, update } };
    expect((await send(serveLinked({ hooks }, sources), ...change)).status).toBe(202);
    expect(called).toEqual(['before']);
  },
);
fact('If the owning side is read-only, the inverse relationship is read-only, too: 403 |', async () => {
  const serveWith = (more: object) => {
    const api = defineApi({
      articles: { attributes: {}, relationships: { author: toOne('people', { inverse: 'articles', ...more }) } },
      people: { attributes: {}, relationships: { articles: toMany('articles', { inverse: 'author' }) } },
    });
    const records = { articles: [{ id: '1', author: null }], people: [{ id: '9' }] };
    return createServer(api, createMemorySources(api, records as never));
  };
  expect((await send(serveWith({}), ...adds)).status).toBe(204);
  expect((await send(serveWith({ write: false }), ...adds)).status).toBe(403);
});
