import {
  createIdempotencyTable,
  createKyselyIdempotencyStore,
  createKyselySources,
  createOutboxTable,
  readDatabaseSchema,
  readEvents,
} from '@linkage/kysely';
import { Kysely } from 'kysely';
import { everyDatabase } from '../../../sources/kysely/test/databases.ts';
import { openMemory } from './open-memory.ts';
import { type Store, serve, type WorldEvent } from './serve-world.ts';
import { api, mapping, tables } from './world-api.ts';
import { type Data, tableNames } from './world-data.ts';

export type StoreName = 'memory' | 'SQLite' | 'PostgreSQL' | 'MariaDB';

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
  // MariaDB checks each deleted row alone.
  const deletions = ['update person set boss = null', ...empty.map((name) => `delete from ${name}`)];
  return ['begin', ...deletions, ...inserts, ...bosses, ...pairs, 'commit'].join(';\n');
}

/** Opens one world in a database of its own. */
async function openSql(name: StoreName): Promise<Store> {
  const database = everyDatabase.find((it) => it.name === name);
  if (database === undefined) throw new Error(`No test runs on ${name}.`);
  const { dialect, exec, close } = await database.open();
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

/** Opens two worlds. Those of PostgreSQL and MariaDB are two databases of one server. */
export async function openWorlds(
  name: StoreName,
): Promise<{ readonly stores: readonly [Store, Store]; readonly close: () => Promise<void> }> {
  const stores = [
    name === 'memory' ? openMemory() : await openSql(name),
    name === 'memory' ? openMemory() : await openSql(name),
  ] as const;
  return { stores, close: async () => void (await Promise.all(stores.map((it) => it.close()))) };
}
