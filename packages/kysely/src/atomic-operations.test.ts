import { atomicOperations, createServer } from '@linkage/server';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import { afterAll, beforeAll, describe } from 'vitest';
import { type AtomicHost, describeAtomic } from '../../server/test/atomic-suite.ts';
import { api, openDatabase, type Place, places, postgresTables } from '../test/atomic-world.ts';
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

describe.skipIf(noPostgres !== undefined)(`operations on PostgreSQL ${noPostgres ?? ''}`, () => {
  let postgres: PrivatePostgres;
  let schemas = 0;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres?.stop());

  describeAtomic(async () => {
    const schema = `shop_${schemas++}`;
    const pool = new Pool({ ...postgres.connection, max: 4, options: `-c search_path=${schema}` });
    // The server ends connections of tests that fail.
    pool.on('error', () => undefined);
    const setup = new Kysely({ dialect: new PostgresDialect({ pool }) });
    await sql.raw(`create schema ${schema}`).execute(setup);
    await sql.raw(postgresTables).execute(setup);
    return hostOf(openDatabase(new PostgresDialect({ pool })));
  });
});
