import { createServer, type JsonApiRequest } from '@linkage/server';
import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { expectNoLostUpdate } from '../../../server/test/concurrency-suite.ts';
import { withRest } from '../../../server/test/with-rest.ts';
import { api, call, openNewsroom, select } from '../test/newsroom.ts';
import { createKyselySources } from './sources/create-kysely-sources.ts';

type Newsroom = ReturnType<typeof openNewsroom>['sources'];

function open(serve: (sources: Newsroom) => Partial<Newsroom> = (sources) => sources) {
  const { sources, statements } = openNewsroom();
  const server = createServer(api, withRest(api, serve(sources)));
  const send = async (line: string, body?: unknown, headers: JsonApiRequest['headers'] = {}) => {
    const [method = '', url = ''] = line.split(' ');
    const type = body === undefined ? {} : { 'Content-Type': 'application/vnd.api+json' };
    const response = await server.handle({
      method,
      url,
      headers: { ...type, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, etag: response.headers['ETag'], text: response.body ?? '' };
  };
  return { server, sources, send, statements };
}

describe('conditions on writes', () => {
  // The suite of sources has 16 clients in the short form as well.
  test.skipIf(!isLong)(`64 clients that read, change and write: no update is lost${skippedInShort}`, async () => {
    const { server } = open();
    const counter = { type: 'articles', id: 'a', attribute: 'words' };
    await expectNoLostUpdate(async (method, url, headers, body) => {
      const response = await server.handle({ method, url, headers, body });
      return { status: response.status, etag: response.headers['ETag'], text: response.body ?? '' };
    }, counter);
  });

  test('of 64 clients that add to a to-many relationship on one tag, one succeeds', async () => {
    const { send } = open();
    const url = '/articles/d/relationships/tags';
    const { etag } = await send(`GET ${url}`);
    const add = async (index: number) =>
      (await send(`POST ${url}`, { data: [{ type: 'tags', id: `t${1 + (index % 3)}` }] }, { 'If-Match': etag })).status;
    const statuses = await Promise.all(Array.from({ length: 64 }, (_, index) => add(index)));
    expect(statuses.filter((status) => status !== 412)).toEqual([204]);
    expect(JSON.parse((await send(`GET ${url}`)).text).data).toHaveLength(1);
  });

  test('a PATCH whose second statement fails leaves nothing of the first, and the tag holds', async () => {
    // No source can find tags, so the database detects the missing tag.
    const { sources, send } = open(({ tags: _, ...others }) => others);
    const before = await send('GET /articles/a');
    const { status, text } = await send('PATCH /articles/a', {
      data: {
        type: 'articles',
        id: 'a',
        attributes: { title: 'New' },
        relationships: { author: { data: null }, tags: { data: [{ type: 'tags', id: 'nope' }] } },
      },
    });
    expect([status, text]).toEqual([404, expect.stringContaining('RELATED_RESOURCE_NOT_FOUND')]);
    expect(await send('GET /articles/a')).toEqual(before);
    expect(await sources.articles.related('tags', ['a'], { atMost: 9, selection: select([]) }, call)).toEqual(
      new Map([['a', { records: [{ id: 't1' }, { id: 't2' }] }]]),
    );
  });

  test('a version column counts the writes to a row and to its to-many relationships; each tag is valid for one write', async () => {
    const { database, db, sources } = openNewsroom();
    database.exec('alter table tag add column revision integer not null default 0');
    const articles = { through: 'article_tag', from: 'tag_id', to: 'article_id' };
    const mapping = { tags: { table: 'tag', version: 'revision', relationships: { articles } } };
    const server = createServer(
      api,
      withRest(api, { articles: sources.articles, ...createKyselySources(api, db, mapping) }),
    );
    const send = async (method: string, url: string, data?: unknown, etag?: string) => {
      const type = data === undefined ? undefined : 'application/vnd.api+json';
      const body = data === undefined ? undefined : JSON.stringify({ data });
      const response = await server.handle({ method, url, headers: { 'Content-Type': type, 'If-Match': etag }, body });
      return { status: response.status, etag: response.headers['ETag'] };
    };
    const tag = (rest: object) => ({ type: 'tags', id: 't3', ...rest });
    const article = (id: string) => ({ type: 'articles', id });
    const url = '/tags/t3/relationships/articles';
    let { etag } = await send('GET', '/tags/t3?fields[tags]=name');
    for (const [method, path, data] of [
      ['PATCH', '/tags/t3', tag({ attributes: { name: 'x' } })],
      ['PATCH', '/tags/t3', tag({ relationships: { articles: { data: [article('a')] } } })],
      ['POST', url, [article('b')]],
      ['DELETE', url, [article('a')]],
      ['PATCH', url, [article('c')]],
    ] as const) {
      const answer = await send(method, path, data, etag);
      expect([method, path, answer.status < 300]).toEqual([method, path, true]);
      expect((await send(method, path, data, etag)).status).toBe(412);
      etag = answer.etag;
    }
    const revisions = database.prepare('select revision from tag order by id').all();
    expect(revisions.map((row) => row['revision'])).toEqual([0, 0, 5]);
    expect((await send('PATCH', '/tags/nope', { type: 'tags', id: 'nope' })).status).toBe(404);
    expect((await send('POST', '/tags/nope/relationships/articles', [])).status).toBe(404);
  });

  test('the version column also applies to users who cannot read all fields', async () => {
    const { database, db, sources } = openNewsroom();
    database.exec('alter table tag add column revision integer not null default 0');
    const articles = { through: 'article_tag', from: 'tag_id', to: 'article_id' };
    const { tags } = createKyselySources(api, db, {
      tags: { table: 'tag', version: 'revision', relationships: { articles } },
    });
    const access = { tags: { fields: () => ['articles'] as const } };
    const server = createServer(api, withRest(api, { articles: sources.articles, tags }), {
      defaultAccess: 'allow',
      access,
    });
    const { headers } = await server.handle({ method: 'GET', url: '/tags/t3', headers: {} });
    const replace = async (id: string) => {
      const relationships = { articles: { data: [{ type: 'articles', id }] } };
      const body = JSON.stringify({ data: { type: 'tags', id: 't3', relationships } });
      const given = { 'Content-Type': 'application/vnd.api+json', 'If-Match': headers['ETag'] };
      return (await server.handle({ method: 'PATCH', url: '/tags/t3', headers: given, body })).status;
    };
    expect([await replace('a'), await replace('b')]).toEqual([200, 412]);
  });

  test('a request without preconditions needs no additional statement', async () => {
    const { send, statements } = open();
    await send('PATCH /articles/a', { data: { type: 'articles', id: 'a', attributes: { title: 'New' } } });
    await send('GET /articles/a?fields[articles]=title');
    expect(statements.map((sql) => sql.split(' ')[0])).toEqual([
      'begin',
      'select',
      'update',
      'select',
      'commit',
      'select',
    ]);
  });

  test('SQLite needs no lock: a transaction has the database for itself', async () => {
    const { sources, statements } = open();
    await sources.articles.transaction(
      (inside) => Promise.resolve(sources.articles.find(['a'], select([]), { ...inside, forUpdate: true })),
      call,
    );
    expect(statements.join()).not.toContain('for update');
  });

  test('where transactions overlap, as in PostgreSQL, a row that is about to be changed is locked', async () => {
    const statements: string[] = [];
    const db = new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (given) => new PostgresIntrospector(given),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
      log: (event) => {
        statements.push(event.query.sql);
      },
    });
    const { tags } = createKyselySources(api, db, { tags: { table: 'tag', relationships: { articles: null } } });
    const find = (inside: typeof call) => Promise.resolve(tags.find(['a'], select([]), inside));
    await tags.transaction((inside) => find({ ...inside, forUpdate: true }), call);
    await tags.transaction(find, call);
    await find({ ...call, forUpdate: true });
    expect(statements.filter((sql) => sql.startsWith('select')).map((sql) => sql.endsWith(' for update'))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
