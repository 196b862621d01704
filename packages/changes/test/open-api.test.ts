import { describe, expect, test } from 'vitest';
import { compareOpenApi } from '../src/index.ts';

// biome-ignore lint/suspicious/noExplicitAny: An edit changes any member of a document.
type Anything = any;

function document(): Anything {
  return {
    openapi: '3.1.0',
    paths: {
      '/articles': {
        get: {
          parameters: [
            { name: 'sort', in: 'query', schema: { enum: ['title', '-title'] } },
            { $ref: '#/components/parameters/Lang' },
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
            201: { content: { 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Article' } } } },
          },
        },
      },
      '/articles/{id}': {
        get: {
          responses: {
            200: { content: { 'application/vnd.api+json': { schema: { $ref: '#/components/schemas/Article' } } } },
          },
        },
      },
    },
    components: {
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
    ({ paths }) => paths['/articles'].get.parameters.pop(),
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
    'a property required',
    ({ components }) => components.schemas.Article.required.push('next'),
    [
      'breaking property-required /components/schemas/Article/properties/next',
      'safe property-required /components/schemas/Article/properties/next',
    ],
  ],
];

describe('two OpenAPI documents', () => {
  test.each(cases)('%s', (_, edit, expected) => {
    const after = document();
    edit(after);
    const changes = compareOpenApi(document(), after);
    expect(changes.map(({ level, rule, pointer }) => `${level} ${rule} ${pointer}`)).toEqual(expected);
  });
});
