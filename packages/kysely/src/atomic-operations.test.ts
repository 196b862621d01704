import { atomicOperations, createServer } from '@linkage/server';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operate } from '../../server/test/atomic-request.ts';
import { type AtomicHost, describeAtomic } from '../../server/test/atomic-suite.ts';
import { api, mariadbTables, openDatabase, type Place, places, postgresTables } from '../test/atomic-world.ts';
import { openMariadb } from '../test/databases.ts';
import { noMariadb } from '../test/mariadb.ts';
import { noPostgres, type PrivatePostgres, startPostgres } from '../test/postgres.ts';

/** A server over a place, without an adapter in front. */
function hostOf({ sources, dump, close }: Place): AtomicHost {
  const server = createServer(api, sources, { extensions: [atomicOperations()] });
  return {
    send: (method, url, headers, body) => server.handle({ method, url: url.replace('/api', ''), headers, body }),
    dump,
    close,
  };
}

describe.each(Object.entries(places))('operations on %s', (_, open) => {
  describeAtomic(async () => hostOf(await open()));
});

/** Several requests at once, in opposite orders, so that they can wait for each other. */
function testOverlapping(open: () => Promise<Place>): void {
  test('ATX-14 requests that overlap leave what some of them leave one after the other', async () => {
    const { sources, dump, close } = await open();
    const server = createServer(api, sources, { extensions: [atomicOperations()], onError: () => undefined });
    const note = (id: string, value: string) => ({
      op: 'update',
      data: { type: 'orders', id, attributes: { note: value } },
    });
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 4 }, (_, index) => {
          const ids = index % 2 === 0 ? ['1', '2'] : ['2', '1'];
          return operate(
            server,
            ids.map((id) => note(id, `${round}-${index}`)),
          );
        }),
      );
      const done = answers.flatMap(({ status }, index) => (status === 200 ? [`${round}-${index}`] : []));
      // A deadlock takes one of them back, and its transaction runs again as a whole.
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const [orders] = (await dump()) as { readonly note: string }[][];
      expect(done).toContain(orders?.[0]?.note);
      expect(orders?.[1]?.note).toBe(orders?.[0]?.note);
    }
    await close();
  });
}

describe.skipIf(noPostgres !== undefined)(`operations on PostgreSQL ${noPostgres ?? ''}`, () => {
  let postgres: PrivatePostgres;
  let schemas = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres?.stop());

  async function openPostgres(): Promise<Place> {
    const schema = `shop_${schemas++}`;
    const pool = new Pool({ ...postgres.connection, max: 4, options: `-c search_path=${schema}` });
    // The server ends connections of tests that fail.
    pool.on('error', () => undefined);
    const setup = new Kysely({ dialect: new PostgresDialect({ pool }) });
    await sql.raw(`create schema ${schema}`).execute(setup);
    await sql.raw(postgresTables).execute(setup);
    return openDatabase(new PostgresDialect({ pool }));
  }

  describeAtomic(async () => hostOf(await openPostgres()));
  testOverlapping(openPostgres);
});

describe.skipIf(noMariadb !== undefined)(`operations on MariaDB ${noMariadb ?? ''}`, () => {
  async function openPlace(): Promise<Place> {
    const { dialect, exec, close } = await openMariadb();
    await exec(mariadbTables);
    const place = openDatabase(dialect);
    const closeBoth = async (): Promise<void> => {
      await place.close();
      await close();
    };
    return { ...place, close: closeBoth };
  }

  describeAtomic(async () => hostOf(await openPlace()));
  testOverlapping(openPlace);
});
