/** Functions of MariaDB that options name: actions with one value, served and drafted. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyDatabase, type OpenDatabase } from '../../../sources/kysely/test/databases.ts';
import { run, type Serving, serve, urlOf } from './run.ts';

const tables = `
  create table film (id integer primary key auto_increment, title varchar(20) not null, year integer);
  insert into film (title, year) values ('Alien', 1979), ('Heat', 1995), ('Mad Max', 1979);`;
const routines = [
  `create function close_year(wanted integer, factor bigint) returns bigint modifies sql data comment 'Closes a year.' begin
    if wanted < 1888 then signal sqlstate 'PT422' set message_text = 'There were no films.'; end if;
    update film set title = concat(title, '!') where year = wanted; return 9007199254740993 * factor; end`,
  'create function count_of(wanted integer) returns integer reads sql data return (select count(*) from film where year = wanted)',
  `create function price(net decimal(10,2), word varchar(20)) returns decimal(12,4) deterministic no sql return if(word is null, null, net * 1.5)`,
  `create function greet(word varchar(20)) returns varchar(40) deterministic no sql return concat('Hello "', word, '"')`,
  // It does not do what it says.
  `create function says_it_reads() returns integer reads sql data begin update film set title = 'x'; return 1; end`,
  'create function at(day datetime) returns datetime deterministic return day',
  `create procedure clean(wanted integer, word varchar(20)) begin
    insert into film (title, year) values (word, 2000); delete from film where year = wanted;
    if word = 'no' then signal sqlstate 'PT422' set message_text = 'It is not clean.'; end if; select * from film; end`,
  'create procedure empty_all() delete from film where id < 0',
  'create procedure counts(out films integer) select count(*) into films from film',
];
const names = ['film.close_year', 'film.count_of', 'film.price', 'film.greet', 'film.says_it_reads'];
const all = names.flatMap((name) => ['--function', name]);

const mariadb = everyDatabase.find(({ name }) => name === 'MariaDB');

// biome-ignore lint/suspicious/noExplicitAny: tests read documents of any form
type Answer = { readonly status: number; readonly document: any };

describe.skipIf(mariadb?.missing !== undefined)(mariadb?.missing ?? 'functions of MariaDB', () => {
  let tested: OpenDatabase;
  let url: string;
  const served: Serving[] = [];
  beforeAll(async () => {
    tested = (await mariadb?.open()) as OpenDatabase;
    await tested.exec(tables);
    const { createConnection } = await import('mysql2/promise');
    url = urlOf('mariadb', tested.connection);
    const connection = await createConnection({ uri: url.replace(/^mariadb/, 'mysql') });
    for (const routine of routines) await connection.query(routine);
    await connection.end();
  });
  afterAll(async () => {
    for (const it of served) await it.stop();
    await tested.close();
  });
  const start = async (...options: readonly string[]) => {
    const serving = await serve([url, ...options]);
    served.push(serving);
    const send = async (line: string, document?: object): Promise<Answer> => {
      const [method = '', path = ''] = line.split(' ');
      const body = document === undefined ? null : JSON.stringify(document);
      const headers = { 'Content-Type': 'application/vnd.api+json' };
      const response = await serving.get(`/api${path}`, { method, headers, body });
      const text = await response.text();
      return { status: response.status, document: text === '' ? undefined : JSON.parse(text) };
    };
    return { send, strings: serving.strings };
  };
  const meta = (input: object) => ({ meta: input });

  test('actions with their inputs and values', async () => {
    const { send, strings } = await start(...all, '--allow-writes', '--errors', 'PT422=422');
    const closed = await send('POST /films/-actions/closeYear', meta({ wanted: 1979, factor: '1' }));
    expect(closed, strings.error).toMatchObject({ status: 200, document: { meta: { result: '9007199254740993' } } });
    expect((await send('GET /films/1')).document.data.attributes.title).toBe('Alien!');
    const call = async (name: string, input: object) =>
      (await send(`POST /films/-actions/${name}`, meta(input))).document;
    expect((await call('countOf', { wanted: 1979 })).meta).toEqual({ result: 2 });
    expect((await call('price', { net: '10.10', word: 'x' })).meta).toEqual({ result: '15.1500' });
    expect((await call('price', { net: '10.10', word: null })).meta).toEqual({ result: null });
    expect((await call('greet', { word: "O'Neil\\" })).meta).toEqual({ result: 'Hello "O\'Neil\\"' });
    const raised = await send('POST /films/-actions/closeYear', meta({ wanted: 1700, factor: '1' }));
    expect(raised).toMatchObject({ status: 422, document: { errors: [{ detail: 'There were no films.' }] } });
    expect((await send('POST /films/-actions/greet', meta({ word: 5 }))).status).toBe(422);
    expect((await send('POST /films/-actions/greet', meta({ word: 'x'.repeat(21) }))).status).toBe(422);
  });

  test('procedures are one transaction, and return nothing', async () => {
    const named = ['--function', 'film.clean', '--function', 'film.empty_all'];
    const { send, strings } = await start(...named, '--allow-writes', '--errors', 'PT422=422');
    const post = (input: object) => send('POST /films/-actions/clean', meta(input));
    const titles = async () =>
      (await send('GET /films?sort=id')).document.data.map((it: { attributes: object }) => it.attributes);
    const before = await titles();
    expect(await post({ wanted: 1995, word: 'no' })).toMatchObject({
      status: 422,
      document: { errors: [{ detail: 'It is not clean.' }] },
    });
    expect(await titles()).toEqual(before);
    const done = await post({ wanted: 2000, word: 'x' });
    expect([done.status < 300, JSON.stringify(done.document ?? '').includes('Alien')], strings.error).toEqual([
      true,
      false,
    ]);
    expect(await titles()).toEqual(before);
    expect((await send('POST /films/-actions/emptyAll', meta({}))).status).toBeLessThan(300);
    const closed = await start(...named);
    expect((await closed.send('POST /films/-actions/clean', meta({ wanted: 1, word: 'x' }))).status).toBe(404);
  });

  test('without writes, only functions that say that they write nothing, and the database keeps them to it', async () => {
    const { send, strings } = await start(...all);
    expect(strings.error).toContain('film: the function close_year can write  --allow-writes');
    expect((await send('POST /films/-actions/closeYear', meta({ wanted: 1979, factor: '1' }))).status).toBe(404);
    expect((await send('POST /films/-actions/countOf', meta({ wanted: 1995 }))).document.meta).toEqual({ result: 1 });
    expect((await send('POST /films/-actions/saysItReads', meta({}))).status).toBeGreaterThanOrEqual(400);
    expect((await send('GET /films/2')).document.data.attributes.title).toBe('Heat');
  });

  test.each([
    ['film.counts', 'has a parameter that returns a value.'],
    ['film.at', 'of the type datetime, which values of JSON do not have.'],
    ['count', 'matches nothing.'],
    ['count_of', 'no table that is served has its URL. Name one: --function <table>.count_of.'],
  ])('--function %s is an error', async (name, text) => {
    const { status, error } = await run(['serve', url, '--function', name]);
    expect([status, error]).toEqual([2, expect.stringContaining(text)]);
  });

  test('a draft calls them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mariadb-functions-'));
    const { status } = await run(['draft', url, ...all.slice(0, 4), '--out', folder]);
    const text = readFileSync(join(folder, 'sources.ts'), 'utf8').replace(/\s+/g, ' ');
    rmSync(folder, { recursive: true });
    expect(status).toBe(0);
    expect(text).toContain("name: 'close_year', parameters: { wanted: 'int(11)', factor: 'bigint(20)' }");
  });
});
