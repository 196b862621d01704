import { describe, expect, test } from 'vitest';
import { blogServer, send } from '../../test/support.ts';

describe('DELETE /{type}/{id}', () => {
  test('DEL-04 responds with 204 without a body, and the resource no longer exists', async () => {
    const { server } = blogServer();
    const { status, document, headers } = await send(server, 'DELETE /articles/1');
    expect([status, document, headers]).toEqual([204, undefined, { Vary: 'Accept' }]);
    expect((await send(server, 'GET /articles/1')).status).toBe(404);
  });

  test.each([
    ['DEL-05 a missing resource', '/articles/99', 404, 'NOT_FOUND'],
    ['names of the language', '/articles/__proto__', 404, 'NOT_FOUND'],
    ['a source without delete', '/notes/1', 403, 'OPERATION_NOT_SUPPORTED'],
    ['INC-09 a query that has nothing to shape', '/articles/1?include=author', 400, 'PARAMETER_NOT_SUPPORTED include'],
    ['a collection', '/articles', 405, 'METHOD_NOT_ALLOWED'],
  ])('%s: %s gives %i', async (_, url, status, found) => {
    const { server } = blogServer();
    const answer = await send(server, `DELETE ${url}`);
    expect([answer.status, ...answer.problems]).toEqual([status, found]);
    expect((await send(server, 'GET /articles/1')).status).toBe(200);
  });

  test('DEL-01 ignores a body, but it must have the media type', async () => {
    const { server } = blogServer();
    expect((await send(server, 'DELETE /articles/1', '{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await send(server, 'DELETE /articles/1', 'no JSON')).status).toBe(204);
  });
});
