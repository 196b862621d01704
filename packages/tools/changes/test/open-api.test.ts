import { describe, expect, test } from 'vitest';
import { compareOpenApi } from '../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: An edit changes any member of a document.
type Anything = any;

function resourceOf(type: string): object {
  return {
    type: 'object',
    properties: { type: { const: type }, id: { type: 'string' }, attributes: { type: 'object' } },
    required: ['type', 'id'],
  };
}

function document(): Anything {
  return {
    openapi: '3.1.0',
    paths: {
      '/articles': {
        get: {
          parameters: [
            { name: 'sort', in: 'query', schema: { enum: ['title', '-title'] } },
            { $ref: '#/components/parameters/Lang' },
            { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          ],
          responses: {
            200: {
              content: {
                'application/vnd.api+json': {
                  schema: { type: 'array', items: { $ref: '#/components/schemas/Article' } },
                },
              },
            },
            404: { $ref: '#/components/responses/Missing' },
          },
        },
        post: {
          requestBody: {
            required: true,
            content: { 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Article' } } },
          },
          responses: {
            201: {
              headers: {
                Location: { required: true, schema: { type: 'string' } },
                ETag: { schema: { type: 'string' } },
              },
              content: { 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Article' } } },
            },
          },
        },
      },
      '/articles/{id}': {
        get: {
          responses: {
            206: { content: { 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Document' } } } },
            200: { content: { 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Article' } } } },
          },
        },
      },
    },
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' }, key: { type: 'apiKey', in: 'header', name: 'K' } },
      parameters: { Lang: { name: 'lang', in: 'query', required: false, schema: { type: 'string' } } },
      responses: {
        Missing: { content: { 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Problem' } } } },
      },
      schemas: {
        Article: {
          type: 'object',
          properties: { title: { type: 'string' }, next: { $ref: '#/components/schemas/Article' } },
          required: ['title'],
        },
        Any: { oneOf: [resourceOf('tags')] },
        Document: {
          type: 'object',
          properties: {
            data: { oneOf: [resourceOf('tags')] },
            included: { type: 'array', items: { $ref: '#/components/schemas/Any' } },
          },
        },
        Problem: { type: 'object', properties: { code: { type: 'string' } } },
      },
    },
  };
}

const cases: readonly (readonly [string, (document: Anything) => void, readonly string[]])[] = [
  ['nothing', () => undefined, []],
  [
    'an operation removed',
    ({ paths }) => Reflect.deleteProperty(paths, '/articles/{id}'),
    ['breaking endpoint-removed /paths/~1articles~1{id}/get'],
  ],
  [
    'another name of a path parameter',
    ({ paths }) => {
      paths['/articles/{article}'] = paths['/articles/{id}'];
      Reflect.deleteProperty(paths, '/articles/{id}');
    },
    [],
  ],
  [
    'an operation added',
    ({ paths }) => {
      paths['/people'] = { get: { responses: {} } };
    },
    ['safe endpoint-added /paths/~1people/get'],
  ],
  [
    'a parameter removed',
    ({ paths }) => paths['/articles'].get.parameters.splice(1, 1),
    ['breaking parameter-removed /paths/~1articles/get/parameters'],
  ],
  [
    'a parameter added',
    ({ paths }) => paths['/articles'].get.parameters.push({ name: 'x', in: 'query' }),
    ['safe parameter-added /paths/~1articles/get/parameters'],
  ],
  [
    'a required parameter added',
    ({ paths }) => paths['/articles'].get.parameters.push({ name: 'x', in: 'header', required: true }),
    ['breaking parameter-added-required /paths/~1articles/get/parameters'],
  ],
  [
    'a parameter required',
    ({ components }) => {
      components.parameters.Lang.required = true;
    },
    ['breaking parameter-required /components/parameters/Lang/schema'],
  ],
  [
    'a value of a parameter removed',
    ({ paths }) => paths['/articles'].get.parameters[0].schema.enum.pop(),
    ['breaking enum-value-removed /paths/~1articles/get/parameters/sort/schema/enum'],
  ],
  [
    'a body optional',
    ({ paths }) => {
      paths['/articles'].post.requestBody.required = false;
    },
    ['safe request-body-optional /paths/~1articles/post/requestBody'],
  ],
  [
    'a body removed',
    ({ paths }) => Reflect.deleteProperty(paths['/articles'].post, 'requestBody'),
    ['breaking request-body-removed /paths/~1articles/post/requestBody'],
  ],
  [
    'a required body added',
    ({ paths }) => {
      paths['/articles'].get.requestBody = { required: true, content: {} };
    },
    ['breaking request-body-required /paths/~1articles/get/requestBody'],
  ],
  [
    'a media type removed',
    ({ components }) => {
      components.responses.Missing.content = {};
    },
    ['breaking media-type-removed /paths/~1articles/get/responses/404/content'],
  ],
  [
    'a media type added',
    ({ components }) => {
      components.responses.Missing.content['application/json'] = {};
    },
    ['safe media-type-added /paths/~1articles/get/responses/404/content'],
  ],
  [
    'a status added',
    ({ paths }) => {
      paths['/articles'].post.responses[202] = {};
    },
    ['dangerous success-status-changed /paths/~1articles/post/responses'],
  ],
  [
    'a component in many operations',
    ({ components }) => {
      components.schemas.Article.properties.title.type = ['string', 'null'];
    },
    [
      'breaking null-added /components/schemas/Article/properties/title',
      'safe null-added /components/schemas/Article/properties/title',
    ],
  ],
  [
    'credentials for all operations',
    (it) => {
      it.security = [{ token: [] }];
    },
    ['/articles/get', '/articles/post', '/articles~1{id}/get'].map(
      (it) => `breaking security-required /paths/~1${it.slice(1)}/security`,
    ),
  ],
  [
    'credentials for one operation',
    ({ paths }) => {
      paths['/articles'].get.security = [{ token: [] }];
    },
    ['breaking security-required /paths/~1articles/get/security'],
  ],
  [
    'credentials that can be absent',
    ({ paths }) => {
      paths['/articles'].get.security = [{ token: [] }, {}];
    },
    [],
  ],
  [
    'one more scope',
    ({ paths }) => {
      paths['/articles/{id}'].patch = { security: [{ token: ['read', 'write'] }], responses: {} };
    },
    ['safe endpoint-added /paths/~1articles~1{id}/patch'],
  ],
  [
    'another path of the server',
    (it) => {
      it.servers = [{ url: 'https://example.com/v2' }];
    },
    ['breaking base-url-changed /servers'],
  ],
  [
    'a server at the root',
    (it) => {
      it.servers = [{ url: 'https://example.com/' }];
    },
    ['dangerous server-removed /servers'],
  ],
  [
    'another path of the server of one operation',
    ({ paths }) => {
      paths['/articles'].get.servers = [{ url: '/{version}', variables: { version: { default: 'v2' } } }];
    },
    ['breaking base-url-changed /paths/~1articles/get/servers'],
  ],
  [
    'explode of an array',
    ({ paths }) => {
      paths['/articles'].get.parameters[2].explode = false;
    },
    ['breaking parameter-form-changed /paths/~1articles/get/parameters/tags/schema'],
  ],
  [
    'style of an array',
    ({ paths }) => {
      paths['/articles'].get.parameters[2].style = 'spaceDelimited';
    },
    ['breaking parameter-form-changed /paths/~1articles/get/parameters/tags/schema'],
  ],
  [
    'explode of an array, as it is by default',
    ({ paths }) => {
      paths['/articles'].get.parameters[2].explode = true;
      paths['/articles'].get.parameters[2].style = 'form';
      paths['/articles'].get.parameters[0].explode = false;
    },
    [],
  ],
  [
    'a required header field of a response removed',
    ({ paths }) => Reflect.deleteProperty(paths['/articles'].post.responses[201].headers, 'Location'),
    ['breaking response-header-removed /paths/~1articles/post/responses/201/headers'],
  ],
  [
    'a required header field of a response optional',
    ({ paths }) => {
      paths['/articles'].post.responses[201].headers.Location.required = false;
    },
    ['breaking response-header-optional /paths/~1articles/post/responses/201/headers/Location/schema'],
  ],
  [
    'an optional header field of a response removed',
    ({ paths }) => Reflect.deleteProperty(paths['/articles'].post.responses[201].headers, 'ETag'),
    ['dangerous response-header-optional-removed /paths/~1articles/post/responses/201/headers'],
  ],
  [
    'an optional header field of a response required, with another spelling',
    ({ paths }) => {
      const { headers } = paths['/articles'].post.responses[201];
      headers.etag = { ...headers.ETag, required: true };
      Reflect.deleteProperty(headers, 'ETag');
    },
    ['safe response-header-required /paths/~1articles/post/responses/201/headers/etag/schema'],
  ],
  [
    'a header field of a response',
    ({ paths }) => {
      paths['/articles'].post.responses[201].headers['X-Trace'] = { schema: { type: 'string' } };
    },
    ['safe response-header-added /paths/~1articles/post/responses/201/headers'],
  ],
  [
    'the schema of a header field',
    ({ paths }) => {
      paths['/articles'].post.responses[201].headers.Location.schema = { type: ['string', 'null'] };
    },
    ['breaking null-added /paths/~1articles/post/responses/201/headers/Location/schema'],
  ],
  [
    'a new type in `included`',
    ({ components }) => components.schemas.Any.oneOf.push(resourceOf('people')),
    ['safe type-added /components/schemas/Any/oneOf/1'],
  ],
  [
    'a new type in the primary data',
    ({ components }) => {
      const { properties } = components.schemas.Document;
      properties.data = { oneOf: [resourceOf('tags'), resourceOf('people')] };
    },
    ['breaking value-type-added /components/schemas/Document/properties/data/oneOf/1'],
  ],
  [
    'a property required',
    ({ components }) => components.schemas.Article.required.push('next'),
    [
      'breaking property-required /components/schemas/Article/properties/next',
      'safe property-required /components/schemas/Article/properties/next',
    ],
  ],
];

/** The levels of the changes from one list of requirements to another one, forwards and backwards. */
const security: readonly (readonly [
  before: readonly object[],
  after: readonly object[],
  levels: string,
  back: string,
])[] = [
  [[{ token: [] }], [{ token: [] }, { key: [] }], 'security-optional', 'security-required'],
  [[{ token: [] }], [{ key: [] }], 'security-required', 'security-required'],
  [[{ token: [] }], [{ token: [], key: [] }], 'security-required', 'security-optional'],
  [[{ token: ['a'] }], [{ token: ['a', 'b'] }], 'security-required', 'security-optional'],
  [[{ token: ['a', 'b'] }], [{ token: ['b', 'a'] }], '', ''],
  [[{ token: [] }], [{ same: [] }], '', ''],
  [[], [{}], '', ''],
];

test.each(security)('the requirements %j instead of %j', (was, is, rules, back) => {
  const of = (given: readonly object[]): Anything => {
    const made = document();
    made.components.securitySchemes.same = { ...made.components.securitySchemes.token, description: 'The same.' };
    for (const path of Object.values(made.paths) as Anything[]) Reflect.deleteProperty(path, 'post');
    Reflect.deleteProperty(made.paths, '/articles/{id}');
    made.security = given;
    return made;
  };
  const found = (before: Anything, after: Anything): string =>
    compareOpenApi(before, after)
      .map(({ rule }) => rule)
      .join();
  expect([found(of(was), of(is)), found(of(is), of(was))]).toEqual([rules, back]);
});

test('a scheme with another content is another one', () => {
  const [before, after] = [document(), document()];
  before.security = after.security = [{ token: [] }];
  after.components.securitySchemes.token.scheme = 'basic';
  expect(new Set(compareOpenApi(before, after).map(({ rule }) => rule))).toEqual(new Set(['security-required']));
});

describe('two OpenAPI documents', () => {
  test.each(cases)('%s', (_, edit, expected) => {
    const after = document();
    edit(after);
    const changes = compareOpenApi(document(), after);
    expect(changes.map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`)).toEqual(expected);
    expect(compareOpenApi(after, document()).length > 0).toBe(expected.length > 0);
  });
});
