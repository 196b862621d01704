import { describe, expect, test } from 'vitest';
import { blogServer, send } from '../../test/support.ts';

const body = { data: { type: 'articles', id: '1', attributes: { title: 'New' } } };

describe('X-HTTP-Method-Override, switched on', () => {
  test.each(['PATCH', 'patch', ' Patch '])('REC-07 a POST that says %j is a PATCH', async (name) => {
    const { server } = blogServer({ methodOverride: true });
    const { status, document } = await send(server, 'POST /articles/1', body, { 'X-HTTP-Method-Override': name });
    expect([status, document.data.attributes.title]).toEqual([200, 'New']);
  });

  test('REC-07 a POST that says DELETE is a DELETE, on relationships as well', async () => {
    const { server } = blogServer({ methodOverride: true });
    const headers = { 'X-HTTP-Method-Override': 'DELETE' };
    const comments = { data: [{ type: 'comments', id: '4' }] };
    expect((await send(server, 'POST /articles/1/relationships/comments', comments, headers)).status).toBe(204);
    const { document } = await send(server, 'GET /articles/1/relationships/comments');
    expect(document.data.map(({ id }: { id: string }) => id)).toEqual(['5', '6']);
    expect((await send(server, 'POST /articles/1', undefined, headers)).status).toBe(204);
    expect((await send(server, 'GET /articles/1')).status).toBe(404);
  });

  test.each(['PUT', 'GET', 'HEAD', 'POST', 'TRACE', '', 'PATCH, DELETE', '__proto__'])(
    'REC-07 a POST that says %j: 400 naming the header',
    async (name) => {
      const { server } = blogServer({ methodOverride: true });
      const answer = await send(server, 'POST /articles/1', body, { 'X-HTTP-Method-Override': name });
      expect([answer.status, answer.problems]).toEqual([400, ['HEADER_INVALID X-HTTP-Method-Override']]);
    },
  );

  test.each(['GET', 'HEAD', 'PATCH', 'OPTIONS'])('REC-07 %s stays what it is', async (method) => {
    const { server } = blogServer({ methodOverride: true });
    const payload = method === 'PATCH' ? body : undefined;
    const { status } = await send(server, `${method} /articles/1`, payload, { 'X-HTTP-Method-Override': 'DELETE' });
    expect(status).toBeLessThan(300);
    expect((await send(server, 'GET /articles/1')).status).toBe(200);
  });

  test('an overridden method is under the same conditions', async () => {
    const { server } = blogServer({ methodOverride: true, requireIfMatch: ['articles'] });
    const answer = await send(server, 'POST /articles/1', undefined, { 'X-HTTP-Method-Override': 'DELETE' });
    expect(answer.status).toBe(428);
  });
});

test('X-HTTP-Method-Override is off by default: a POST is a POST', async () => {
  const { server } = blogServer();
  const headers = { 'X-HTTP-Method-Override': 'PATCH' };
  expect((await send(server, 'POST /articles/1', body, headers)).status).toBe(405);
});
