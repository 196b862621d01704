import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { databases, type OpenDatabase } from '../../../sources/kysely/test/databases.ts';
import { killAll, served, startAtlas } from './atlas-process.ts';

const postgres = databases.find(({ name }) => name === 'PostgreSQL');
const missing = postgres?.missing;
const mediaType = 'application/vnd.api+json';

describe.skipIf(missing !== undefined)(`the demo on PostgreSQL ${missing ?? ''}`, () => {
  let database: OpenDatabase;
  let url = '';
  beforeAll(async () => {
    database = (await postgres?.open()) as OpenDatabase;
    const { host, user, database: name } = database.connection as Record<'host' | 'user' | 'database', string>;
    url = `postgres://${user}:secret@/${name}?host=${encodeURIComponent(host)}`;
  });
  afterEach(killAll);
  afterAll(() => database?.close());

  const start = async () => {
    const atlas = startAtlas({ ATLAS_DB: url, CURSOR_KEY: 'x'.repeat(32) });
    return { ...atlas, base: (await atlas.saying(served))[1] as string };
  };
  const send = async (method: string, at: string, body?: object, headers: Record<string, string> = {}) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(at, { method, headers: { 'Content-Type': mediaType, ...headers }, ...sent });
    const text = await response.text();
    return { status: response.status, etag: response.headers.get('etag') ?? '', document: JSON.parse(text || '{}') };
  };

  test('two processes that start at once import once, and serve the same data', { timeout: 60_000 }, async () => {
    const both = await Promise.all([start(), start()]);
    const [one, other] = both.map(({ base }) => base) as [string, string];

    for (const base of [one, other]) {
      const { document } = await send('GET', `${base}/countries/FRA?include=languages,borders`);
      expect(document.data.attributes).toMatchObject({ capitals: ['Paris'], unMember: true, location: { lat: 46 } });
      expect(document.included).toHaveLength(9);
    }
    // A cursor of one process is valid at the other.
    const first = await send('GET', `${one}/cities?sort=-population&page[size]=3`);
    expect(first.document.data[0].attributes.name).toBe('Shanghai');
    const next = new URL(first.document.links.next, one);
    expect((await send('GET', other + next.pathname + next.search)).document.data).toHaveLength(3);

    const data = { type: 'cities', attributes: { name: 'Atlantis', population: 0 } };
    const created = await send('POST', `${one}/cities`, { data });
    expect(created.status).toBe(201);
    const { id } = created.document.data;
    expect((await send('GET', `${other}/cities/${id}`)).document.data).toEqual(created.document.data);

    // Each process counts up on the condition that the city is as it was read.
    const countUp = async (base: string) => {
      for (let done = 0, turn = 0; done < 10 && turn < 500; turn++) {
        const { etag, document } = await send('GET', `${base}/cities/${id}`);
        const population = document.data.attributes.population + 1;
        const change = { data: { type: 'cities', id, attributes: { population } } };
        const { status } = await send('PATCH', `${base}/cities/${id}`, change, { 'If-Match': etag });
        expect([200, 412]).toContain(status);
        if (status === 200) done += 1;
      }
    };
    await Promise.all([one, other, one, other].map(countUp));
    expect((await send('GET', `${one}/cities/${id}`)).document.data.attributes.population).toBe(40);

    const ends = both.map(async ({ child, exit }) => {
      child.kill('SIGTERM');
      return exit;
    });
    const outputs = await Promise.all(ends);
    expect(outputs.map(({ code, err }) => [code, err])).toEqual(both.map(() => [0, '']));
    expect(outputs.filter(({ out }) => out.includes('Importing: 100 %'))).toHaveLength(1);

    // A later start uses the tables, including what clients have written.
    const third = await start();
    expect((await send('GET', `${third.base}/cities/${id}`)).status).toBe(200);
    third.child.kill('SIGTERM');
    expect((await third.exit).out).not.toContain('Importing');
  });

  test('tables of another application are not changed', async () => {
    await database.exec('alter table atlas_version rename to other');
    const { code, err } = await startAtlas({ ATLAS_DB: url }).exit;
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^The database postgres:\/\/\/\w+ cannot be used: it contains/),
    ]);
    await database.exec('select count(*) from cities');
  });

  test('a server that does not answer is reported in one line, without the password', async () => {
    const { code, err } = await startAtlas({ ATLAS_DB: 'postgres://me:secret@127.0.0.1:1/atlas' }).exit;
    expect([code, err]).toEqual([
      1,
      'The database postgres://127.0.0.1:1/atlas cannot be used: connect ECONNREFUSED 127.0.0.1:1\n',
    ]);
  });
});
