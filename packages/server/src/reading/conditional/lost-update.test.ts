import { expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../../core/test/runs.ts';
import { blog, blogSources } from '../../../test/blog.ts';
import { expectNoLostUpdate, type Send } from '../../../test/concurrency-suite.ts';
import { blogServer, send } from '../../../test/support.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';

const sendTo =
  (server: Server): Send =>
  async (method, url, headers, body) => {
    const response = await server.handle({ method, url, headers, body });
    return { status: response.status, etag: response.headers['ETag'], text: response.body ?? '' };
  };
const views = { type: 'articles', id: '1', attribute: 'views' };

test('UPD-13 64 clients that read, change and write: no update is lost', async () => {
  await expectNoLostUpdate(sendTo(blogServer().server), views);
});

test.skipIf(!isLong)(
  `UPD-13 no update is lost with a version of the source and pauses between its calls${skippedInShort}`,
  async () => {
    const { articles, ...others } = blogSources();
    // Many turns of the others, and no timer: with those, two thousand tries would take seconds.
    const pause = async (): Promise<void> => {
      for (let turn = 0; turn < 20; turn++) await undefined;
    };
    const source: typeof articles = {
      ...articles,
      version: 'views',
      async find(ids, selection, call) {
        await pause();
        return (await articles.find?.(ids, selection, call)) ?? [];
      },
      async update(id, changes, call) {
        await pause();
        return (await articles.update?.(id, changes, call)) ?? null;
      },
    };
    await expectNoLostUpdate(sendTo(createServer(blog, { ...others, articles: source })), views);
  },
);

test('of 64 clients that add to a relationship on one tag, one succeeds', async () => {
  const { server } = blogServer();
  const url = '/articles/2/relationships/comments';
  const etag = (await send(server, `GET ${url}`)).headers['ETag'];
  const add = async (index: number) => {
    const body = { data: [{ type: 'comments', id: String(4 + (index % 3)) }] };
    return (await send(server, `POST ${url}`, body, { 'If-Match': etag })).status;
  };
  const statuses = await Promise.all(Array.from({ length: 64 }, (_, index) => add(index)));
  expect(statuses.filter((status) => status !== 412)).toEqual([204]);
  expect((await send(server, `GET ${url}`)).document.data).toHaveLength(1);
});

test('CRE-04 a PATCH that fails in the middle changes nothing, and the tag is still valid', async () => {
  const { articles, ...others } = blogSources();
  const source: typeof articles = {
    ...articles,
    async update(id, changes, call) {
      await articles.update?.(id, { ...changes, relationships: {} }, call);
      await articles.updateRelationship?.(id, 'comments', { replace: [] }, call);
      throw new Error('The second half failed.');
    },
  };
  const server = createServer(blog, { ...others, articles: source }, { onError: () => undefined });
  const before = await send(server, 'GET /articles/1');
  const body = {
    data: {
      type: 'articles',
      id: '1',
      attributes: { title: 'New' },
      relationships: { comments: { data: [] }, author: { data: null } },
    },
  };
  const etag = before.headers['ETag'];
  expect((await send(server, 'PATCH /articles/1', body, { 'If-Match': etag })).status).toBe(500);
  const after = await send(server, 'GET /articles/1');
  expect([after.document, after.headers['ETag']]).toEqual([before.document, etag]);
});
