import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import { type AnyDocument, blogServer, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { Server } from '../../pipeline/server.ts';

const article = (attributes: object) => ({ data: { type: 'articles', id: '1', attributes } });
const comments = (...ids: readonly string[]) => ({ data: ids.map((id) => ({ type: 'comments', id })) });
const etagOf = async (server: Server, url: string): Promise<string> =>
  (await send(server, `GET ${url}`)).headers['ETag'] as string;

/** Writes to the article 1 and to one of its relationships, each with the URL whose tag it is about. */
const writes: readonly (readonly [string, string, AnyDocument])[] = [
  ['PATCH', '/articles/1', article({ title: 'New' })],
  ['DELETE', '/articles/1', undefined],
  ['PATCH', '/articles/1/relationships/author', { data: null }],
  ['PATCH', '/articles/1/relationships/comments', comments()],
  ['POST', '/articles/1/relationships/secrets', { data: [{ type: 'people', id: '8' }] }],
  ['DELETE', '/articles/1/relationships/comments', comments('4')],
];

describe.each(writes)('%s %s with preconditions', (method, url, body) => {
  const write = async (server: Server, headers: object) => send(server, `${method} ${url}`, body, { ...headers });

  test('If-Match with the current tag: the write succeeds', async () => {
    const { server } = blogServer();
    const tag = await etagOf(server, url);
    expect((await write(server, { 'If-Match': `"x", ${tag}` })).status).toBeLessThan(300);
    if (method === 'DELETE' && url === '/articles/1') return;
    expect(await etagOf(server, url)).not.toBe(tag);
  });

  test.each(['"x"', '', 'W/TAG', '"x-y", "z"'])('If-Match %s: 412, and nothing changed', async (given) => {
    const { server } = blogServer();
    const tag = await etagOf(server, url);
    const answer = await write(server, { 'If-Match': given.replace('TAG', tag) });
    expect([answer.status, answer.problems]).toEqual([412, ['PRECONDITION_FAILED If-Match']]);
    expect(answer.document.errors[0].detail).toContain('Fetch the resource and retry');
    expect(await etagOf(server, url)).toBe(tag);
  });

  test('If-Match with an outdated tag: 412, and nothing changes', async () => {
    const { server } = blogServer();
    const tag = await etagOf(server, url);
    await send(server, 'PATCH /articles/1', article({ views: 31 }));
    const now = await etagOf(server, url);
    expect((await write(server, { 'If-Match': tag })).status).toBe(412);
    expect(await etagOf(server, url)).toBe(now);
  });

  test('If-Match * and If-None-Match with other tags hold', async () => {
    expect((await write(blogServer().server, { 'If-Match': '*' })).status).toBeLessThan(300);
    expect((await write(blogServer().server, { 'If-None-Match': '"x"' })).status).toBeLessThan(300);
  });

  test('If-None-Match * and with the tag: 412', async () => {
    const { server } = blogServer();
    const tag = await etagOf(server, url);
    for (const given of ['*', tag, `W/${tag}`]) {
      const answer = await write(server, { 'If-None-Match': given });
      expect([answer.status, answer.problems]).toEqual([412, ['PRECONDITION_FAILED If-None-Match']]);
    }
    expect(await etagOf(server, url)).toBe(tag);
  });

  test('a malformed precondition is rejected with 400', async () => {
    const { server } = blogServer();
    expect((await write(server, { 'If-Match': 'abc' })).status).toBe(400);
  });

  test('requireIfMatch: 428 without it', async () => {
    const { server } = blogServer({ requireIfMatch: ['articles'] });
    for (const headers of [{}, { 'If-None-Match': '"x"' }]) {
      const answer = await write(server, headers);
      expect([answer.status, answer.problems]).toEqual([428, ['PRECONDITION_REQUIRED If-Match']]);
    }
    expect((await write(server, { 'If-Match': await etagOf(server, url) })).status).toBeLessThan(300);
  });
});

describe('preconditions on writes', () => {
  test('requireIfMatch does not affect reads, creation, and other types', async () => {
    const { server } = blogServer({ requireIfMatch: ['articles'] });
    expect((await send(server, 'GET /articles/1')).status).toBe(200);
    const created = await send(server, 'POST /articles', { data: { type: 'articles', attributes: { title: 'x' } } });
    expect(created.status).toBe(201);
    expect((await send(server, 'DELETE /comments/4')).status).toBe(204);
  });

  test('requireIfMatch names types of the API', () => {
    expect(() => createServer(blog, blogSources(), { requireIfMatch: ['nope' as never] })).toThrow(TypeError);
  });

  test('UPD-10 DEL-05 a missing resource is a 404 with any precondition', async () => {
    const { server } = blogServer();
    const body = { data: { type: 'articles', id: '99', attributes: { title: 'x' } } };
    for (const headers of [{ 'If-Match': '*' }, { 'If-Match': '"x"' }, { 'If-None-Match': '*' }]) {
      expect((await send(server, 'PATCH /articles/99', body, headers)).status).toBe(404);
      expect((await send(server, 'DELETE /articles/99', undefined, headers)).status).toBe(404);
    }
  });

  test('an invalid body is reported before a failed precondition', async () => {
    const { server } = blogServer();
    const answer = await send(server, 'PATCH /articles/1', article({ title: 5 }), { 'If-Match': '"x"' });
    expect(answer.status).toBe(422);
  });

  test('the tag of one representation of a resource is valid for a write with another', async () => {
    const { server } = blogServer();
    const tag = await etagOf(server, '/articles/1?fields[articles]=title&include=author');
    const answer = await send(server, 'PATCH /articles/1?fields[articles]=views', article({ title: 'New' }), {
      'If-Match': tag,
    });
    expect(answer.status).toBe(200);
  });

  test('each response contains the tag for the next write', async () => {
    const { server } = blogServer();
    const url = '/articles/1/relationships/comments';
    let tag = await etagOf(server, url);
    for (const ids of [['4'], ['5', '6'], []]) {
      const { status, headers } = await send(server, `PATCH ${url}`, comments(...ids), { 'If-Match': tag });
      expect([status, headers['ETag']]).toEqual([204, expect.stringMatching(/^"[\da-f]{16}-"$/)]);
      tag = headers['ETag'] as string;
    }
    let title = await etagOf(server, '/articles/1');
    for (const each of ['a', 'b', 'c']) {
      const answer = await send(server, 'PATCH /articles/1', article({ title: each }), { 'If-Match': title });
      expect(answer.status).toBe(200);
      title = answer.headers['ETag'] as string;
    }
  });

  test('a request without preconditions needs no additional call', async () => {
    const { server, calls } = blogServer();
    await send(server, 'DELETE /comments/4');
    await send(server, 'PATCH /articles/1/relationships/comments', comments('5'));
    expect(calls).toEqual(['comments.delete 4', 'articles.find 1', 'comments.find 5', 'articles.updateRelationship 1']);
  });

  test('without find, a write with If-Match or If-None-Match is rejected', async () => {
    const written: unknown[] = [];
    const server = createServer(
      blog,
      withRest(blog, {
        people: {
          delete(id) {
            written.push(id);
            return true;
          },
        },
      }),
    );
    expect((await send(server, 'DELETE /people/1', undefined, { 'If-Match': '"x"' })).status).toBe(412);
    expect((await send(server, 'DELETE /people/1', undefined, { 'If-None-Match': '*' })).status).toBe(412);
    expect(written).toEqual([]);
    expect((await send(server, 'DELETE /people/1', undefined, { 'If-Match': '*' })).status).toBe(204);
  });

  test.each<[string, object, readonly unknown[]]>([
    ['no condition: the id alone', {}, [0, undefined]],
    ['a condition: the whole resource, to be changed', { 'If-Match': '*' }, [3, true]],
    ['a preference: the whole resource, to compare', { Prefer: 'return=minimal' }, [3, undefined]],
  ])('what is read before a write, in its transaction, with %s', async (_, headers, expected) => {
    const { people } = blogSources();
    const seen: unknown[] = [];
    const server = createServer(
      blog,
      withRest(blog, {
        people: {
          ...people,
          // Otherwise, the resource is not read again for the response.
          returnsWritten: undefined,
          find(ids, { attributes, relationships }, call) {
            expect(call.transaction).toBeDefined();
            seen.push([attributes.size + relationships.size, call.forUpdate]);
            return people.find?.(ids, { attributes, relationships }, call) ?? [];
          },
        },
      }),
    );
    const body = { data: { type: 'people', id: '9', attributes: { name: 'x' } } };
    await send(server, 'PATCH /people/9', body, { ...headers });
    expect(seen[0]).toEqual(expected);
    // The resource is read again for the response.
    expect(seen[1]).toEqual([3, undefined]);
  });
});

describe('POST to a collection with preconditions', () => {
  const person = (id: string) => ({ data: { type: 'people', id, attributes: { name: 'x' } } });

  test.each([
    ['CRE-14 If-None-Match * for an id that is taken: 409, as without it', '7', { 'If-None-Match': '*' }, 409],
    ['If-None-Match * for a new id', '70', { 'If-None-Match': '*' }, 201],
    ['If-None-Match with tags for a new id', '70', { 'If-None-Match': '"x"' }, 201],
    ['If-Match for a new id: there is nothing to match', '70', { 'If-Match': '*' }, 412],
  ])('%s', async (_, id, headers, status) => {
    const { server } = blogServer();
    expect((await send(server, 'POST /people', person(id), headers)).status).toBe(status);
    if (status === 412) expect((await send(server, `GET /people/${id}`)).status).toBe(404);
  });
});
