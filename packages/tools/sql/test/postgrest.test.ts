/** The page for users of PostgREST, against its own database: roles and policies, views, and each request of its table. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { KyselySourceOptions } from '@linkage/kysely';
import { createServer, type DescribingServer } from '@linkage/server';
import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blocksOf } from '../../../../scripts/docs/markdown.ts';
import { everyDatabase, type OpenDatabase } from '../../../sources/kysely/test/databases.ts';
import { run, type Serving, serve, urlOf } from './run.ts';

const page = readFileSync(join(import.meta.dirname, '../../../../docs/migration/postgrest.md'), 'utf8');
const [script] = blocksOf(page).filter(({ language }) => language === 'sql');
const [, requests = ''] = page.split('## Requests');
const urls = [...requests.matchAll(/\| `(GET \/[^`]+)` \|$/gm)].map(([, url = '']) => url);
const postgres = everyDatabase.find(({ name }) => name === 'PostgreSQL');
// The roles of a server belong to all of its databases.
const suffix = crypto.randomUUID().slice(0, 8);
const [anon, user, account] = [`anon_${suffix}`, `user_${suffix}`, `account_${suffix}`];

test('the page has its requests', () => {
  expect(urls).toHaveLength(25);
});

describe.skipIf(postgres?.missing !== undefined)(postgres?.missing ?? 'moving from PostgREST', () => {
  let tested: OpenDatabase;
  let serving: Serving;
  let drafted: string[];
  beforeAll(async () => {
    tested = (await postgres?.open()) as OpenDatabase;
    await tested.exec(
      String(script?.code)
        .replaceAll('anon', anon)
        .replaceAll('authenticated', user)
        .replaceAll('authenticator', account),
    );
    await tested.exec(`
      insert into person (name) values ('Ann'), ('Bob');
      insert into film (title, year, director_id, owner) values ('Alien', 1979, 1, 'ann'), ('Heat', 1995, 2, 'bob');
      alter role ${account} set search_path = api, public;`);
    drafted = [
      urlOf('postgres', { ...tested.connection, user: account }),
      '--schema',
      'api',
      '--roles',
      `${anon},${user}`,
    ];
    drafted.push('--function', 'films.close_year', '--function', 'films_of', '--show', 'people.initial');
    drafted.push('--key', 'decades=decade');
    serving = await serve([...drafted, '--errors', 'PT422=422', '--allow-writes']);
  });
  afterAll(async () => {
    await serving.stop();
    await tested.exec(`drop owned by ${anon}, ${user}, ${account}; drop role ${anon}, ${user}, ${account}`);
    await tested.close();
  });
  const send = (line: string, data?: unknown, sub?: string) =>
    call(line, data === undefined ? undefined : { data }, sub);
  const call = async (line: string, given: unknown, sub?: string) => {
    const [method = '', path = ''] = line.split(' ');
    const body = given === undefined ? null : JSON.stringify(given);
    const claims = sub === undefined ? {} : { 'Linkage-Role': user, 'Linkage-Claims': JSON.stringify({ sub }) };
    const headers = { 'Content-Type': 'application/vnd.api+json', ...claims };
    const response = await serving.get(`/api${path}`, { method, headers, body });
    const text = await response.text();
    return { status: response.status, document: text === '' ? undefined : JSON.parse(text) };
  };

  /** Serves a draft with the options that the page names, and writes as two users. */
  const sendToDraft = async (folder: string) => {
    const drafted = await import(pathToFileURL(join(folder, 'sources.ts')).href);
    const pool = new Pool({ ...tested.connection, user: account });
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
    try {
      const context = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }) => ({
        sub: headers['sub'],
      });
      const options: KyselySourceOptions<ReturnType<typeof context>> = {
        context,
        session: ({ context: claims }) => ({
          role: claims.sub === undefined ? anon : user,
          settings: { 'request.jwt.claims': JSON.stringify(claims) },
        }),
        raisedErrors: { PT422: { status: 422, showsText: true } },
      };
      const sources = await drafted.createSources(db, options);
      const server = createServer(drafted.api, sources, {
        ...{ context, actions: drafted.createActions(db), typeParameters: drafted.typeParameters },
        onError: () => undefined,
      }) as unknown as DescribingServer;
      const statusOf = async (year: number, sub?: string) => {
        const body = JSON.stringify({ data: { type: 'films', attributes: { title: 'Ronin', year } } });
        const headers = { 'content-type': 'application/vnd.api+json', ...(sub !== undefined && { sub }) };
        return (await server.handle({ method: 'POST', url: '/films', headers, body })).status;
      };
      expect([await statusOf(1998), await statusOf(1998, 'ann'), await statusOf(1700, 'ann')]).toEqual([403, 201, 422]);
    } finally {
      await db.destroy();
    }
  };

  test.each(urls)('%s', async (line) => {
    expect((await send(line)).status, serving.strings.error).toBe(200);
  });

  test('a view has the relationships of its table, and policies decide who writes', async () => {
    const relationships = { director: { data: { type: 'people', id: '2' } } };
    const film = { type: 'films', attributes: { title: 'Ronin', year: 1998 }, relationships };
    expect((await send('POST /films', film)).status).toBe(403);
    const created = await send('POST /films', film, 'ann');
    expect([created.status, created.document.data.attributes]).toEqual([
      201,
      { title: 'Ronin', year: 1998, tags: null, owner: 'ann' },
    ]);
    const url = `/films/${created.document.data.id}`;
    const included = (await send(`GET ${url}?include=director`)).document.included;
    expect(included).toMatchObject([{ type: 'people', attributes: { name: 'Bob' } }]);
    const change = { type: 'films', id: created.document.data.id, attributes: { year: 1999 } };
    expect((await send(`PATCH ${url}`, change, 'bob')).status).toBe(404);
    expect((await send(`PATCH ${url}`, change, 'ann')).status).toBe(200);
    expect((await send(`DELETE ${url}`, undefined, 'ann')).status).toBe(204);
  });

  test('functions are actions, and filters of collections, with the role of the user', async () => {
    const titles = ({ document }: Awaited<ReturnType<typeof send>>) =>
      document.data.map((it: { attributes: { title: string } }) => it.attributes.title);
    const close = (sub: string) => call('POST /films/-actions/closeYear', { meta: { year: 1995 } }, sub);
    // The policy of the table hides the film of another owner from the update.
    expect((await close('ann')).document.meta).toEqual({ result: null });
    expect(titles(await send('GET /films?filmsOf[year]=1995'))).toEqual(['Heat']);
    expect((await close('bob')).document.meta).toEqual({ result: 2 });
    expect(titles(await send('GET /films?filmsOf[year]=1995'))).toEqual(['Heat (1995)']);
  });

  test('a draft has the rights of the roles, and not those of the account, which has none', async () => {
    const folder = mkdtempSync(join(import.meta.dirname, 'draft-'));
    try {
      const { status, error } = await run(['draft', ...drafted, '--out', folder]);
      expect([status, error]).toEqual([0, expect.stringContaining(`--schema api --roles ${anon},${user}`)]);
      const checked = ['--schema', 'api', '--roles', `${anon},${user}`, '--show', 'people.initial'];
      expect(await run(['check', join(folder, 'sources.ts'), String(drafted[0]), ...checked])).toMatchObject({
        status: 0,
        out: '',
      });
      const alone = await run(['draft', String(drafted[0]), '--schema', 'api', '--out', folder]);
      expect([alone.status, alone.error]).toEqual([2, expect.stringContaining('the account cannot read it')]);
      await sendToDraft(folder);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('an error lists the columns that an option can show', async () => {
    const { error } = await run([
      'draft',
      ...drafted.slice(0, -1),
      'decades=films,decade',
      '--show',
      'films.ctid',
      '--out',
      'x',
    ]);
    expect(error).toContain('The columns of films are `id`, `title`, `year`, `director_id`, `tags`, `owner`.');
  });

  test('a function of a row in the schema of its view is a read-only attribute', async () => {
    const { document } = await send('GET /people?fields[people]=initial');
    expect(document.data.map((it: { attributes: object }) => it.attributes)).toEqual([
      { initial: 'A' },
      { initial: 'B' },
    ]);
  });

  test('an error of a trigger reaches the client', async () => {
    const film = { type: 'films', attributes: { title: 'Old', year: 1700 } };
    expect(await send('POST /films', film, 'ann')).toMatchObject({
      status: 422,
      document: { errors: [{ code: 'PT422', detail: 'There were no films.', meta: { hint: 'Check the year.' } }] },
    });
  });
});
