import { describe, expect, test } from 'vitest';
import { blogServer, send } from '../../test/support.ts';

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
    ['the recommended form, whatever was sent', '/%61rticles/%31#x', { self: 'https://example.com/api/articles/1' }],
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

  test('PAG-05 pages, with every other parameter kept', async () => {
    expect(await linksOf('/articles?page[number]=2&sort=title&page[size]=1')).toEqual({
      self: 'https://example.com/api/articles?page%5Bnumber%5D=2&sort=title&page%5Bsize%5D=1',
      first: 'https://example.com/api/articles?page%5Bnumber%5D=1&sort=title&page%5Bsize%5D=1',
      prev: 'https://example.com/api/articles?page%5Bnumber%5D=1&sort=title&page%5Bsize%5D=1',
      next: 'https://example.com/api/articles?page%5Bnumber%5D=3&sort=title&page%5Bsize%5D=1',
    });
  });

  test('the base URL is never taken from the request', async () => {
    const { document } = await send(server, 'GET /articles/1', undefined, {
      host: 'evil.com',
      'x-forwarded-host': 'evil.com',
    });
    expect(JSON.stringify(document)).not.toContain('evil');
  });
});
