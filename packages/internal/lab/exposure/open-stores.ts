import { DatabaseSync } from 'node:sqlite';
import {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  createKyselySources,
  createNodeSqliteDialect,
  createOutboxTable,
  readDatabaseSchema,
  readEvents,
} from '@linkage/kysely';
import { type Dialect, Kysely, PostgresDialect } from 'kysely';
import { openPool } from '../../../sources/kysely/test/counters-on-postgres.ts';
import { startPostgres } from '../../../sources/kysely/test/postgres.ts';
import { openMemory } from './open-memory.ts';
import { type Store, serve, type WorldEvent } from './serve-world.ts';
import { api, mapping, tables } from './world-api.ts';
import { type Data, tableNames } from './world-data.ts';

export type StoreName = 'memory' | 'SQLite' | 'PostgreSQL';

const tableOf = { teams: 'team', people: 'person', articles: 'article', comments: 'comment', tags: 'tag' } as const;
const valueText = (value: string | number | null): string => (typeof value === 'string' ? `'${value}'` : String(value));

/** Returns a script that fills the tables. A row can reference a later one, so the references follow. */
function fillScript(data: Data): string {
  const inserts = tableNames.flatMap((name) =>
    data[name].map((row) => {
      const rest = Object.entries(row).filter(([field]) => field !== 'boss');
      const columns = rest.map(([field]) => field).join();
      return `insert into ${tableOf[name]} (${columns}) values (${rest.map(([, value]) => valueText(value)).join()})`;
    }),
  );
  const bosses = data.people.flatMap(({ id, boss }) =>
    boss === null ? [] : [`update person set boss = ${boss} where id = ${id}`],
  );
  const pairs = data.tagged.map((pair) => `insert into article_tag (article, tag, rank) values (${pair.join()})`);
  const empty = ['article_tag', 'comment', 'article', 'person', 'team', 'tag', 'outbox', 'idempotency_key'];
  return ['begin', ...empty.map((name) => `delete from ${name}`), ...inserts, ...bosses, ...pairs, 'commit'].join(
    ';\n',
  );
}

async function openSql(
  dialect: Dialect,
  exec: (script: string) => Promise<unknown>,
  close: () => Promise<unknown>,
): Promise<Store> {
  await exec(tables);
  let statements = 0;
  // biome-ignore lint/suspicious/noExplicitAny: the tables are not typed.
  const db = new Kysely<any>({ dialect, log: () => void statements++ });
  await createOutboxTable(db);
  await createIdempotencyTable(db, { table: 'idempotency_key' });
  const sources = createKyselySources(api, db, mapping as never, {
    databaseSchema: await readDatabaseSchema(db),
    outbox: 'outbox',
  });
  const opened = serve(sources as never, createKyselyIdempotencyStore(db, { table: 'idempotency_key' }));
  return {
    async reset(data, rules) {
      await exec(fillScript(data));
      opened.state.rules = rules;
    },
    handle: (request) => opened.server.handle(request),
    count: () => statements,
    events: async () => (await readEvents(api, db, { limit: 1000 })).events as readonly WorldEvent[],
    async close() {
      await db.destroy();
      await close();
    },
  };
}

function openSqlite(): Promise<Store> {
  const database = new DatabaseSync(':memory:');
  return openSql(
    createNodeSqliteDialect(database),
    async (script) => database.exec(script),
    async () => undefined,
  );
}

/** Opens two worlds. Those of PostgreSQL are two databases of a server of their own. */
export async function openWorlds(
  name: StoreName,
): Promise<{ readonly stores: readonly [Store, Store]; readonly close: () => Promise<void> }> {
  const closeAll = (stores: readonly Store[]) => async () => void (await Promise.all(stores.map((it) => it.close())));
  if (name !== 'PostgreSQL') {
    const stores = [
      name === 'memory' ? openMemory() : await openSqlite(),
      name === 'memory' ? openMemory() : await openSqlite(),
    ] as const;
    return { stores, close: closeAll(stores) };
  }
  const { connection, stop } = await startPostgres();
  const administrator = openPool(connection, { max: 1 });
  const open = async (database: string): Promise<Store> => {
    await administrator.query(`create database ${database}`);
    const pool = openPool({ ...connection, database }, { max: 2 });
    return openSql(
      new PostgresDialect({ pool }),
      (script) => pool.query(script),
      async () => undefined,
    );
  };
  const stores = [await open('one'), await open('other')] as const;
  await administrator.end();
  return {
    stores,
    async close() {
      await closeAll(stores)();
      await stop();
    },
  };
}
