import { describe, expect, test } from 'vitest';
import { blogServer, identities, send } from '../../test/support.ts';

const { server } = blogServer();

describe('GET /{type}', () => {
  test('FET-01 responds with 200 and an array of resource objects', async () => {
    const { status, document } = await send(server, 'GET /people');
    expect(status).toBe(200);
    expect(identities(document.data)).toEqual(['people 7', 'people 8', 'people 9']);
    expect(document.included).toBeUndefined();
  });

  test('FET-01 an empty collection is an empty array', async () => {
    const { document } = await send(server, 'GET /articles?filter[title]=None');
    expect(document.data).toEqual([]);
  });

  test('DOC-09 a collection with one resource is an array', async () => {
    const { document } = await send(server, 'GET /articles?filter[title]=Apes');
    expect(identities(document.data)).toEqual(['articles 2']);
  });

  test('REC-06 resources have a self link, and links for every relationship', async () => {
    const { document } = await send(server, 'GET /articles?filter[title]=Apes&fields[articles]=author');
    expect(document.data[0]).toMatchObject({
      relationships: { author: { links: { self: '/articles/2/relationships/author', related: '/articles/2/author' } } },
      links: { self: '/articles/2' },
    });
  });

  test('FET-05 resources of a source without find have no links', async () => {
    const { document } = await send(server, 'GET /notes');
    expect(document.data[0]).toEqual({
      type: 'notes',
      id: '1',
      attributes: { text: 'Read this' },
      relationships: { about: { data: { type: 'articles', id: '1' } } },
    });
  });
});

describe('GET /{type}?include', () => {
  test.each([
    ['INC-04 gives included, empty when nothing relates', '/articles?filter[title]=Apes&include=comments', []],
    ['INC-03 empty: nothing is included', '/articles?include=', []],
    ['INC-05 holds what was asked for', '/articles?include=reviewer', ['people 8']],
    [
      'CMP-05 a resource reached twice is there once',
      '/articles?include=author,reviewer.friend',
      ['people 7', 'people 8'],
    ],
    ['INC-06 intermediate resources are there', '/articles/3/comments?include=author.friend', ['people 8', 'people 7']],
    ['CMP-07 primary data does not come again', '/articles?include=history', []],
    ['CMP-07 nor does it in a cycle', '/people?include=friend.friend', []],
    ['INC-02 several paths', '/articles?filter[title]=Cars&include=comments.author,author', ['comments 6', 'people 8']],
    ['polymorphic relationships', '/shelves?include=items', ['articles 2', 'comments 4']],
    ['and what only one of their types has', '/shelves?include=items.on', ['articles 2', 'comments 4', 'articles 1']],
  ])('%s', async (_, url, included) => {
    const { status, document } = await send(server, `GET ${url}`);
    expect(status).toBe(200);
    expect(identities(document.included).toSorted()).toEqual(included.toSorted());
  });

  test.each([
    ['INC-07 unknown path', 'nope', 'RELATIONSHIP_PATH_UNKNOWN include'],
    ['INC-07 unknown step', 'author.nope', 'RELATIONSHIP_PATH_UNKNOWN include'],
    ['INC-07 a relationship that cannot be included', 'secrets', 'RELATIONSHIP_PATH_UNKNOWN include'],
    ['INC-07 an attribute', 'title', 'RELATIONSHIP_PATH_UNKNOWN include'],
    ['a path that is too long', 'author.friend.friend.friend', 'RELATIONSHIP_PATH_TOO_LONG include'],
    ['names of the language', '__proto__', 'RELATIONSHIP_PATH_UNKNOWN include'],
    ['names of the language', 'constructor.prototype', 'RELATIONSHIP_PATH_UNKNOWN include'],
  ])('%s: %s is rejected with 400', async (_, path, found) => {
    const { status, problems } = await send(server, `GET /articles?include=${path}`);
    expect([status, ...problems]).toEqual([400, found]);
  });
});

describe('GET /{type}?fields', () => {
  test('FLD-01 FLD-03 limits the fields of each type named, in primary and included data', async () => {
    const { document } = await send(
      server,
      'GET /articles?include=author&fields[articles]=title,author&fields[people]=name',
    );
    expect(Object.keys(document.data[0].attributes)).toEqual(['title']);
    expect(Object.keys(document.data[0].relationships)).toEqual(['author']);
    expect(document.included[0].relationships).toBeUndefined();
  });

  test('CMP-08 a fieldset that hides the relationship keeps what is included', async () => {
    const { document } = await send(server, 'GET /articles?include=author&fields[articles]=title');
    expect(document.data[0].relationships).toBeUndefined();
    expect(identities(document.included)).toEqual(['people 7']);
  });

  test('FLD-02 RES-21 an empty fieldset leaves type, id, and links', async () => {
    const { document } = await send(server, 'GET /articles?fields[articles]=');
    expect(document.data[0]).toEqual({ type: 'articles', id: '1', links: { self: '/articles/1' } });
  });

  test.each([
    ['AMB-12 unknown field', 'fields[articles]=nope', 'FIELD_UNKNOWN fields[articles]'],
    ['AMB-12 id is not a field', 'fields[articles]=id', 'FIELD_UNKNOWN fields[articles]'],
    ['AMB-12 unknown type', 'fields[nope]=title', 'TYPE_UNKNOWN fields[nope]'],
    ['names of the language', 'fields[constructor]=title', 'TYPE_UNKNOWN fields[constructor]'],
    ['names of the language', 'fields[articles]=toString', 'FIELD_UNKNOWN fields[articles]'],
  ])('%s: %s is rejected with 400', async (_, query, found) => {
    const { status, problems } = await send(server, `GET /articles?${query}`);
    expect([status, ...problems]).toEqual([400, found]);
  });
});

describe('GET /{type}?sort', () => {
  test.each([
    ['SRT-04 ascending', 'title', [2, 1, 3]],
    ['SRT-04 descending', '-title', [3, 1, 2]],
    ['SRT-03 several fields in order', 'views,title', [2, 3, 1]],
    ['a repeated field keeps its first position', 'views,-views', [2, 3, 1]],
    ['SRT-02 through a relationship; an absent author comes first', 'author.name,-title', [3, 1, 2]],
    ['dates, as text or as Date; absent ones come first', 'publishedAt', [3, 1, 2]],
  ])('%s: %s', async (_, sort, ids) => {
    const { document } = await send(server, `GET /articles?sort=${sort}`);
    expect(identities(document.data)).toEqual(ids.map((id) => `articles ${id}`));
  });

  test.each([
    ['SRT-05 an attribute that cannot be sorted by', 'subtitle'],
    ['SRT-05 an unknown one', 'nope'],
    ['SRT-05 a relationship', 'author'],
    ['SRT-05 a relationship that cannot be sorted through', 'reviewer.name'],
    ['SRT-05 a to-many relationship', 'comments.body'],
    ['AMB-15 an empty sort', ''],
    ['names of the language', 'constructor'],
  ])('%s: %s is rejected with 400', async (_, sort) => {
    const { status, problems } = await send(server, `GET /articles?sort=${sort}`);
    expect([status, ...problems]).toEqual([400, 'SORT_NOT_SUPPORTED sort']);
  });
});

describe('GET /{type}?filter', () => {
  test.each([
    ['FIL-02 a relationship by id', 'filter[author]=7', [1, 2]],
    ['FIL-02 by several ids', 'filter[comments]=6,4', [1, 3]],
    ['FIL-02 several filters combine', 'filter[author]=7&filter[title]=Apes', [2]],
    ['a number', 'filter[views]=20', [3]],
    ['an operator', 'filter[views][ge]=20', [1, 3]],
    ['a date that the record holds as Date', 'filter[publishedAt]=2024-01-01T00:00:00Z', [1]],
    ['dates before', 'filter[publishedAt][lt]=2024-02-01T00:00:00Z', [1]],
    ['any of several values', 'filter[title]=Apes,Cars', [2, 3]],
    ['a field of a related resource', 'filter[author.name]=Gebhardt', [1, 2]],
    ['nothing matches', 'filter[author]=nope', []],
  ])('%s: %s', async (_, query, ids) => {
    const { document } = await send(server, `GET /articles?${query}`);
    expect(identities(document.data)).toEqual(ids.map((id) => `articles ${id}`));
  });

  test.each([
    ['an attribute that cannot be filtered by', 'filter[subtitle]=x', 'FILTER_NOT_SUPPORTED filter[subtitle]'],
    ['an unknown field', 'filter[nope]=x', 'FILTER_NOT_SUPPORTED filter[nope]'],
    [
      'a path through what cannot be filtered by',
      'filter[reviewer.name]=x',
      'FILTER_NOT_SUPPORTED filter[reviewer.name]',
    ],
    ['a path to what cannot be filtered by', 'filter[comments.body]=x', 'FILTER_NOT_SUPPORTED filter[comments.body]'],
    ['a value that the attribute cannot have', 'filter[views]=many', 'FILTER_VALUE_INVALID filter[views]'],
    ['an unknown operator', 'filter[views][constructor]=1', 'FILTER_NOT_SUPPORTED filter[views][constructor]'],
  ])('%s: %s is rejected with 400', async (_, query, found) => {
    const { status, problems } = await send(server, `GET /articles?${query}`);
    expect([status, ...problems]).toEqual([400, found]);
  });
});

describe('GET /{type}?other parameters', () => {
  test.each([
    ['QRY-05 reserved names', 'nope=1', ['PARAMETER_UNKNOWN nope']],
    ['AMB-13 a parameter given twice', 'sort=title&sort=views', ['PARAMETER_REPEATED sort']],
    [
      'QRY-14 several problems, each with its name',
      'sort=x&include=y',
      ['SORT_NOT_SUPPORTED sort', 'RELATIONSHIP_PATH_UNKNOWN include'],
    ],
    ['names of the language', '__proto__[x]=1', ['PARAMETER_UNKNOWN __proto__[x]']],
    ['names of the language', 'fields[__proto__]=x', ['PARAMETER_UNKNOWN fields[__proto__]']],
    ['names of the language', 'constructor=1', ['PARAMETER_UNKNOWN constructor']],
  ])('%s: %s is rejected with 400', async (_, query, found) => {
    const { status, problems } = await send(server, `GET /articles?${query}`);
    expect([status, ...problems]).toEqual([400, ...found]);
  });

  test('QRY-10 encoded brackets have the same meaning', async () => {
    const plain = await send(server, 'GET /articles?fields[articles]=title&page[size]=1');
    const encoded = await send(server, 'GET /articles?fields%5Barticles%5D=title&page%5Bsize%5D=1');
    expect(encoded.document).toEqual(plain.document);
  });
});
