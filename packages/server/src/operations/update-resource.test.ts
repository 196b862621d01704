import { describe, expect, test } from 'vitest';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { type AnyDocument, blogServer, identities, send } from '../../test/support.ts';
import { withRest } from '../../test/with-rest.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';

const change = (rest: object, id = '1'): AnyDocument => ({ data: { type: 'articles', id, ...rest } });

describe('PATCH /{type}/{id}', () => {
  test('UPD-01 UPD-02 UPD-05 responds with 200 and the resource; absent attributes keep their values', async () => {
    const { server } = blogServer();
    const before = await send(server, 'GET /articles/1');
    const { status, document } = await send(server, 'PATCH /articles/1', change({ attributes: { views: 31 } }));
    expect(status).toBe(200);
    const { data } = before.document;
    expect(document.data).toEqual({ ...data, attributes: { ...data.attributes, views: 31 } });
    expect((await send(server, 'GET /articles/1')).document.data).toEqual(document.data);
  });

  test('UPD-02 an empty update changes nothing and applies no default', async () => {
    const { server } = blogServer();
    const before = await send(server, 'GET /articles/1');
    const { document } = await send(server, 'PATCH /articles/1', change({}));
    expect(document.data).toEqual(before.document.data);
  });

  test('UPD-16 null is a value', async () => {
    const { server } = blogServer();
    const { document } = await send(server, 'PATCH /articles/1', change({ attributes: { subtitle: null } }));
    expect(document.data.attributes.subtitle).toBeNull();
  });

  test('UPD-03 INC-08 replaces relationships, and includes them', async () => {
    const { server } = blogServer();
    const relationships = { author: { data: null }, comments: { data: [{ type: 'comments', id: '6' }] } };
    const { document } = await send(server, 'PATCH /articles/1?include=author,comments', change({ relationships }));
    expect(document.data.relationships.author.data).toBeNull();
    expect(identities(document.data.relationships.comments.data)).toEqual(['comments 6']);
    expect(identities(document.included)).toEqual(['comments 6']);
    expect(document.links.self).toBe('/articles/1?include=author,comments');
  });

  test.each<[string, string, unknown, number, readonly string[]]>([
    ['UPD-10 no such resource', '/articles/99', change({}, '99'), 404, ['NOT_FOUND']],
    ['UPD-12 another id', '/articles/1', change({}, '2'), 409, ['ID_CONFLICT /data/id']],
    ['UPD-12 another type', '/articles/1', { data: { type: 'people', id: '1' } }, 409, ['TYPE_CONFLICT /data/type']],
    ['RES-02 no id', '/articles/1', { data: { type: 'articles' } }, 400, ['DOCUMENT_INVALID /data']],
    [
      'RES-03 an id that is not a string',
      '/articles/1',
      { data: { type: 'articles', id: 1 } },
      400,
      ['DOCUMENT_INVALID /data/id'],
    ],
    [
      'a read-only attribute, with nothing else changed',
      '/articles/1',
      change({ attributes: { title: 'x', publishedAt: null } }),
      403,
      ['FIELD_READ_ONLY /data/attributes/publishedAt'],
    ],
    [
      'UPD-04 a relationship that cannot be replaced, with nothing else changed',
      '/articles/1',
      change({ attributes: { title: 'x' }, relationships: { history: { data: [] } } }),
      403,
      ['FIELD_READ_ONLY /data/relationships/history'],
    ],
    [
      'UPD-11 a related resource that does not exist',
      '/articles/1',
      change({
        attributes: { title: 'x' },
        relationships: {
          author: { data: { type: 'people', id: '7' } },
          reviewer: { data: { type: 'people', id: 'no' } },
        },
      }),
      404,
      ['RELATED_RESOURCE_NOT_FOUND /data/relationships/reviewer/data'],
    ],
    ['an unknown path', '/articles/1?include=nope', change({}), 400, ['RELATIONSHIP_PATH_UNKNOWN include']],
    ['order', '/articles/1?sort=title', change({}), 400, ['PARAMETER_NOT_SUPPORTED sort']],
  ])('%s', async (_, url, body, status, found) => {
    const { server, calls } = blogServer();
    const answer = await send(server, `PATCH ${url}`, body);
    expect([answer.status, ...answer.problems]).toEqual([status, ...found]);
    expect(calls.filter((call) => !call.includes('.find'))).toEqual([]);
  });

  test('does not write if the response cannot be created', async () => {
    const { server } = blogServer({ limits: { includedResources: 1 } });
    const body = change({ attributes: { title: 'Changed' } });
    const { problems } = await send(server, 'PATCH /articles/1?include=comments', body);
    expect(problems).toEqual(['INCLUDED_TOO_MANY include']);
    expect((await send(server, 'GET /articles/1')).document.data.attributes.title).toBe('Bikes');
  });

  test('UPD-09 a source without update: 403', async () => {
    const { server } = blogServer();
    const answer = await send(server, 'PATCH /notes/1', { data: { type: 'notes', id: '1' } });
    expect([answer.status, ...answer.problems]).toEqual([403, 'OPERATION_NOT_SUPPORTED']);
  });

  test('without find, update determines whether the resource exists', async () => {
    const articles = blogSources().articles as Required<DataSource<Blog, 'articles'>>;
    const server = createServer(blog, withRest(blog, { articles: { update: articles.update } }));
    expect((await send(server, 'PATCH /articles/1', change({}))).status).toBe(200);
    expect((await send(server, 'PATCH /articles/9', change({}, '9'))).status).toBe(404);
  });
});
