/** Every operation whose response has primary data takes `include` and `fields`, every collection `sort`, `filter` and `page`. */
import { describe, expect, test } from 'vitest';
import { type AnyDocument, blogServer, identities, send } from '../../test/support.ts';

const article = (id?: string) => ({
  data: {
    type: 'articles',
    ...(id === undefined ? {} : { id }),
    attributes: { title: 'New' },
    relationships: { author: { data: { type: 'people', id: '9' } } },
  },
});
const people = { data: { type: 'people', id: '9' } };
const comments = { data: [{ type: 'comments', id: '4' }] };

const operations: readonly (readonly [string, AnyDocument, string, string])[] = [
  ['GET /articles', undefined, 'author.articles', 'people'],
  ['POST /articles', article(), 'author.articles', 'people'],
  ['GET /articles/1', undefined, 'author.articles', 'people'],
  ['PATCH /articles/1', article('1'), 'author.articles', 'people'],
  ['GET /articles/1/author', undefined, 'articles.author', 'articles'],
  ['GET /articles/1/comments', undefined, 'author.articles', 'people'],
  ['GET /articles/1/relationships/author', undefined, 'author.articles', 'people'],
  ['GET /articles/1/relationships/comments', undefined, 'comments.author', 'people'],
  ['PATCH /articles/1/relationships/author', people, 'author.articles', 'people'],
  ['POST /articles/1/relationships/comments', comments, 'comments.author', 'people'],
  ['DELETE /articles/1/relationships/comments', comments, 'comments.author', 'people'],
];

describe.each(operations)('%s', (line, body, include, type) => {
  test('INC-04 INC-08 FLD-06 supports include, and fields of included types as well', async () => {
    const query = `include=${include}&fields[people]=name&fields[articles]=title`;
    const { status, document } = await send(blogServer().server, `${line}?${query}`, body);
    expect(status).toBe(line.startsWith('POST /articles?') || line === 'POST /articles' ? 201 : 200);
    const included: AnyDocument[] = document.included.filter((it: AnyDocument) => it.type === type);
    expect(included.length).toBeGreaterThan(0);
    for (const { attributes, relationships } of included) {
      expect(Object.keys(attributes)).toEqual([type === 'people' ? 'name' : 'title']);
      expect(relationships).toBeUndefined();
    }
  });

  test('INC-03 accepts an empty include, and includes nothing', async () => {
    expect((await send(blogServer().server, `${line}?include=`, body)).document.included).toEqual([]);
  });

  test.each([
    ['INC-07', 'include=nope', 'RELATIONSHIP_PATH_UNKNOWN include'],
    ['AMB-12', 'fields[people]=nope', 'FIELD_UNKNOWN fields[people]'],
    ['QRY-05', 'nope=1', 'PARAMETER_UNKNOWN nope'],
  ])('%s rejects %s before anything is read or written', async (_, query, problem) => {
    const { server, calls } = blogServer();
    const { status, problems } = await send(server, `${line}?${query}`, body);
    expect([status, problems, calls]).toEqual([400, [problem], []]);
  });

  test('PAG-05 paginates only collections and to-many relationships', async () => {
    const isCollection = line.endsWith('comments') || line === 'GET /articles';
    const { status, document, problems } = await send(blogServer().server, `${line}?page[size]=1`, body);
    if (!isCollection) expect([status, problems]).toEqual([400, ['PARAMETER_NOT_SUPPORTED page[size]']]);
    else
      expect([identities(document.data).length, Object.keys(document.links)]).toEqual([
        1,
        expect.arrayContaining(['next']),
      ]);
  });
});

test('INC-09 a response without primary data supports no parameter', async () => {
  const { status, problems } = await send(blogServer().server, 'DELETE /articles/1?include=author&dryRun=1');
  expect([status, problems.length]).toEqual([400, 2]);
});
