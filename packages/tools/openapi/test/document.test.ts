import SwaggerParser from '@apidevtools/swagger-parser';
import { attribute, defineApi, toOne } from '@linkage/core';
import { atomicOperations, createMemorySources, createServer, cursorPagination, type SchemaGap } from '@linkage/server';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { actions } from '../../../../docs/examples/clinic/actions.ts';
import { api as clinic } from '../../../../docs/examples/clinic/schema.ts';
import { someOf } from '../../../core/test/runs.ts';
import { api as atlas } from '../../../internal/atlas/src/api.ts';
import { withRest } from '../../../server/test/with-rest.ts';
import { blog, records } from '../../conformance/test/blog-target.ts';
import { type OpenApiOptions, openApiDocument } from '../src/index.ts';
import {
  createDocumentCheck,
  type OpenApi,
  operationsOf,
  parametersOf,
  queryNamesOf,
  resolve,
} from './document-check.ts';
import { createWitness } from './witness.ts';

const info = { title: 'Test', version: '1.0.0' };
const key = 'a key of thirty-two bytes or more';

const servers = {
  atlas: () =>
    createServer(atlas, createMemorySources(atlas, {}), {
      ...{ extensions: [atomicOperations()], profiles: [cursorPagination({ key })] },
    }),
  blog: () => createServer(blog, createMemorySources(blog, records), { baseUrl: '/api' }),
  clinic: () =>
    createServer(clinic, createMemorySources(clinic, {}), {
      extensions: [atomicOperations()],
      actions: actions as never,
    }),
  witness: createWitness,
  empty: () => createServer(defineApi({}), {}),
};

function referencesIn(value: unknown, found: Set<string> = new Set()): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  for (const [name, member] of Object.entries(value)) {
    if (name === '$ref' && typeof member === 'string') found.add(member);
    else referencesIn(member, found);
  }
  return found;
}

describe.each(someOf(Object.entries(servers), 3))('the document of %s', (_name, create) => {
  const write = async (options: Partial<OpenApiOptions> = {}) =>
    openApiDocument(await create().describe(), { info, ...options });

  test('is valid OpenAPI', async () => {
    const document = await write();
    expect(await new Validator().validate(structuredClone(document) as never)).toMatchObject({ valid: true });
    await expect(SwaggerParser.validate(structuredClone(document) as never)).resolves.toBeDefined();
  });

  test('has schemas that a validator compiles', async () => {
    const document = await write({ pathDepth: 2 });
    const { validatorAt, openApi } = createDocumentCheck(document);
    for (const name of Object.keys(openApi.components['schemas'] ?? {})) {
      expect(() => validatorAt(`/components/schemas/${name}`), name).not.toThrow();
    }
    const parameters = Object.entries(openApi.components['parameters'] ?? {});
    for (const [name] of parameters) validatorAt(`/components/parameters/${name}/schema`);
  });

  test('has no reference that leads nowhere, and no component without a reference', async () => {
    const document = await write();
    const references = referencesIn(document);
    expect([...references].filter((reference) => resolve(document, reference) === undefined)).toEqual([]);
    const { components } = document as unknown as OpenApi;
    const all = Object.entries(components).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `#/components/${kind}/${name}`),
    );
    // A discriminator names schemas, too, but each of them also has a reference.
    expect(all.filter((name) => ![...references].some((it) => it === name || it.startsWith(`${name}/`)))).toEqual([]);
  });

  test('has operations and parameters with different names', async () => {
    const document = await write();
    const ids: string[] = [];
    for (const { path, method, operation } of operationsOf(document as unknown as OpenApi)) {
      ids.push(operation.operationId);
      const names = parametersOf(document, path, method).map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(names).toEqual([...new Set(names)]);
      // The fields of the primary type are a parameter, and a member of the one with the fields of all types.
      const members = queryNamesOf(document, path, method).filter((name) => !name.startsWith('fields['));
      expect(members).toEqual([...new Set(members)]);
    }
    expect(ids).toEqual([...new Set(ids)]);
  });

  test('is the same for the same server', async () => {
    expect(JSON.stringify(await write())).toBe(JSON.stringify(await write()));
  });
});

interface Content {
  readonly content: Readonly<Record<string, object>>;
}

/** Returns a server of types with one attribute. */
function serverWith(types: readonly string[]) {
  const api = defineApi(Object.fromEntries(types.map((type) => [type, { attributes: { a: z.string() } }])));
  return createServer(api, createMemorySources(api, {})) as ReturnType<typeof createServer>;
}

describe('a document', () => {
  const write = async (server: { readonly describe: ReturnType<typeof createWitness>['describe'] }, options = {}) =>
    openApiDocument(await server.describe(), { info, ...options }) as unknown as OpenApi;

  test('has no method and no schema for what a source cannot do', async () => {
    const sources = createMemorySources(blog, records);
    const tags = { ...(sources.tags as object), create: undefined } as never;
    const before = await write(servers.blog());
    const after = await write(createServer(blog, { ...sources, tags }, { baseUrl: '/api' }));
    expect(before.paths['/tags']?.['post']).toBeDefined();
    expect(before.components['schemas']?.['TagCreate']).toBeDefined();
    expect(after.paths['/tags']?.['post']).toBeUndefined();
    expect(after.components['schemas']?.['TagCreate']).toBeUndefined();
  });

  test('has only identifiers of a type without a source', async () => {
    const { tags: _tags, ...sources } = createMemorySources(blog, records);
    const { components, paths } = await write(createServer(blog, withRest(blog, sources)));
    const names = Object.keys(components['schemas'] ?? {}).filter((name) => name.startsWith('Tag'));
    expect(names).toContain('TagIdentifier');
    expect(names.filter((name) => ['Tag', 'TagCreate', 'TagUpdate', 'TagDocument'].includes(name))).toEqual([]);
    expect(Object.keys(paths).filter((path) => path.startsWith('/tags'))).toEqual([]);
  });

  test('requires `If-Match` where the server does', async () => {
    const document = await write(createWitness());
    const headersOf = (path: string) => parametersOf(document, path, 'patch');
    expect(headersOf('/comments/{id}')).toContainEqual(expect.objectContaining({ name: 'If-Match', required: true }));
    expect(headersOf('/articles/{id}')).not.toContainEqual(
      expect.objectContaining({ name: 'If-Match', required: true }),
    );
  });

  test('has no `default`, also not in named schemas', async () => {
    const named = z.object({ size: z.number().default(3) }).meta({ id: 'Sized' });
    const api = defineApi({ boxes: { attributes: { size: z.number().default(7), inner: named.optional() } } });
    const document = await write(createServer(api, createMemorySources(api, {})));
    expect(JSON.stringify(document)).not.toContain('"default":7');
    expect(JSON.stringify(document)).not.toContain('"default":3');
    expect(document.components['schemas']?.['Sized']).toMatchObject({
      properties: { size: { type: 'number', description: 'Default: `3`.' } },
    });
  });

  test('has no name of a field that the user cannot read', async () => {
    const server = createWitness();
    const hidden = JSON.stringify(openApiDocument(await server.describe(undefined), { info }));
    expect(hidden).not.toContain('salary');
    expect(JSON.stringify(openApiDocument(await server.describe('boss'), { info }))).toContain('salary');
  });

  test('reports gaps', async () => {
    const api = defineApi({ days: { attributes: { on: z.custom<string>(), name: z.string().regex(/a/i) } } });
    const gaps: SchemaGap[] = [];
    await write(createServer(api, createMemorySources(api, {})), { onGap: (gap: SchemaGap) => gaps.push(gap) });
    expect(gaps.map(({ type, field }) => [type, field])).toEqual([
      ['days', 'on'],
      ['days', 'name'],
    ]);
  });

  test('lists paths up to `pathDepth`', async () => {
    const named = async (pathDepth: number) =>
      queryNamesOf(await write(createWitness(), { pathDepth }), '/articles', 'get');
    expect(await named(1)).not.toContain('filter[author.name]');
    expect(await named(2)).toContain('filter[author.name]');
    expect(await named(2)).toContain('filter[author.name][contains]');
  });

  test.each([
    ['a name with other characters', { éléphants: 'x' }, {}, /must contain only A-Z/],
    ['an unknown type', { articles: 'x' }, { typeNames: { nothing: 'N' } }, /"nothing", which is not a resource type/],
    [
      'a name that two types have',
      { articles: 'x', strings: 'x' },
      { typeNames: { articles: 'Text', strings: 'Text' } },
      /name of "strings" .* "Text"/,
    ],
    ['a name of another schema', { articles: 'x' }, { typeNames: { articles: 'Error' } }, /"articles" .* "Error"/],
  ])('%s is rejected', async (_name, types, options, message) => {
    await expect(write(serverWith(Object.keys(types)), options)).rejects.toThrow(message);
  });

  test.each([
    [
      ['article', 'articles'],
      ['Article', 'Articles'],
    ],
    [
      ['articles', 'article', 'Article'],
      ['Article', 'Article2', 'Article3'],
    ],
    [
      ['errors', 'resources'],
      ['Errors', 'Resources'],
    ],
    [
      ['editors', 'editorCollections'],
      ['Editor', 'EditorCollection'],
    ],
    [
      ['editorCollections', 'editors'],
      ['EditorCollection', 'Editor'],
    ],
    [
      ['tags', 'tagCreates', 'tagIdentifiers'],
      ['Tag', 'TagCreate', 'TagIdentifier'],
    ],
  ])('%j have the schemas %j, each its own', async (types, names) => {
    const document = await write(serverWith(types));
    const { schemas = {} } = document.components;
    types.forEach((type, index) => {
      expect(schemas[names[index] as string]).toMatchObject({ properties: { type: { const: type } } });
      const { $ref = '' } = document.paths[`/${type}`]?.['get']?.responses['200'] ?? {};
      const [content] = Object.values((resolve(document, $ref) as Content).content);
      const { schema } = content as { readonly schema: { readonly $ref: string } };
      expect(JSON.stringify(resolve(document, schema.$ref))).toContain(`#/components/schemas/${names[index]}"`);
    });
  });

  test('takes names, servers, and security from its options', async () => {
    const api = defineApi({ people: { attributes: {} } });
    const document = await write(createServer(api, createMemorySources(api, {})), {
      ...{ typeNames: { people: 'Person' }, servers: [{ url: 'https://example.com' }] },
      ...{ securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, security: [{ token: [] }] },
    });
    expect(document).toMatchObject({
      servers: [{ url: 'https://example.com' }],
      security: [{ token: [] }],
      components: { schemas: { Person: {} }, securitySchemes: { token: { type: 'http' } } },
    });
  });

  test('of a description with another contract is rejected', async () => {
    const description = { ...(await servers.empty().describe()), contract: 99 };
    expect(() => openApiDocument(description, { info })).toThrow(/contract of the description must be 3, but it is 99/);
  });

  test('describes one resource and several under different names', async () => {
    const api = defineApi({
      people: { attributes: { name: attribute(z.string(), { sort: true }) }, relationships: { boss: toOne('people') } },
      news: { attributes: {} },
    });
    const document = await write(createServer(api, createMemorySources(api, {})));
    const ids = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(ids).toMatchInlineSnapshot(`
      [
        "fetchPeople",
        "createPerson",
        "fetchPerson",
        "updatePerson",
        "deletePerson",
        "fetchRelatedPersonBoss",
        "fetchPersonBossRelationship",
        "updatePersonBossRelationship",
        "fetchNewsCollection",
        "createNews",
        "fetchNews",
        "updateNews",
        "deleteNews",
      ]
    `);
  });
});

describe('a document with HEAD and streams', () => {
  const api = defineApi({
    articles: { attributes: { title: z.string() } },
    people: { attributes: { name: z.string() } },
  });
  const sources = createMemorySources(api, {});
  const server = createServer(api, sources, {
    stream: { articles: true },
    endpoints: [{ name: 'stats', path: '/-stats', method: 'GET', statuses: [200], run: () => ({ status: 204 }) }],
  });

  test('lists HEAD only with the option `head`', async () => {
    const { paths } = openApiDocument(await server.describe(), { info }) as unknown as OpenApi;
    expect(Object.values(paths).filter((item) => item['head'] !== undefined)).toEqual([]);
  });

  test('has HEAD beside each GET, with the same parameters and without documents', async () => {
    const { paths, components } = openApiDocument(await server.describe(), {
      info,
      head: true,
    }) as unknown as OpenApi;
    const heads: string[] = [];
    for (const [path, { get, head }] of Object.entries(paths)) {
      expect(head !== undefined, path).toBe(get !== undefined);
      if (get === undefined || head === undefined) continue;
      heads.push(head.operationId);
      expect(head.parameters).toEqual(get.parameters);
      for (const { $ref = '' } of Object.values(head.responses)) {
        const [, , , name = ''] = $ref.split('/');
        expect(components['responses']?.[name]).toMatchObject({ description: expect.any(String) });
        expect(components['responses']?.[name]).not.toHaveProperty('content');
      }
    }
    expect(heads).toEqual(['headArticles', 'headArticle', 'headPeople', 'headPerson', 'headStats']);
    expect(Object.keys(paths['/articles']?.['head']?.responses ?? {})).toEqual(['default']);
  });

  test('says which collection is streamed', async () => {
    const { paths } = openApiDocument(await server.describe(), { info }) as unknown as {
      readonly paths: Readonly<Record<string, { readonly get?: { readonly description?: string } }>>;
    };
    const strings = Object.entries(paths).flatMap(([path, { get }]) =>
      get?.description ? [[path, get.description]] : [],
    );
    expect(strings).toEqual([['/articles', expect.stringMatching(/^Without `page` parameters, .* all resources/)]]);
  });
});
