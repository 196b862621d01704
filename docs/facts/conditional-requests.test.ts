/** The sentences of the page about conditional requests, without those about caching. */

import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, send } from './fact.ts';
import { linked, open, patch, separate, serveLinked } from './linked.ts';

const fact = (sentence: string, check: () => unknown): void => factOf('guide/conditional-requests.md', sentence, check);
type Server = ReturnType<typeof serveLinked>;
const tagOf = async (server: Server, url: string): Promise<string> =>
  (await send(server, `GET ${url}`)).headers['ETag'] ?? 'none';
const article = '/articles/1';
const versionOf = async (server: Server, url = article) => (await tagOf(server, url)).split('-')[0];
const write = async (server: Server, tag: string, line = `PATCH ${article}`, data: unknown = patch): Promise<number> =>
  (await send(server, line, data, { 'if-match': tag })).status;
const titled = (title: string) => ({ ...patch, attributes: { title } });
/** Sources whose articles have a version. */
function versioned(version: unknown = 'title', more: object = {}) {
  const sources = linked();
  return { ...sources, articles: { ...sources.articles, version, ...more } };
}
fact('PATCH /reports/1   If-Match: "7-x3fk"       412   another write came first: fetch the report again', async () => {
  const server = serveLinked();
  const tag = await tagOf(server, article);
  expect([await write(server, tag), await write(server, tag, undefined, titled('Other'))]).toEqual([200, 412]);
});
fact('The server sends `ETag` with every document, and checks `If-Match` of writes.', async () => {
  for (const url of ['/articles', article, `${article}/author`, `${article}/tags`, `${article}/relationships/tags`])
    expect(await tagOf(serveLinked(), url)).toMatch(/^"[^"]+"$/);
});
fact(
  'The hash is that of the document, so it differs with `include`, `fields`, and profiles. Collections and related resources have only the hash.',
  async () => {
    const tags = await Promise.all(
      ['', '?include=author', '?fields[articles]=title'].map((query) => tagOf(serveLinked(), article + query)),
    );
    expect(new Set(tags.map((tag) => tag.split('-')[0])).size).toBe(1);
    expect(new Set(tags).size).toBe(3);
    for (const url of ['/articles', `${article}/author`]) expect(await tagOf(serveLinked(), url)).not.toContain('-');
  },
);
fact(
  'So a tag is valid for a write regardless of the fields that it was fetched with, and it stays valid if only an included resource has changed',
  async () => {
    const server = serveLinked();
    const tag = await tagOf(server, `${article}?include=author&fields[articles]=author`);
    await send(server, 'PATCH /people/7', { type: 'people', id: '7', attributes: { name: 'New' } });
    expect(await tagOf(server, `${article}?include=author&fields[articles]=author`)).not.toBe(tag);
    expect(await write(server, tag)).toBe(200);
  },
);
fact('| `If-None-Match` | GET and HEAD | the whole tag.', async () => {
  const server = serveLinked();
  const read = async (tag: string) =>
    (await send(server, `GET ${article}`, undefined, { 'if-none-match': tag })).status;
  expect(await read(await tagOf(server, article))).toBe(304);
  expect(await read(await tagOf(server, `${article}?include=author`))).toBe(200);
});
fact('| `If-None-Match: *` | POST to a collection | nothing: a taken id is 409 with and without it.', async () => {
  const post = async (id: string, headers: Record<string, string>) =>
    (await send(serveLinked(), 'POST /articles', { ...patch, id }, headers)).status;
  for (const headers of [{}, { 'if-none-match': '*' }] as Record<string, string>[])
    expect([await post('1', headers), await post('3', headers)]).toEqual([409, 201]);
});
fact('If two writes of a resource use the same tag, one of them receives 412 and changes nothing.', async () => {
  const server = serveLinked();
  const tag = await tagOf(server, article);
  const titles = ['A', 'B'];
  const statuses = await Promise.all(titles.map((title) => write(server, tag, undefined, titled(title))));
  expect([...statuses].sort()).toEqual([200, 412]);
  const { document } = await send(server, `GET ${article}`);
  expect(document.data.attributes.title).toBe(titles[statuses.indexOf(200)]);
});
fact(
  'Their records cannot be changed from the [inverse relationship](writes.md#both-relationships-of-a-link) of a relationship: 403.',
  async () => {
    const server = serveLinked({ requireIfMatch: ['articles'] });
    const line = 'POST /people/9/relationships/articles';
    expect((await send(server, line, [{ type: 'articles', id: '1' }])).status).toBe(403);
    expect((await send(serveLinked(), line, [{ type: 'articles', id: '1' }])).status).toBe(204);
  },
);

fact(
  'A foreign key also changes when the inverse relationship is written, or when the related resource is deleted.',
  async () => {
    for (const [line, data] of [
      ['POST /people/9/relationships/articles', [{ type: 'articles', id: '1' }]],
      ['DELETE /people/7', undefined],
    ] as const) {
      const server = serveLinked({}, versioned());
      const before = await versionOf(server);
      await send(server, line, data);
      expect(await versionOf(server)).not.toBe(before);
    }
  },
);
fact(
  'Without `version`, the version is a hash of all attributes that the user can read, and of the linkage in the record.',
  async () => {
    const server = serveLinked();
    const versions = [await versionOf(server)];
    for (const data of [titled('x'), { ...patch, attributes: {}, relationships: { author: { data: null } } }]) {
      await send(server, `PATCH ${article}`, data);
      versions.push(await versionOf(server));
    }
    expect(new Set(versions).size).toBe(3);
  },
);
fact('If a deployment declares another attribute, all tags of earlier deployments get 412.', async () => {
  const deploy = (more: object, values: object, version?: string) => {
    const tasks = { attributes: { title: z.string(), revision: attribute(z.int(), { write: false }), ...more } };
    const api = defineApi({ tasks });
    const sources = createMemorySources(api, { tasks: [{ id: '1', title: 'x', revision: 7, ...values }] } as never);
    return createServer(api, { tasks: { ...sources.tasks, ...(version !== undefined && { version }) } } as never);
  };
  const task = { type: 'tasks', id: '1', attributes: { title: 'New' } };
  for (const [version, status] of [
    [undefined, 412],
    ['revision', 200],
  ] as const) {
    const { headers } = await send(deploy({}, {}, version), 'GET /tasks/1');
    const next = deploy({ note: z.string() }, { note: '' }, version);
    const response = await send(next, 'PATCH /tasks/1', task, { 'if-match': headers['ETag'] ?? '' });
    expect(response.status).toBe(status);
  }
});
const tags = `${article}/relationships/tags`;
/** Empties the tags of an article with the tag of a URL, or with another condition. */
async function empty(url: string, limits: object = {}, more: object = {}, condition?: string): Promise<number> {
  const server = serveLinked({ limits }, separate(more));
  return write(server, condition ?? (await tagOf(server, url)), `PATCH ${tags}`, []);
}
fact(
  'Without `version`, a tag of a relationship URL is valid if its page contains the whole relationship, without a filter and with at most `limits.includedLinkage` members. Otherwise, the tag is weak, and a write must use `If-Match: *` or no condition.',
  async () => {
    expect([await empty(tags), await empty(`${tags}?page[size]=1`)]).toEqual([204, 412]);
    const server = serveLinked({}, separate({}));
    const [whole, part] = [await tagOf(server, tags), await tagOf(server, `${tags}?page[size]=1`)];
    expect([whole, part]).toEqual([expect.stringMatching(/^"/), expect.stringMatching(/^W\/"/)]);
    const { status } = await send(server, `GET ${tags}?page[size]=1`, undefined, { 'If-None-Match': part });
    expect(status).toBe(304);
    const few = { includedLinkage: 1 };
    expect([await empty(tags, few), await empty(tags, few, {}, '*')]).toEqual([412, 204]);
  },
);
fact(
  'With `version`, a tag of the resource is valid at this URL too, but does not contain these members.',
  async () => {
    expect([await empty(article, {}, { version: 'title' }), await empty(article)]).toEqual([204, 412]);
  },
);
fact(
  '- Fields that an [access rule](access.md) hides are not part of the hash, so their changes do not cause a 412.',
  async () => {
    const sources = linked();
    const server = serveLinked({ access: open({ fields: () => ['author', 'tags'] }) }, sources);
    const before = await versionOf(server);
    await send(serveLinked({}, sources), `PATCH ${article}`, titled('Other'));
    expect(await versionOf(server)).toBe(before);
  },
);
fact(
  'If `version` names an attribute that the user cannot read, or the function reads such a field, the server ignores this `version` for this user.',
  async () => {
    const access = open({ fields: () => ['author', 'tags'] });
    for (const version of ['title', ({ title }: { title: string }) => title]) {
      expect(await versionOf(serveLinked({ access }, versioned(version)))).toBe(
        await versionOf(serveLinked({ access })),
      );
      expect(await versionOf(serveLinked({}, versioned(version)))).not.toBe(await versionOf(serveLinked()));
    }
  },
);
fact('The source must declare a `version`.', async () => {
  expect(() => serveLinked({ resourceTags: ['articles'] })).toThrow(TypeError);
});
fact('A user who cannot read the version receives no tags.', async () => {
  const metaOf = async (access: object) => {
    const server = serveLinked({ access, resourceTags: ['articles'] }, versioned());
    return (await send(server, `GET ${article}`)).document.data.meta;
  };
  expect(await metaOf(open())).toEqual({ etag: expect.any(String) });
  expect(await metaOf(open({ fields: () => ['author', 'tags'] }))).toBeUndefined();
});
