/** The account of the database decides what is served: tables, columns, and writes. With roles, each request has its own. */
import { Kysely, type KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DatabaseName, everyDatabase, type OpenDatabase } from '../../../sources/kysely/test/databases.ts';
import { readSchema } from '../src/cli/read-database.ts';
import { run, type Serving, serve, urlOf } from './run.ts';

const reader = `reader_${crypto.randomUUID().slice(0, 8)}`;
const tables = `
  create table language (id integer primary key, name varchar(20) not null);
  create table film (
    id integer primary key, title varchar(20) not null, rating varchar(5), budget integer, language_id integer not null,
    foreign key (language_id) references language (id)
  );
  create table event (id integer primary key, text varchar(20) not null, sent varchar(20));
  create table booking (id integer primary key, seat varchar(5) not null, price integer not null);
  create table vault (id integer primary key, code varchar(5));
  create table actor (id integer primary key);
  create table film_actor (
    film_id integer not null, actor_id integer not null, primary key (film_id, actor_id),
    foreign key (film_id) references film (id), foreign key (actor_id) references actor (id)
  );
  insert into language values (1, 'Latin'); insert into actor values (1);
  insert into film values (1, 'Hello', 'G', 5, 1); insert into film_actor values (1, 1);
  insert into event values (1, 'a', null); insert into booking values (1, 'A1', 5);`;

const accounts: Readonly<
  Partial<Record<DatabaseName, readonly [scheme: string, create: string, of: string, drop: string]>>
> = {
  PostgreSQL: [
    'postgres',
    `create role ${reader} login; grant usage on schema public to ${reader};`,
    reader,
    `drop owned by ${reader}; drop role ${reader}`,
  ],
  MariaDB: [
    'mariadb',
    `create user ${reader}@localhost identified by 'r';`,
    `${reader}@localhost`,
    `drop user ${reader}@localhost`,
  ],
};
const grantsTo = (account: string): string =>
  [
    ['select (id, title, language_id), update (title)', 'film'],
    ['select', 'language'],
    ['select', 'actor'],
    ['select', 'film_actor'],
    ['select, insert (id, text)', 'event'],
    ['select, insert (id, seat), delete', 'booking'],
  ]
    .map(([right, table]) => `grant ${right} on ${table} to ${account};`)
    .join(' ');

async function send(serving: Serving, line: string, data?: unknown, headers: Readonly<Record<string, string>> = {}) {
  const [method = '', path = ''] = line.split(' ');
  const body = data === undefined ? null : JSON.stringify({ data });
  const type = { 'Content-Type': 'application/vnd.api+json' };
  const response = await serving.get(`/api${path}`, { method, headers: { ...type, ...headers }, body });
  const text = await response.text();
  return { status: response.status, document: text === '' ? undefined : JSON.parse(text) };
}

describe.each(everyDatabase.filter(({ name }) => accounts[name] !== undefined))('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'an account with some rights', () => {
    const [scheme, create, account, drop] = accounts[name] as NonNullable<(typeof accounts)[DatabaseName]>;
    let tested: OpenDatabase;
    let serving: Serving;
    beforeAll(async () => {
      tested = await open();
      await tested.exec(`${tables} ${create} ${grantsTo(account)}`);
      const password = name === 'MariaDB' ? 'r' : undefined;
      serving = await serve([urlOf(scheme, { ...tested.connection, user: reader, password }), '--allow-writes']);
    });
    afterAll(async () => {
      await serving.stop();
      await tested.exec(drop);
      await tested.close();
    });

    test('a table with column rights is served with these columns', async () => {
      // MariaDB shows neither other columns nor foreign keys to an account that can only read.
      const isShown = name !== 'MariaDB';
      const { document } = await send(serving, `GET /films/1${isShown ? '?include=language,actors' : ''}`);
      expect(document.data.attributes).toEqual({ title: 'Hello', ...(!isShown && { languageId: 1 }) });
      expect(document.included?.length).toBe(isShown ? 2 : undefined);
      expect(serving.strings.error.includes('film.rating: the account cannot read it')).toBe(isShown);
    });

    test('a table without a right does not exist', async () => {
      expect((await send(serving, 'GET /vaults')).status).toBe(404);
    });

    test('a table that is created while the schema is read has its rights', async () => {
      let isCreated = false;
      const transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
        if (!isCreated) await tested.exec('create table late (id integer primary key)');
        isCreated = true;
        return result;
      };
      const plugin: KyselyPlugin = { transformQuery: ({ node }) => node, transformResult };
      const db = new Kysely<unknown>({ dialect: tested.dialect, plugins: [plugin] });
      const kind = name === 'MariaDB' ? 'mysql' : 'postgres';
      const { databaseSchema, hasRight } = await readSchema({ db, kind, version: name } as never);
      const late = databaseSchema.tables.get('late');
      expect(late === undefined || hasRight('select', late)).toBe(true);
    });

    const failed = () => serving.strings.error.split('\n').filter((line) => line.startsWith('Error'));
    test.each([
      ['PATCH /films/1', 200, { type: 'films', id: '1', attributes: { title: 'Changed' } }],
      ['PATCH /films/1/relationships/language', 403, { type: 'languages', id: '1' }],
      ['POST /films/1/relationships/actors', 403, [{ type: 'actors', id: '1' }]],
      ['POST /films', 403, { type: 'films', attributes: { title: 'New' } }],
      ['DELETE /films/1', 403, undefined],
      ['PATCH /languages/1', 403, { type: 'languages', id: '1', attributes: { name: 'Greek' } }],
      ['POST /events', 201, { type: 'events', id: '2', attributes: { text: 'b' } }],
      ['POST /events', 403, { type: 'events', id: '3', attributes: { text: 'b', sent: 'c' } }],
      ['PATCH /events/1', 403, { type: 'events', id: '1', attributes: { text: 'b' } }],
      // A new row needs the price, which the account cannot write.
      ['POST /bookings', 403, { type: 'bookings', id: '2', attributes: { seat: 'B1' } }],
    ] as const)('%s: %d', async (line, expected, data) => {
      const before = failed();
      const status = name === 'MariaDB' && line.includes('relationships') ? 404 : expected;
      expect((await send(serving, line, data)).status).toBe(status);
      // The API rejects it, and not the database.
      expect(failed()).toEqual(before);
    });
  });
});

const postgres = everyDatabase.find(({ name }) => name === 'PostgreSQL');

describe.skipIf(postgres?.missing !== undefined)(postgres?.missing ?? 'a role for each request of `serve`', () => {
  const [anon, user] = [`anon_${reader}`, `user_${reader}`];
  let tested: OpenDatabase;
  let serving: Serving;
  beforeAll(async () => {
    tested = (await postgres?.open()) as OpenDatabase;
    await tested.exec(`
      create table note (id integer generated by default as identity primary key, owner text not null, text text not null);
      create table price (id integer primary key, amount integer);
      insert into note (owner, text) values ('ann', 'a'), ('bob', 'b'); insert into price values (1, 5);
      create role ${anon}; create role ${user}; grant usage on schema public to ${anon}, ${user};
      create function check_text() returns trigger language plpgsql as $$ begin
        if new.text = 'no' then raise exception 'Say yes.' using errcode = 'PT418', hint = 'Try it.'; end if; return new; end $$;
      create trigger check_text before update on note for each row execute function check_text();
      grant select on price to ${anon}; grant select, update (text) on note to ${user};
      alter table note enable row level security;
      create policy own on note using (owner = current_setting('request.jwt.claims', true)::json ->> 'sub');`);
    const roles = ['--roles', `${anon},${user}`, '--errors', 'PT418=418'];
    serving = await serve([urlOf('postgres', tested.connection), ...roles, '--allow-writes']);
  });
  afterAll(async () => {
    await serving.stop();
    await tested.exec(`drop owned by ${anon}, ${user}; drop role ${anon}, ${user}`);
    await tested.close();
  });
  const as = (sub: string) => ({ 'Linkage-Role': user, 'Linkage-Claims': JSON.stringify({ sub }) });

  test('policies and rights of the role decide', async () => {
    expect((await send(serving, 'GET /prices')).status).toBe(200);
    expect((await send(serving, 'GET /notes')).status).toBe(403);
    expect((await send(serving, 'GET /prices', undefined, as('ann'))).status).toBe(403);
    const { document } = await send(serving, 'GET /notes', undefined, as('ann'));
    expect(document.data.map((it: { attributes: object }) => it.attributes)).toEqual([{ owner: 'ann', text: 'a' }]);
    const change = { type: 'notes', id: '1', attributes: { text: 'changed' } };
    expect((await send(serving, 'PATCH /notes/1', change, as('ann'))).status).toBe(200);
    expect((await send(serving, 'PATCH /notes/1', change, as('bob'))).status).toBe(404);
    expect((await send(serving, 'POST /notes', { type: 'notes', attributes: {} }, as('ann'))).status).toBe(403);
  });

  test('an error of a trigger has the status of `--errors`', async () => {
    const change = { type: 'notes', id: '1', attributes: { text: 'no' } };
    expect(await send(serving, 'PATCH /notes/1', change, as('ann'))).toMatchObject({
      status: 418,
      document: { errors: [{ code: 'PT418', detail: 'Say yes.', meta: { hint: 'Try it.' } }] },
    });
    const args = ['serve', urlOf('postgres', tested.connection), '--errors'];
    expect((await run([...args, 'PT418'])).error).toContain('such as P0001=422');
    expect(await run([...args, '23505=409'])).toMatchObject({ status: 2 });
  });

  test.each([
    { 'Linkage-Role': 'postgres' },
    { 'Linkage-Role': 'none' },
    { 'Linkage-Role': '' },
    { ...as('ann'), 'Linkage-Claims': '[]' },
    { ...as('ann'), 'Linkage-Claims': '{' },
  ])('403 for %j', async (headers) => {
    expect((await send(serving, 'GET /notes', undefined, headers)).status).toBe(403);
  });
});
