import { describe, expect, test } from 'vitest';
import { problemsOf, requestOf, shop } from '../../test/http-requests.ts';
import type { HttpRequest } from './received-request.ts';
import { readCreateRequest, readLinkageRequest, readUpdateRequest } from './write-requests.ts';

const article = {
  type: 'articles',
  attributes: { title: 'A' },
  relationships: { editors: { data: [{ type: 'people', id: '1' }] } },
};
const create = (request: HttpRequest) => readCreateRequest(shop, 'articles', request);
const update = (request: HttpRequest) => readUpdateRequest(shop, 'articles', '1', request);

describe('readCreateRequest', () => {
  test.each<[string, body: unknown]>([
    ['a value', { data: article }],
    ['text', JSON.stringify({ data: article })],
    ['bytes', new TextEncoder().encode(JSON.stringify({ data: article }))],
  ])('reads %s and the query of the response', async (_, body) => {
    const { input, query } = await create(requestOf('POST /articles?include=author', body));
    expect(input.attributes).toEqual({ title: 'A' });
    expect(query.include).toEqual(['author']);
  });

  test.each<[string, request: HttpRequest, problems: readonly unknown[]]>([
    ['nothing is wrong', requestOf('POST /articles', { data: article }), []],
    [
      'all errors of the query and of the document come together',
      requestOf('POST /articles?sort=id&include=x', { data: { type: 'articles', attributes: { title: '', odd: 1 } } }),
      [
        400,
        'PARAMETER_NOT_SUPPORTED sort',
        'RELATIONSHIP_PATH_UNKNOWN include',
        'ATTRIBUTE_INVALID /data/attributes/title',
        'ATTRIBUTE_UNKNOWN /data/attributes/odd',
        'RELATIONSHIP_REQUIRED /data',
      ],
    ],
    [
      'CRE-15 a status that the specification requires is kept',
      requestOf('POST /articles?sort=id', { data: { ...article, type: 'people' } }),
      [409, 'PARAMETER_NOT_SUPPORTED sort', 'TYPE_CONFLICT /data/type'],
    ],
    ['there is no document', requestOf('POST /articles'), [400, 'INVALID_JSON']],
    ['the document is empty bytes', requestOf('POST /articles', new Uint8Array()), [400, 'INVALID_JSON']],
    ['the document is null, as that of Fetch', { ...requestOf('POST /articles'), body: null }, [400, 'INVALID_JSON']],
    [
      'another media type comes before everything else',
      requestOf('POST /articles?sort=id', '{', { 'content-type': 'application/json' }),
      [415, 'CONTENT_TYPE_UNSUPPORTED Content-Type'],
    ],
    [
      'a new resource has no version to match',
      requestOf('POST /articles', { data: article }, { 'if-match': '"a"' }),
      [412, 'PRECONDITION_FAILED If-Match'],
    ],
  ])('%s', async (_, request, problems) => {
    expect(await problemsOf(() => create(request))).toEqual(problems);
  });

  test.each([
    ['Fetch', new Request('https://example.com/articles', { method: 'POST', body: '{}' })],
    ['Node', { ...requestOf('POST /articles'), body: { pipe: () => undefined } }],
  ])('a stream of %s is a mistake of the program', async (_, request) => {
    await expect(create(request)).rejects.toThrow(
      'readCreateRequest: `body` must be a string, bytes, or a parsed value',
    );
  });

  test('has limits of documents', async () => {
    const read = () =>
      readCreateRequest(shop, 'articles', requestOf('POST /articles', JSON.stringify({ data: article })), {
        limits: { bytes: 10 },
      });
    expect(await problemsOf(read)).toEqual([413, 'BODY_TOO_LARGE']);
  });
});

describe('readUpdateRequest', () => {
  test.each<[string, request: HttpRequest, problems: readonly unknown[]]>([
    [
      'a part of the resource',
      requestOf('PATCH /articles/1?fields[articles]=title', { data: { type: 'articles', id: '1' } }),
      [],
    ],
    [
      'UPD-12 the id of another resource',
      requestOf('PATCH /articles/1?page[size]=1', { data: { type: 'articles', id: '2' } }),
      [409, 'PARAMETER_NOT_SUPPORTED page[size]', 'ID_CONFLICT /data/id'],
    ],
  ])('%s', async (_, request, problems) => {
    expect(await problemsOf(() => update(request))).toEqual(problems);
  });
});

describe('readLinkageRequest', () => {
  const person = { type: 'people', id: '1' };
  const linkage = (line: string, name: 'author' | 'comments' | 'editors' | 'origin', data: unknown) =>
    readLinkageRequest(shop, 'articles', name, requestOf(line, { data }));

  test('returns the linkage', () => {
    expect(linkage('PATCH /x', 'author', person).linkage).toEqual(person);
    expect(linkage('PATCH /x', 'author', null).linkage).toBeNull();
    expect(linkage('DELETE /x', 'editors', [person])).toMatchObject({ op: 'remove', linkage: [person] });
    expect(linkage('POST /x', 'comments', [])).toMatchObject({ op: 'add', linkage: [] });
    expect(linkage('PATCH /x', 'comments', []).op).toBe('update');
  });

  test.each<
    [
      string,
      line: string,
      name: 'author' | 'comments' | 'editors' | 'origin',
      data: unknown,
      problems: readonly unknown[],
    ]
  >([
    ['members of a to-one relationship', 'POST /x', 'author', [person], [403, 'OPERATION_NOT_SUPPORTED']],
    ['a read-only relationship', 'PATCH /x', 'origin', null, [403, 'OPERATION_NOT_SUPPORTED']],
    ['a required relationship', 'PATCH /x', 'editors', [], [422, 'RELATIONSHIP_REQUIRED /data']],
    [
      'a query and another type',
      'PATCH /x?include=author',
      'author',
      { ...person, type: 'comments' },
      [409, 'PARAMETER_NOT_SUPPORTED include', 'TYPE_CONFLICT /data/type'],
    ],
  ])('%s', async (_, line, name, data, problems) => {
    expect(await problemsOf(() => linkage(line, name, data))).toEqual(problems);
  });
});
