import { describe, expect, test } from 'vitest';
import { blogServer, identities, send } from '../../test/support.ts';

const { server } = blogServer();

describe('GET /{type}/{id}', () => {
  test('FET-02 responds with 200 and a resource object', async () => {
    const { status, document } = await send(server, 'GET /articles/2');
    expect(status).toBe(200);
    expect(document).toMatchObject({
      jsonapi: { version: '1.1' },
      links: { self: '/articles/2' },
      data: { type: 'articles', id: '2', attributes: { title: 'Apes', views: 10 }, links: { self: '/articles/2' } },
    });
    expect(document.included).toBeUndefined();
  });

  test('REC-08 a Date is text in ISO 8601', async () => {
    const { document } = await send(server, 'GET /articles/1');
    expect(document.data.attributes.publishedAt).toBe('2024-01-01T00:00:00.000Z');
  });

  test('UPD-16 contains an attribute that is null, but not an absent attribute', async () => {
    const { document } = await send(server, 'GET /articles/3');
    expect(document.data.attributes).toEqual({ title: 'Cars', views: 20, subtitle: null });
  });

  test.each([
    ['FET-08 an unknown id', '/articles/99'],
    ['AMB-07 an empty id', '/articles/'],
    ['an id of another type', '/people/1'],
    ['names of the language', '/articles/__proto__'],
    ['names of the language', '/articles/constructor'],
    ['an encoded slash', '/articles/1%2Fcomments'],
    ['an id that is encoded twice', '/articles/%2531'],
  ])('%s: %s gives 404', async (_, url) => {
    const { status, problems } = await send(server, `GET ${url}`);
    expect([status, ...problems]).toEqual([404, 'NOT_FOUND']);
  });

  test('includes: every related resource once, with linkage (INC-06, CMP-03)', async () => {
    const { document } = await send(server, 'GET /articles/1?include=comments.author,author');
    expect(identities(document.included).toSorted()).toEqual(
      ['people 7', 'people 8', 'people 9', 'comments 4', 'comments 5', 'comments 6'].toSorted(),
    );
  });

  test('CMP-07 a path that leads back to the resource does not repeat it', async () => {
    const { document } = await send(server, 'GET /people/9?include=friend.articles');
    expect(identities(document.included)).toEqual(['articles 3']);
  });

  test('DOC-17 self contains the parameters of the document, and returns the same document', async () => {
    const first = await send(server, 'GET /articles/1?include=author&fields[people]=name');
    expect(first.document.links.self).toBe('/articles/1?include=author&fields%5Bpeople%5D=name');
    const again = await send(server, `GET ${first.document.links.self}`);
    expect(again.document).toEqual(first.document);
  });

  test.each(['sort=title', 'filter[title]=x', 'page[size]=1', 'page=1'])(
    'QRY-13 ?%s is rejected: one resource does not have order, filter or page',
    async (query) => {
      const { status, problems } = await send(server, `GET /articles/1?${query}`);
      expect([status, ...problems]).toEqual([400, `PARAMETER_NOT_SUPPORTED ${query.split('=')[0]}`]);
    },
  );

  test('FET-05 every link of a document can be followed', async () => {
    const { document } = await send(server, 'GET /articles/1?include=comments.on,author');
    const resources = [document.data, ...document.included];
    const links = resources.flatMap((resource) => [
      resource.links.self,
      ...Object.values<{ links: Record<string, string> }>(resource.relationships).flatMap(({ links }) =>
        Object.values(links),
      ),
    ]);
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect((await send(server, `GET ${link}`)).status, link).toBe(200);
  });
});
