import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { problemsOf, requestOf, shop } from '../../test/http-requests.ts';
import { readCollectionRequest, readLinkageRequest } from '../http.ts';
import { defineExtension, defineProfile, defineQueryParameters, JSON_API_MEDIA_TYPE } from '../index.ts';
import { readRelatedRequest, readRelationshipRequest, readResourceRequest } from './read-requests.ts';
import type { HttpRequest } from './received-request.ts';

const media = JSON_API_MEDIA_TYPE;
const tracing = defineExtension({ uri: 'https://example.com/ext/trace', namespace: 'trace', parameters: ['id'] });
const timestamps = defineProfile({ uri: 'https://example.com/profiles/timestamps' });
const options = {
  parameters: defineQueryParameters({ searchText: z.string() }),
  extensions: [tracing],
  profiles: [timestamps],
};

const readers = {
  collection: (request: HttpRequest) => readCollectionRequest(shop, 'articles', request, options),
  resource: (request: HttpRequest) => readResourceRequest(shop, 'articles', request, options),
  'to-many related': (request: HttpRequest) => readRelatedRequest(shop, 'articles', 'comments', request, options),
  'to-one related': (request: HttpRequest) => readRelatedRequest(shop, 'articles', 'author', request, options),
  'to-many linkage': (request: HttpRequest) => readRelationshipRequest(shop, 'articles', 'comments', request, options),
  'to-one linkage': (request: HttpRequest) => readRelationshipRequest(shop, 'articles', 'author', request, options),
};

describe('each kind of URL takes its own families', () => {
  test.each<[keyof typeof readers, query: string, problems: readonly unknown[]]>([
    ['collection', 'include=author&fields[people]=name&sort=-title&filter[title]=a&page[size]=5&searchText=x', []],
    ['collection', 'include=x&nope=1', [400, 'RELATIONSHIP_PATH_UNKNOWN include', 'PARAMETER_UNKNOWN nope']],
    ['resource', 'include=author&fields[people]=name&searchText=x', []],
    ['resource', 'sort=id', [400, 'PARAMETER_NOT_SUPPORTED sort']],
    [
      'resource',
      'page[banana]=3&filter[id]=1',
      [400, 'PARAMETER_NOT_SUPPORTED page[banana]', 'PARAMETER_NOT_SUPPORTED filter[id]'],
    ],
    ['to-many related', 'include=author&sort=id&page[size]=1', []],
    ['to-many related', 'include=comments', [400, 'RELATIONSHIP_PATH_UNKNOWN include']],
    ['to-one related', 'fields[people]=name', []],
    ['to-one related', 'sort=name', [400, 'PARAMETER_NOT_SUPPORTED sort']],
    ['to-many linkage', 'include=comments.author&page[size]=1', []],
    ['to-many linkage', 'include=author', [400, 'RELATIONSHIP_PATH_UNKNOWN include']],
    ['to-one linkage', 'include=author', []],
    ['to-one linkage', 'page[size]=1', [400, 'PARAMETER_NOT_SUPPORTED page[size]']],
  ])('%s: %s', async (kind, query, problems) => {
    expect(await problemsOf(() => readers[kind](requestOf(`GET /x?${query}`)))).toEqual(problems);
  });

  test('a DELETE of a resource takes none, not even those of the application', async () => {
    const problems = (url: string) => problemsOf(() => readers.resource(requestOf(`DELETE ${url}`)));
    expect(await problems('/articles/1')).toEqual([]);
    expect(await problems('/articles/1?include=author&searchText=x')).toEqual([
      400,
      'PARAMETER_NOT_SUPPORTED include',
      'PARAMETER_NOT_SUPPORTED searchText',
    ]);
  });
});

describe('the query', () => {
  test.each([
    ['a path', '/articles?sort=title'],
    ['an absolute URL', 'https://example.com/articles?sort=title'],
    ['a fragment', '/articles?sort=title#?sort=x'],
    ['a URL without a path, as a router below a prefix has it', '?sort=title'],
  ])('is read from %s', (_, url) => {
    expect(readers.collection(requestOf(`GET ${url}`)).query.sort).toEqual([{ field: 'title', descending: false }]);
  });

  test('has limits', async () => {
    const read = () =>
      readCollectionRequest(shop, 'articles', requestOf('GET /articles?sort=title,id'), { limits: { sortFields: 1 } });
    expect(await problemsOf(read)).toEqual([400, 'SORT_NOT_SUPPORTED sort']);
  });
});

describe('headers', () => {
  const wrong = 'text/html';
  test.each<[string, HttpRequest['headers'], problems: readonly unknown[]]>([
    ['none', {}, []],
    ['of Node', { accept: wrong }, [406, 'ACCEPT_UNSATISFIABLE Accept']],
    ['in other letter case', { ACCEPT: wrong }, [406, 'ACCEPT_UNSATISFIABLE Accept']],
    ['of several lines', { accept: [wrong, media] }, []],
    ['`Headers`', new Headers({ Accept: wrong }), [406, 'ACCEPT_UNSATISFIABLE Accept']],
    ['`Headers` without the field', new Headers(), []],
    ['a malformed If-Match', { 'if-match': 'abc' }, [400, 'HEADER_INVALID If-Match']],
    ['a malformed If-Match in `Headers`', new Headers({ 'If-Match': 'abc' }), [400, 'HEADER_INVALID If-Match']],
    [
      'an unsupported extension',
      { 'content-type': `${media}; ext="urn:x"` },
      [415, 'CONTENT_TYPE_UNSUPPORTED Content-Type'],
    ],
    ['a Content-Type without a document', { 'content-type': 'text/plain' }, []],
  ])('%s', async (_, headers, problems) => {
    expect(await problemsOf(() => readers.collection({ method: 'GET', url: '/articles', headers }))).toEqual(problems);
  });

  test('a request of Fetch is read as it is', () => {
    const request = new Request('https://example.com/articles?page[size]=2', { headers: { Accept: media } });
    expect(readers.collection(request).query.page).toEqual(new Map([['size', '2']]));
  });

  test('the result has the media type, the `jsonapi` object, and the extensions of the response', () => {
    const accept = `${media}; ext="${tracing.uri}"; profile="${timestamps.uri}"`;
    const read = readers.collection(requestOf('GET /articles?trace:id=7', undefined, { accept }));
    expect(read.query.extensionParameters).toEqual(new Map([['trace:id', '7']]));
    expect(read.negotiated.contentType).toBe(accept);
    expect(read.jsonapi).toEqual({ version: '1.1', ext: [tracing.uri], profile: [timestamps.uri] });
    expect(read.extensions).toEqual([tracing]);
    expect(read.method).toBe('GET');
  });

  test('a parameter of an extension that is not applied is unknown', async () => {
    expect(await problemsOf(() => readers.collection(requestOf('GET /articles?trace:id=7')))).toEqual([
      400,
      'PARAMETER_UNKNOWN trace:id',
    ]);
  });

  test('the document of a GET is ignored, as Express 4 gives one to every request', async () => {
    expect(await problemsOf(() => readers.collection({ ...requestOf('GET /articles'), body: {} }))).toEqual([]);
  });
});

test('a body that every object inherits is not a document', () => {
  const { headers } = requestOf('PATCH /x', '{}');
  const request = { method: 'PATCH', url: '/x', headers };
  const read = () => {
    Object.defineProperty(Object.prototype, 'body', { value: '{"data":null}', configurable: true, writable: true });
    try {
      return readLinkageRequest(shop, 'articles', 'author', request);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'body');
    }
  };
  expect(read).toThrow('The request document is required.');
});

describe('wrong calls', () => {
  test.each<[string, () => unknown, message: string]>([
    [
      'a POST',
      () => readers.collection(requestOf('POST /articles')),
      '`method` must be GET or HEAD, but it is "POST".',
    ],
    ['no method', () => readers.collection({ url: '/', headers: {} }), '`method` must be GET or HEAD'],
    ['no URL', () => readers.collection({ method: 'GET', headers: {} }), '`url` must be a string.'],
    ['no headers', () => readers.collection({ method: 'GET', url: '/' } as never), '`headers` must be an object'],
    [
      'an unknown type',
      () => readCollectionRequest(shop, 'article' as never, requestOf('GET /')),
      'Did you mean "articles"?',
    ],
    [
      'an unknown relationship',
      () => readRelatedRequest(shop, 'articles', 'x' as never, requestOf('GET /')),
      'does not have a relationship "x"',
    ],
    [
      'an unknown option',
      () => readCollectionRequest(shop, 'articles', requestOf('GET /'), { limit: 1 } as never),
      'readCollectionRequest: unknown option "limit"',
    ],
    [
      'an unknown limit',
      () => readCollectionRequest(shop, 'articles', requestOf('GET /'), { limits: { size: 1 } as never }),
      'readCollectionRequest: limits: unknown limit "size"',
    ],
  ])('%s', (_, read, message) => {
    expect(read).toThrow(TypeError);
    expect(read).toThrow(message);
  });
});
