import { attribute, defineApi, defineCollection, toMany, toOne } from '@linkage/core';
import { cursorStrategy } from '@linkage/core/cursor-pagination';
import { openApiDocument } from '@linkage/openapi';
import { atomicOperations, createMemorySources, createServer, relatedQueries } from '@linkage/server';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readDescription } from '../page/state/description.ts';
import { filterableFields } from '../page/state/form.ts';
import { shapeOf } from '../page/state/schema.ts';
import { draftOfCreate } from '../page/text/draft.ts';

const data = z.object({
  city: z.string(),
  kind: z.enum(['a', 'b']).nullable(),
  in: z.object({ size: z.int() }).nullable(),
});
const api = defineApi({
  articles: {
    attributes: {
      title: z.string().min(1),
      words: attribute(z.number().nullable(), { sort: true, nulls: 'last' }),
      state: z.enum(['draft', 'published']),
      data: attribute(data, { filter: { city: true, kind: ['eq'], 'in.size': ['eq', 'ge'] } }),
    },
    relationships: { author: toOne('people'), comments: toMany('comments'), parent: toOne(['articles', 'people']) },
  },
  people: { attributes: { name: z.string() } },
  comments: { attributes: { text: z.string() } },
});
const server = createServer(api, createMemorySources(api), { baseUrl: '/api', extensions: [atomicOperations()] });

test('an OpenAPI document of Linkage tells the same as its description', async () => {
  const description = await server.describe();
  const document = openApiDocument(description, { info: { title: 'Blog', version: '1' } });
  const own = readDescription(JSON.parse(JSON.stringify(description)));
  const read = readDescription(JSON.parse(JSON.stringify(document)));
  expect([own.kind, read.kind]).toEqual(['Linkage', 'OpenAPI']);
  expect(read.operations).toEqual({ path: '/operations', hasConditions: true });
  expect(own.operations).toEqual({ path: '/operations', limit: 50, hasConditions: true });
  expect([...read.types.keys()]).toEqual([...own.types.keys()]);
  for (const [name, type] of own.types) {
    const other = read.types.get(name);
    expect(other?.path).toBe(type.path);
    expect([...(other?.methods ?? [])].sort()).toEqual([...type.methods].sort());
    const compared = (fields: typeof type.fields | undefined) =>
      [...(fields?.values() ?? [])].map(({ schema: _, pageSize: __, operators, members = [], ...field }) => ({
        ...field,
        operators: operators.filter((it) => it !== 'in'),
        members: [...members].map(([path, all]) => [path, all.filter((it) => it !== 'in')]),
      }));
    expect(compared(other?.fields)).toEqual(compared(type.fields));
  }
  expect(read.types.get('articles')?.fields.get('state')?.schema).toEqual({
    type: ['string'],
    enum: ['draft', 'published'],
  });
});

test('a collection of several types is listed, with the fields that requests can name', async () => {
  const at = attribute(z.iso.datetime(), { sort: true, filter: true });
  const own = defineApi({
    articles: {
      attributes: { at, title: attribute(z.string(), { sort: true }) },
      relationships: { author: toOne('people') },
    },
    comments: { attributes: { at }, relationships: { text: toOne('people') } },
    people: { attributes: { name: z.string() } },
  });
  const collections = [
    defineCollection(own, 'feed', { types: ['articles', 'comments'], sort: ['-at'], filter: ['at'] }),
  ];
  const pagination = { collections: cursorStrategy({ key: 'x'.repeat(32) }) };
  const serving = createServer(own, createMemorySources(own), { collections, pagination });
  const described = await serving.describe();
  for (const document of [described, openApiDocument(described, { info: { title: 'Blog', version: '1' } })]) {
    const { types } = readDescription(JSON.parse(JSON.stringify(document)));
    expect([...types.keys()].sort()).toEqual(['articles', 'comments', 'feed', 'people']);
    const listed = types.get('feed');
    expect(listed).toMatchObject({ path: '/feed', methods: new Set(['GET']), pageSize: { parameter: 'page[size]' } });
    const facts = [...(listed?.fields.values() ?? [])].map((it) => [
      it.name,
      it.canSort,
      it.canInclude,
      it.operators.length > 0,
    ]);
    expect(facts.sort()).toEqual([
      ['at', true, false, true],
      ['author', false, true, false],
      ['text', false, true, false],
      ['title', false, false, false],
    ]);
  }
});

test('the profile about included members is known from both documents, with the URI that requests must name', async () => {
  for (const applied of ['on request', 'always'] as const) {
    const serving = createServer(api, createMemorySources(api), { profiles: [relatedQueries({ applied })] });
    const described = await serving.describe();
    const document = openApiDocument(described, { info: { title: 'Blog', version: '1' } });
    const [own, read] = [described, document].map(
      (it) => readDescription(JSON.parse(JSON.stringify(it))).relatedQueries,
    );
    expect(own).toMatch(/^https:/);
    expect(read).toBe(applied === 'always' ? '' : own);
  }
  expect(readDescription(JSON.parse(JSON.stringify(await server.describe()))).relatedQueries).toBeUndefined();
});

test('the members of objects are fields of filters, with their schemas', async () => {
  const description = await server.describe();
  const document = openApiDocument(description, { info: { title: 'Blog', version: '1' } });
  const membersIn = (described: unknown) => {
    const { types } = readDescription(JSON.parse(JSON.stringify(described)));
    return filterableFields([...(types.get('articles')?.fields.values() ?? [])]).filter(({ name }) =>
      name.startsWith('data'),
    );
  };
  const own = membersIn(description);
  expect(own.map(({ name, schema }) => [name, shapeOf(schema).kind])).toEqual([
    ['data.city', 'text'],
    ['data.kind', 'enum'],
    ['data.in.size', 'integer'],
  ]);
  expect(own[2]?.operators.filter((operator) => operator !== 'in')).toEqual(['eq', 'ge']);
  expect(membersIn(document).map(({ name }) => name)).toEqual(own.map(({ name }) => name));
});

/** A document as another implementation writes it: OpenAPI 3.0, `allOf`, one list of all types, and full paths. */
const foreign = {
  openapi: '3.0.4',
  servers: [{ url: 'https://example.com/v2' }],
  paths: {
    '/v2/workItems': {
      get: {
        parameters: [
          { name: 'include', in: 'query', schema: { type: 'string' } },
          { name: 'filter', in: 'query', schema: { type: 'object', properties: { title: { type: 'string' } } } },
          { $ref: '#/components/parameters/Sort' },
        ],
        responses: {
          200: {
            content: {
              'application/vnd.api+json; ext=openapi': {
                schema: { allOf: [{ $ref: '#/components/schemas/Collection' }] },
              },
            },
          },
        },
      },
      post: {
        requestBody: {
          content: {
            'application/vnd.api+json': { schema: { properties: { data: { $ref: '#/components/schemas/Create' } } } },
          },
        },
      },
    },
    '/v2/workItems/{id}': { delete: {} },
    '/v2/people': {
      get: { responses: { 200: { $ref: '#/components/responses/People' } } },
    },
    '/health': { get: { responses: { 200: { content: { 'application/json': { schema: { type: 'object' } } } } } } },
  },
  components: {
    parameters: {
      Sort: { name: 'sort', in: 'query', schema: { type: 'array', items: { enum: ['title', '-title'] } } },
    },
    responses: {
      People: {
        content: {
          'application/vnd.api+json': {
            schema: { properties: { data: { items: { properties: { type: { type: 'string' }, id: {} } } } } },
          },
        },
      },
    },
    schemas: {
      Collection: { properties: { data: { type: 'array', items: { $ref: '#/components/schemas/Data' } } } },
      Type: { type: 'string', enum: ['workItems', 'people'] },
      Base: { properties: { type: { allOf: [{ $ref: '#/components/schemas/Type' }] }, id: { type: 'string' } } },
      Data: {
        allOf: [
          { $ref: '#/components/schemas/Base' },
          {
            properties: {
              attributes: { $ref: '#/components/schemas/Attributes' },
              relationships: {
                properties: {
                  assignee: {
                    allOf: [{ properties: { data: { nullable: true, properties: { type: { enum: ['people'] } } } } }],
                  },
                },
              },
            },
          },
        ],
      },
      Attributes: {
        allOf: [
          { properties: { title: { type: 'string', nullable: true } } },
          { properties: { createdAt: { type: 'string', format: 'date-time' } } },
        ],
      },
      Create: {
        properties: {
          type: {},
          attributes: { required: ['title'], properties: { title: { type: 'string' }, secret: { type: 'string' } } },
        },
      },
    },
  },
};

test('an OpenAPI document of another implementation', () => {
  const { types, operations } = readDescription(foreign);
  expect(operations).toBeUndefined();
  expect([...types.values()].map(({ name, path }) => [name, path])).toEqual([
    ['workItems', '/workItems'],
    ['people', '/people'],
  ]);
  const type = types.get('workItems');
  expect([...(type?.methods ?? [])]).toEqual(['GET', 'POST', 'DELETE']);
  expect(type?.fields.get('title')).toMatchObject({ canSort: true, canWrite: true, required: true, operators: ['eq'] });
  expect(type?.fields.get('createdAt')).toMatchObject({ canSort: false, canWrite: false, operators: [] });
  expect(type?.fields.get('secret')).toMatchObject({ canWrite: true });
  expect(type?.fields.get('assignee')).toMatchObject({ kind: 'to-one', targets: ['people'], canInclude: true });
  expect(JSON.parse(draftOfCreate(type as never)).data).toEqual({
    type: 'workItems',
    attributes: { title: '', secret: '' },
  });
});

describe('hostile descriptions', () => {
  const cyclic = { $ref: '#/components/schemas/A' };
  const at = (schema: unknown): object => ({
    openapi: '3.1.0',
    paths: { '/a': { get: { responses: { 200: { content: { 'application/vnd.api+json': { schema } } } } } } },
    components: {
      schemas: { A: cyclic, B: { allOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/B' }] } },
    },
  });
  const collection = (resource: unknown): object => at({ properties: { data: { items: resource } } });
  const deep = (text: string, end: string, depth: number): unknown =>
    JSON.parse(`${text.repeat(depth)}1${end.repeat(depth)}`);
  const bomb: Record<string, object> = { L0: { properties: { type: { const: 'x' } } } };
  for (let level = 1; level < 30; level++) {
    const below = { $ref: `#/components/schemas/L${level - 1}` };
    bomb[`L${level}`] = { oneOf: [below, below, below, below] };
  }

  test.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'openapi'],
    ['a version that is an object', { openapi: { toString: 1 } }],
    ['no paths', { openapi: '3.1.0' }],
    ['paths that are an array', { openapi: '3.1.0', paths: [1, 2] }],
    ['a schema in a circle', at(cyclic)],
    ['a resource in a circle', collection(cyclic)],
    ['a schema that contains itself twice', collection({ $ref: '#/components/schemas/B' })],
    [
      'alternatives that multiply',
      { ...collection({ $ref: '#/components/schemas/L29' }), components: { schemas: bomb } },
    ],
    ['deep alternatives', at(deep('{"anyOf":[', ']}', 50_000))],
    ['deep items', collection(deep('{"items":', '}', 50_000))],
    [
      'members of a prototype',
      JSON.parse(
        '{"openapi":"3.1.0","paths":{"/__proto__":{"get":{"$ref":"#/__proto__/constructor"}},"__proto__":{"get":1}}}',
      ),
    ],
    ['a reference with many parts', at({ $ref: `#/${'a/'.repeat(1_000_000)}` })],
    [
      'a million paths',
      { openapi: '3.1.0', paths: Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`/${index}`, {}])) },
    ],
    ['types that are not objects', { contract: 1, types: { a: 1, b: null, c: [], __proto__: 1 } }],
    [
      'fields of a wrong form',
      {
        contract: 1,
        types: {
          a: {
            endpoints: 5,
            fields: { x: { kind: 'attribute', filterOperators: 5, targets: {} }, y: 1, z: { kind: 'evil' } },
          },
        },
      },
    ],
  ])('%s: an error, or types that the page can show', (_, value) => {
    // Without its limit of steps, the page would need longer than the limit of a test.
    try {
      for (const type of readDescription(value).types.values()) {
        draftOfCreate(type);
        for (const field of type.fields.values()) {
          expect([Array.isArray(field.targets), Array.isArray(field.operators)]).toEqual([true, true]);
        }
      }
    } catch (error) {
      expect(String(error)).toMatch(/^Error: The (?:OpenAPI )?document /);
    }
  });
});
