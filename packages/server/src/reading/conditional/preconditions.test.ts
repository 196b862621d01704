import { defineProfile } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blogServer, send } from '../../../test/support.ts';
import type { Server } from '../../pipeline/server.ts';

const { server } = blogServer();
const etagOf = async (url: string, headers = {}, from: Server = server): Promise<string> =>
  (await send(from, `GET ${url}`, undefined, headers)).headers['ETag'] as string;

const readable = [
  '/articles',
  '/articles/1',
  '/articles/1?include=author,comments',
  '/articles/1/author',
  '/articles/1/comments',
  '/articles/1/relationships/author',
  '/articles/1/relationships/comments?page[size]=1',
];

describe('GET with preconditions', () => {
  test.each(readable)(
    'GEN-05 If-None-Match with the ETag of %s: 304 with its headers, for GET and HEAD',
    async (url) => {
      const first = await send(server, `GET ${url}`);
      const etag = first.headers['ETag'] as string;
      for (const method of ['GET', 'HEAD']) {
        for (const given of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
          const { status, headers, document } = await send(server, `${method} ${url}`, undefined, {
            'if-none-match': given,
          });
          expect([status, document]).toEqual([304, undefined]);
          expect(headers).toEqual({ ETag: etag, 'Cache-Control': 'private, no-cache', Vary: 'Accept' });
        }
      }
    },
  );

  test.each(readable)('GEN-05 other tags of %s: the complete response', async (url) => {
    const first = await send(server, `GET ${url}`);
    const etag = first.headers['ETag'] as string;
    const withoutDocument = etag.includes('-') ? etag.replace(/-.*/, '-"') : '"x-"';
    for (const given of ['"x"', '', withoutDocument, '"x,y", W/"z"']) {
      const second = await send(server, `GET ${url}`, undefined, { 'if-none-match': given });
      expect([given, second.status, second.document]).toEqual([given, 200, first.document]);
    }
  });

  test.each(readable)('GEN-05 If-Match on %s: 412 unless it contains the tag', async (url) => {
    const etag = await etagOf(url);
    const statusFor = async (given: string) =>
      (await send(server, `GET ${url}`, undefined, { 'If-Match': given })).status;
    expect(await Promise.all([etag, `"x", ${etag}`, '*', '"x"', `W/${etag}`, ''].map(statusFor))).toEqual([
      200, 200, 200, 412, 412, 412,
    ]);
  });

  test('If-Match accepts the tag of another representation of the resource, as writes do', async () => {
    const etag = await etagOf('/articles/1?include=author');
    const answer = await send(server, 'GET /articles/1', undefined, { 'If-Match': etag });
    expect(answer.status).toBe(200);
    const other = await send(server, 'GET /articles/2', undefined, { 'If-Match': etag });
    expect(other.status).toBe(412);
  });

  test('If-Match comes before If-None-Match', async () => {
    const etag = await etagOf('/articles/1');
    const answer = await send(server, 'GET /articles/1', undefined, { 'if-match': '"x"', 'if-none-match': etag });
    expect([answer.status, answer.problems]).toEqual([412, ['PRECONDITION_FAILED If-Match']]);
  });

  test('preconditions do not change an error response', async () => {
    for (const headers of [{ 'if-none-match': '*' }, { 'if-match': '"x"' }]) {
      expect((await send(server, 'GET /articles/99', undefined, headers)).status).toBe(404);
      expect((await send(server, 'GET /articles?sort=nope', undefined, headers)).status).toBe(400);
    }
  });

  test.each(['If-Match', 'If-None-Match'])('%s that cannot be read: 400 naming it', async (header) => {
    for (const value of ['abc', '"a" "b"', `"${'a'.repeat(5000)}"`]) {
      const answer = await send(server, 'GET /articles/1', undefined, { [header]: value });
      expect([answer.status, answer.problems]).toEqual([400, [`HEADER_INVALID ${header}`]]);
    }
  });

  test('several lines of one field are one list', async () => {
    const etag = await etagOf('/articles/1');
    const answer = await send(server, 'GET /articles/1', undefined, { 'if-none-match': ['"x"', etag] });
    expect(answer.status).toBe(304);
  });
});

describe('the entity tag', () => {
  test('begins with the version of the resource, for any fieldset', async () => {
    const urls = ['', '?include=author', '?fields[articles]=title', '?fields[articles]=', '?fields[people]=name'];
    const tags = await Promise.all(urls.map((query) => etagOf(`/articles/1${query}`)));
    expect(new Set(tags.map((tag) => tag.split('-')[0])).size).toBe(1);
    // Each shows its own parameters in links.self, so each is a document of its own.
    expect(new Set(tags).size).toBe(urls.length);
  });

  test('differs by profile, which is part of the representation', async () => {
    const profile = defineProfile({ uri: 'https://example.com/profile' });
    const { server: own } = blogServer({ profiles: [profile] });
    const accept = { accept: `application/vnd.api+json;profile="${profile.uri}"` };
    const [plain, applied] = [await etagOf('/articles/1', {}, own), await etagOf('/articles/1', accept, own)];
    expect(applied).not.toBe(plain);
    expect(applied.split('-')[0]).toBe(plain.split('-')[0]);
  });

  test('changes with an included resource, but keeps the version', async () => {
    const { server: own } = blogServer();
    const url = '/articles/1?include=author';
    const before = await etagOf(url, {}, own);
    await send(own, 'PATCH /people/7', { data: { type: 'people', id: '7', attributes: { name: 'New' } } });
    const after = await etagOf(url, {}, own);
    expect(after).not.toBe(before);
    expect(after.split('-')[0]).toBe(before.split('-')[0]);
  });

  test('equals the entity tag of GET after a PATCH and after a POST', async () => {
    const { server: own } = blogServer();
    const patched = await send(own, 'PATCH /articles/1?include=author', {
      data: { type: 'articles', id: '1', attributes: { title: 'New' } },
    });
    expect(patched.headers['ETag']).toBe(await etagOf('/articles/1?include=author', {}, own));
    const created = await send(own, 'POST /people', { data: { type: 'people', attributes: { name: 'New' } } });
    expect(created.headers['ETag']).toBe(await etagOf(created.headers['Location'] as string, {}, own));
  });
});
