import { validateDocument } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blogServer, send } from '../../test/support.ts';

describe('paths of an application', () => {
  const collection = (type: string): string => (type === 'people' ? '/person' : `/v1/blog/${type}`);
  const { server } = blogServer({ baseUrl: 'https://example.com/api', urls: { collection } });

  test('REC-01 every link begins with them, and leads back', async () => {
    const { status, document } = await send(server, 'GET /v1/blog/articles?include=author&page[size]=1');
    expect(status).toBe(200);
    expect(validateDocument(document).issues).toBeUndefined();
    const [article] = document.data;
    expect(document.links.self).toMatch(/^https:\/\/example\.com\/api\/v1\/blog\/articles\?include=author/);
    expect(article.links.self).toBe('https://example.com/api/v1/blog/articles/1');
    expect(article.relationships.author.links).toEqual({
      self: 'https://example.com/api/v1/blog/articles/1/relationships/author',
      related: 'https://example.com/api/v1/blog/articles/1/author',
    });
    expect(document.included[0].links.self).toBe('https://example.com/api/person/7');
    for (const url of ['/v1/blog/articles/1', '/v1/blog/articles/1/author', '/person/7', '/person/7/friend']) {
      expect((await send(server, `GET ${url}`)).status, url).toBe(200);
    }
  });

  test('CRE-07 Location too', async () => {
    const body = { data: { type: 'people', id: '99', attributes: { name: 'New' } } };
    const { status, headers } = await send(server, 'POST /person', body);
    expect([status, headers['Location']]).toEqual([201, 'https://example.com/api/person/99']);
  });

  test.each(['/articles', '/v1', '/v1/blog', '/people/7', '/person/7/nope', '/v1/blog/people'])(
    '%s is not there',
    async (url) => {
      expect((await send(server, `GET ${url}`)).status).toBe(404);
    },
  );

  test('hooks see them without ids', async () => {
    const routes: (string | undefined)[] = [];
    const { server: own } = blogServer({
      urls: { collection },
      onRequest: ({ route }) => {
        routes.push(route);
        return undefined;
      },
    });
    await send(own, 'GET /v1/blog/articles/1/relationships/author');
    await send(own, 'GET /person/7');
    expect(routes).toEqual(['/v1/blog/articles/{id}/relationships/author', '/person/{id}']);
  });
});
