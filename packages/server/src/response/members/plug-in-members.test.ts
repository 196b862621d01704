import {
  defineExtension,
  defineProfile,
  errorObject,
  formatMediaType,
  JsonApiError,
  validateDocument,
} from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { blog, blogSources } from '../../../test/blog.ts';
import type { AnyDocument } from '../../../test/support.ts';
import { withRest } from '../../../test/with-rest.ts';
import type { ServerExtension } from '../../extensions/server-extension.ts';
import type { ServerProfile } from '../../extensions/server-profile.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerOptions } from '../../pipeline/server-options.ts';
import type { ExtensionMembersOf, ProfileMeta } from './added-members.ts';

const extension = defineExtension({ uri: 'https://example.com/ext/seen', namespace: 'seen' });
const other = defineExtension({ uri: 'https://example.com/ext/other', namespace: 'other' });
const profile = defineProfile({ uri: 'https://example.com/profiles/notes' });
const extended = formatMediaType({ extensions: [extension.uri], profiles: [] });
const profiled = formatMediaType({ extensions: [], profiles: [profile.uri] });
const plain = formatMediaType();

const titleOf = (record: object): unknown => (record as { title?: unknown; name?: unknown }).title ?? 'none';

const needs = { articles: ['title'], people: ['name'] };
const members: ExtensionMembersOf = {
  needs,
  document: ({ context, parameters }) => ({ by: context, asked: parameters.toString() }),
  resource: (record, type, { context }) => ({ title: titleOf(record), type, by: context }),
  relationship: (_, type, name) => ({ path: `${type}.${name}` }),
  links: () => ({ log: '/log' }),
  error: ({ code }) => ({ code }),
};
const meta: ProfileMeta = {
  needs,
  document: ({ context }) => ({ by: context, page: { note: 'x' } }),
  resource: (record, type) => ({ title: titleOf(record), type }),
  identifier: (record, type) => ({ name: (record as { name?: string }).name ?? type }),
  error: ({ code }) => ({ seen: code }),
};

interface TestServer {
  readonly failures: string[];
  readonly ask: (line: string, accept: string, body?: unknown, contentType?: string) => Promise<AnyDocument>;
}

function serverWith(options: ServerOptions): TestServer {
  const failures: string[] = [];
  const server = createServer(blog, blogSources(), {
    context: () => 'me',
    onError: (error) => failures.push(String((error as Error).message)),
    ...options,
  } as ServerOptions as never);
  async function ask(line: string, accept: string, body?: unknown, contentType = plain): Promise<AnyDocument> {
    const [method = '', url = ''] = line.split(' ');
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = { accept, ...(text === undefined ? {} : { 'content-type': contentType }) };
    const response = await server.handle({ method, url, headers, body: text });
    const document = response.body === undefined ? undefined : JSON.parse(response.body);
    const extensions = [extension, other].filter(({ uri }) => document?.jsonapi.ext?.includes(uri));
    const profiles = document?.jsonapi.profile === undefined ? [] : [profile];
    if (document !== undefined) {
      const { issues } = validateDocument(document, { as: 'response', extensions, profiles, sparseFieldsets: true });
      expect(issues ?? []).toEqual([]);
      expect(response.headers['Content-Type']).toBe(
        formatMediaType({ extensions: extensions.map(({ uri }) => uri), profiles: profiles.map(({ uri }) => uri) }),
      );
    }
    return { status: response.status, ...document };
  }
  return { failures, ask };
}

const withMembers = (given: ExtensionMembersOf): ServerOptions => ({ extensions: [{ extension, members: given }] });
const withMeta = (given: ProfileMeta, more: Partial<ServerProfile> = {}): ServerOptions => ({
  profiles: [{ profile, meta: given, ...more }],
});

const failing = (): unknown => {
  throw new Error('hook');
};
const rejected = (): unknown => Promise.reject(new Error('a'));

/** Every name of a member in a document that begins with a namespace. */
function namesIn(document: AnyDocument): readonly string[] {
  const names = new Set<string>();
  JSON.stringify(document, (name, value) => {
    if (/^(seen|other):/.test(name)) names.add(name);
    return value;
  });
  return [...names].sort();
}

describe('members of an extension', () => {
  const url = '/articles/1?include=author&fields[articles]=title,author';

  test('are part of the document, links, resources, and relationships (EXT-07)', async () => {
    const { ask } = serverWith(withMembers(members));
    const document = await ask(`GET ${url}`, extended);
    expect(document['seen:by']).toBe('me');
    expect(document['seen:asked']).toContain('include=author');
    expect(document.links['seen:log']).toBe('/log');
    expect(document.data).toMatchObject({ 'seen:title': 'Bikes', 'seen:type': 'articles', 'seen:by': 'me' });
    expect(document.data.relationships.author['seen:path']).toBe('articles.author');
    expect(document.included[0]).toMatchObject({ 'seen:title': 'none', 'seen:type': 'people' });
    expect(document.included[0].relationships.friend['seen:path']).toBe('people.friend');
  });

  test.each([
    ['a collection', 'GET /articles'],
    ['related resources', 'GET /articles/1/comments'],
    ['linkage', 'GET /articles/1/relationships/comments'],
    ['a created resource', 'POST /people'],
  ])('%s has them as well', async (_, line) => {
    const { ask } = serverWith(withMembers(members));
    const body = line.startsWith('POST') ? { data: { type: 'people', attributes: { name: 'A' } } } : undefined;
    const document = await ask(line, extended, body);
    expect([document['seen:by'], document.links['seen:log']]).toEqual(['me', '/log']);
  });

  test('are absent if the extension is not applied', async () => {
    const { ask } = serverWith(withMembers(members));
    for (const url of ['/articles/1?include=author', '/articles', '/articles/1/relationships/author', '/articles/99']) {
      expect(namesIn(await ask(`GET ${url}`, plain))).toEqual([]);
    }
  });

  test('are written if the request document applies the extension, with its media type', async () => {
    const { ask } = serverWith(withMembers(members));
    const body = { data: { type: 'articles', id: '1', attributes: { title: 'B' } } };
    const document: AnyDocument = await ask('PATCH /articles/1', plain, body, extended);
    expect([document.jsonapi.ext, document.data['seen:title']]).toEqual([[extension.uri], 'B']);
  });

  test('of several applied extensions are all written', async () => {
    const second: ServerExtension = { extension: other, members: { document: () => ({ one: 1 }) } };
    const { ask } = serverWith({ extensions: [{ extension, members: { document: () => ({ two: 2 }) } }, second] });
    const both = formatMediaType({ extensions: [extension.uri, other.uri], profiles: [] });
    expect(namesIn(await ask('GET /articles', both))).toEqual(['other:one', 'seen:two']);
    expect(namesIn(await ask('GET /articles', extended))).toEqual(['seen:two']);
  });

  const faults: readonly [string, () => unknown, string][] = [
    ['throws', failing, 'hook'],
    ['gives a promise', rejected, 'promise'],
    ['gives a promise in a member', () => ({ a: rejected() }), 'promise'],
    ['gives no object', () => 5, 'must return an object or undefined'],
    ['gives no JSON', () => ({ a: 1n }), 'bigint'],
    ['gives a name that is none', () => ({ 'a:b': 1 }), '"a:b"'],
  ];
  test.each(
    ['document', 'resource', 'relationship', 'links'].flatMap((hook) =>
      faults.map(([what, give, message]) => ({ hook, what, give, message })),
    ),
  )('$hook that $what fails the request', async ({ hook, give, message }) => {
    const { ask, failures } = serverWith(withMembers({ [hook]: give } as never));
    const { status, errors } = await ask('GET /articles/1', extended);
    expect([status, errors[0].code]).toEqual([500, 'INTERNAL_ERROR']);
    expect(failures[0]).toContain(message);
  });

  test('a name that the extension does not declare fails the request', async () => {
    const closed = defineExtension({ ...extension, members: { document: { count: null } } });
    const { ask, failures } = serverWith({
      extensions: [{ extension: closed, members: { document: () => ({ a: 1 }) } }],
    });
    expect((await ask('GET /articles', extended)).status).toBe(500);
    expect(failures[0]).toContain('must return members that the extension declares, but it returned "a".');
  });

  test('that the extension declares are part of every response', async () => {
    const closed = defineExtension({ ...extension, members: { document: { count: null } } });
    const { ask } = serverWith({
      extensions: [{ extension: closed, members: { document: () => ({ count: 1 }) } }],
    });
    for (const url of ['/articles', '/articles/1'])
      expect([url, (await ask(`GET ${url}`, extended))['seen:count']]).toEqual([url, 1]);
  });

  test('of a relationship stand beside the links of its pages', async () => {
    const { ask } = serverWith({ ...withMembers(members), pagination: { includedSize: 1 } });
    const { data } = await ask('GET /articles/1?include=comments', extended);
    expect(data.relationships.comments).toMatchObject({
      'seen:path': 'articles.comments',
      links: { next: expect.anything() },
    });
    expect(data.relationships.author['seen:path']).toBe('articles.author');
  });

  test('without a namespace, they are rejected', () => {
    const given = { extension: defineExtension({ uri: extension.uri }), members: {} };
    expect(() => createServer(blog, withRest(blog, {}), { extensions: [given] })).toThrow(
      /extensions\[0\]\.members.*namespace/,
    );
  });
});

describe('members of error objects', () => {
  test('of an extension and of a profile are written if they are applied', async () => {
    const errorTypes = { NOT_FOUND: 'https://example.com/types/missing' };
    const { ask } = serverWith({ ...withMembers(members), ...withMeta(meta, { errorTypes }) });
    const both = formatMediaType({ extensions: [extension.uri], profiles: [profile.uri] });
    const { errors } = await ask('GET /articles/99', both);
    const error = errors[0];
    expect(error).toMatchObject({
      'seen:code': 'NOT_FOUND',
      meta: { seen: 'NOT_FOUND' },
      links: { type: 'https://example.com/types/missing' },
    });
    const [bare] = (await ask('GET /articles/99', plain)).errors;
    expect(Object.keys(bare).sort()).toEqual(['code', 'detail', 'status', 'title']);
    const [unlisted] = (await ask('GET /articles?page[x]=1', both)).errors;
    expect(unlisted.links).toBeUndefined();
  });

  test('in a thrown error are written only if their extension is applied', async () => {
    const error = { ...errorObject('FORBIDDEN', 'No.'), 'seen:why': { a: [1] }, 'other:why': 1, why: 2 };
    const context = () => {
      throw new JsonApiError(error);
    };
    const { ask } = serverWith({ extensions: [{ extension }, { extension: other }], context });
    expect(namesIn(await ask('GET /articles', extended))).toEqual(['seen:why']);
    expect(namesIn(await ask('GET /articles', plain))).toEqual([]);
  });

  test.each([
    ['throws', failing],
    ['gives a promise', rejected],
    ['gives a promise in a member', () => ({ a: rejected() })],
    ['gives a promise far inside', () => ({ a: { b: [Promise.resolve(1)] } })],
    ['gives no object', () => 5],
    ['gives no JSON', () => ({ a: 1n })],
    ['gives a name that is none', () => ({ 'a:b': 1 })],
  ])('a hook that %s is reported, and what it gave is left out', async (_, give) => {
    const { ask, failures } = serverWith(withMembers({ error: give as never }));
    const { status, errors } = await ask('GET /articles/99', extended);
    expect([status, errors[0].code, failures.length]).toEqual([404, 'NOT_FOUND', 1]);
    expect(namesIn(errors)).toEqual([]);
  });

  test('the meta of a profile is merged with the meta of the error, which takes precedence', async () => {
    const context = () => {
      throw new JsonApiError({ ...errorObject('FORBIDDEN', 'No.'), meta: { page: { a: 1 }, own: true } });
    };
    const { ask } = serverWith({ ...withMeta({ error: () => ({ page: { b: 2 }, own: false }) }), context });
    expect((await ask('GET /articles', profiled)).errors[0].meta).toEqual({ page: { a: 1, b: 2 }, own: true });
  });

  test('meta of a profile that JSON writes as a text is reported, and left out', async () => {
    const { ask, failures } = serverWith(withMeta({ error: () => new URL('https://example.com') as never }));
    const { status, errors } = await ask('GET /articles/99', profiled);
    expect([status, errors[0].code, errors[0].meta]).toEqual([404, 'NOT_FOUND', undefined]);
    expect(failures).toEqual([
      expect.stringMatching(
        /^The profile \S+: meta\.error must not make the error object invalid: .* \(rule meta-object\)$/,
      ),
    ]);
  });

  test('an error type is a URI', () => {
    const given = { profile, errorTypes: { NOT_FOUND: 'no uri' } };
    expect(() => createServer(blog, withRest(blog, {}), { profiles: [given] })).toThrow(
      'profiles[0].errorTypes.NOT_FOUND must be a URI',
    );
  });
});

describe('meta of a profile', () => {
  test('is merged with the meta of pages, and is part of resources and of their identifiers (PRO-04)', async () => {
    const { ask } = serverWith({ ...withMeta(meta), pagination: { total: 'always' } });
    const document = await ask('GET /articles?include=author&fields[articles]=title,author,reviewer', profiled);
    expect(document.meta).toEqual({ by: 'me', page: { note: 'x', total: 3 } });
    expect(document.data[0].meta).toEqual({ title: 'Bikes', type: 'articles' });
    expect(document.included[0].meta).toEqual({ title: 'none', type: 'people' });
    const { author, reviewer } = document.data[0].relationships;
    expect(author.data).toEqual({ type: 'people', id: '7', meta: { name: 'Gebhardt' } });
    // Person 8 is in no part of the document.
    expect(reviewer.data).toEqual({ type: 'people', id: '8' });
    expect(document.included[0].relationships.articles.data).toContainEqual({
      type: 'articles',
      id: '1',
      meta: { name: 'articles' },
    });
  });

  test('keeps a member that the application leaves undefined', async () => {
    const documents = { meta: () => ({ by: undefined, own: 1 }) };
    const { ask } = serverWith({ ...withMeta(meta), documents });
    expect((await ask('GET /articles', profiled)).meta).toMatchObject({ by: 'me', own: 1 });
  });

  test('is part of identifiers whose resources are loaded', async () => {
    const { ask } = serverWith(withMeta(meta));
    const included = await ask('GET /articles/1/relationships/author?include=author', profiled);
    expect(included.data).toEqual({ type: 'people', id: '7', meta: { name: 'Gebhardt' } });
    expect(included.meta.by).toBe('me');
    const many = await ask('GET /articles/1/relationships/comments?include=comments', profiled);
    expect(many.data[0]).toMatchObject({ type: 'comments', id: '4', meta: { name: 'comments' } });
  });

  test.each([
    ['on request', undefined, plain, false],
    ['on request', undefined, profiled, true],
    ['always', 'always', plain, true],
  ] as const)('%s (%s), with Accept: %s', async (_, applied, accept, isApplied) => {
    const { ask } = serverWith(withMeta(meta, { applied }));
    const document = await ask('GET /articles/1', accept);
    expect(document.data.meta !== undefined).toBe(isApplied);
    expect(document.jsonapi.profile).toEqual(isApplied ? [profile.uri] : undefined);
    const missing = await ask('GET /articles/99', accept);
    expect(missing.errors[0].meta).toEqual(isApplied ? { seen: 'NOT_FOUND' } : undefined);
  });

  test.each(['document', 'resource', 'identifier'] as const)('%s that fails, fails the request', async (hook) => {
    const { ask, failures } = serverWith(withMeta({ [hook]: () => 5 }));
    expect((await ask('GET /articles/1?include=author', profiled)).status).toBe(500);
    expect(failures[0]).toContain(`meta.${hook} must return an object or undefined.`);
  });

  test('the document of an endpoint has members and meta as well, and its own win', async () => {
    const run = () => ({ status: 200, document: { meta: { own: 1 }, 'seen:by': 'endpoint' } });
    const endpoint = { name: 'peek', path: '/peek', method: 'GET', statuses: [200], run } as const;
    const extensions = [{ extension, endpoints: [endpoint], members }];
    const { ask } = serverWith({ extensions, ...withMeta(meta, { applied: 'always' }) });
    const document = await ask('GET /peek', extended);
    expect(document).toMatchObject({
      'seen:by': 'endpoint',
      'seen:asked': '',
      links: { 'seen:log': '/log' },
      meta: { own: 1, by: 'me' },
    });
  });
});
