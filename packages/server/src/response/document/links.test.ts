import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { blog } from '../../../test/blog.ts';
import { blogServer, identities, send } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';

const { server } = blogServer({ baseUrl: 'https://example.com/api' });
const linksOf = async (url: string): Promise<Record<string, unknown>> =>
  (await send(server, `GET ${url}`)).document.links;

describe('top-level links', () => {
  test.each([
    ['a resource', '/articles/1', { self: 'https://example.com/api/articles/1' }],
    [
      'DOC-17 its parameters',
      '/articles/1?include=author',
      { self: 'https://example.com/api/articles/1?include=author' },
    ],
    ['the recommended form, whatever was sent', '/articles/1?#x', { self: 'https://example.com/api/articles/1' }],
    [
      'DOC-18 a relationship',
      '/articles/1/relationships/author',
      {
        self: 'https://example.com/api/articles/1/relationships/author',
        related: 'https://example.com/api/articles/1/author',
      },
    ],
    ['REL-09 related resources', '/articles/1/author', { self: 'https://example.com/api/articles/1/author' }],
  ])('%s', async (_, url, links) => {
    expect(await linksOf(url)).toEqual(links);
  });

  test('PAG-05 pagination links keep all other parameters', async () => {
    expect(await linksOf('/articles?page[number]=2&sort=title&page[size]=1')).toEqual({
      self: 'https://example.com/api/articles?page%5Bnumber%5D=2&sort=title&page%5Bsize%5D=1',
      first: 'https://example.com/api/articles?page%5Bnumber%5D=1&sort=title&page%5Bsize%5D=1',
      prev: 'https://example.com/api/articles?page%5Bnumber%5D=1&sort=title&page%5Bsize%5D=1',
      next: 'https://example.com/api/articles?page%5Bnumber%5D=3&sort=title&page%5Bsize%5D=1',
    });
  });

  const kept = {
    include: 'author,comments.author',
    'fields[articles]': 'title,author,comments',
    'fields[people]': '',
    sort: '-author.name,title',
    'filter[views][ge]': '0',
    'filter[author.name]': 'Gebhardt,Klab\\,nik & co',
    'page[size]': '1',
    'page[total]': 'true',
    dryRun: '1',
  };
  const elsewhere = {
    ...kept,
    include: 'comments.author',
    sort: 'body',
    'filter[views][ge]': '',
    'filter[author.name]': '',
  };
  test.each([
    ['a collection', '/articles', kept],
    ['related resources', '/people/7/articles', kept],
    ['linkage', '/articles/1/relationships/comments', elsewhere],
  ])(
    'DOC-20 theme 3: the pages of %s keep include, fields, sort, filter and what the application declares',
    async (...given) => {
      const [, path, wanted] = given;
      const { server } = blogServer({ parameters: { dryRun: z.string() } });
      const asked = new URLSearchParams(
        Object.entries(wanted).filter(([name, value]) => value !== '' || name === 'fields[people]'),
      );
      const met: string[] = [];
      for (let url: string | null = `${path}?${asked}`; url !== null; ) {
        const { status, document } = await send(server, `GET ${url}`);
        expect(status).toBe(200);
        met.push(...identities(document.data));
        for (const name of ['self', 'first', 'last', 'prev', 'next']) {
          const link = document.links[name];
          if (link === null) continue;
          const { pathname, searchParams } = new URL(link, 'http://localhost');
          searchParams.delete('page[number]');
          expect([pathname, [...searchParams]]).toEqual([path, [...asked]]);
        }
        url = document.links.next;
      }
      expect(met.length).toBeGreaterThanOrEqual(2);
      expect(new Set(met).size).toBe(met.length);
    },
  );

  test('PAG-03 links to missing pages are null, and all other links respond', async () => {
    const { first, prev, next, last } = await linksOf('/articles?page[total]=true');
    expect([prev, next]).toEqual([null, null]);
    expect([first, last].map(String)).toEqual([expect.stringContaining('number'), expect.stringContaining('number')]);
  });

  test('a resource that its source cannot find by id is not linked, but its collection is', async () => {
    const note = { id: '1', text: 'x', about: null };
    const notes = { list: () => ({ records: [note] }), update: () => ({ ...note, text: 'y' }) };
    const server = createServer(blog, withRest(blog, { notes } as never));
    const data = { type: 'notes', id: '1', attributes: { text: 'x' } };
    const updated = await send(server, 'PATCH /notes/1', { data });
    expect([updated.status, updated.document.links]).toEqual([200, undefined]);
    expect((await send(server, 'GET /notes')).document.links.self).toBe('/notes');
  });

  test('the base URL is never taken from the request', async () => {
    const { document } = await send(server, 'GET /articles/1', undefined, {
      host: 'evil.com',
      'x-forwarded-host': 'evil.com',
    });
    expect(JSON.stringify(document)).not.toContain('evil');
  });
});
