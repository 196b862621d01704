import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import type { IdempotencyClaim, IdempotencyStore, StoredAnswer } from '@linkage/server';
import { type Kysely, sql } from 'kysely';
import { dialectOf } from './dialects/dialect-of.ts';
import { withRetries } from './statements/faults.ts';
import { type Executor, runInTransaction, transactionOf } from './statements/transaction.ts';

/** Options of the table of idempotency keys. */
export interface IdempotencyTableOptions {
  /** The name of the table. Default: `idempotency_key`. */
  readonly table?: string | undefined;
}

const optionsTable: OptionTable = optionTable({ table: 'string' });
const TABLE = 'idempotency_key';

/** Milliseconds between two deletions of expired keys: in each request, all requests would meet in the same range of the index. */
const PRUNING = 60_000;
/** The maximum number of keys that one request deletes. */
const MAX_DELETED = 100;
/** The maximum number of attempts for a key that another request releases at the same time. */
const ATTEMPTS = 3;

interface KeyRow {
  readonly owner: string;
  readonly fingerprint: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
}

/** Returns the condition that a row has the user and the key of a claim. */
function isOf({ user, key }: IdempotencyClaim) {
  return sql<boolean>`${sql.ref('user')} = ${user} and ${sql.ref('key')} = ${key}`;
}

function answerOf({ status, headers, body }: KeyRow): StoredAnswer | undefined {
  if (status === null || headers === null) return undefined;
  return { status: Number(status), headers: JSON.parse(headers), body: body ?? undefined };
}

/** Creates the table in MySQL or MariaDB: a key must have a maximum length there, and most collations ignore letter case. */
async function createMysqlTable<Database>(db: Kysely<Database>, table: string, name: string): Promise<void> {
  await sql`create table if not exists ${sql.table(table)} (
    ${sql.id('user')} varbinary(1024) not null, ${sql.id('key')} varbinary(1024) not null,
    owner text not null, fingerprint text not null, lease_until bigint not null, keep_until bigint not null,
    status integer, headers mediumtext, body longtext,
    primary key (${sql.id('user')}, ${sql.id('key')}), key ${sql.id(`${name}_keep_until`)} (keep_until)
  ) character set utf8mb4`.execute(db);
}

/**
 * Creates the table of idempotency keys, unless it exists.
 *
 * @throws {TypeError} If an option is unknown or invalid.
 */
export async function createIdempotencyTable<Database>(
  db: Kysely<Database>,
  options: IdempotencyTableOptions = {},
): Promise<void> {
  const { table = TABLE } = readOptions('createIdempotencyTable', options, optionsTable);
  // The name of a table can begin with a schema, but the names of its constraint and its index cannot.
  const name = table.replaceAll('.', '_');
  if (dialectOf(db).indexesInTable) return createMysqlTable(db, table, name);
  await db.schema
    .createTable(table)
    .ifNotExists()
    .addColumn('user', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('keep_until', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('headers', 'text')
    .addColumn('body', 'text')
    .addPrimaryKeyConstraint(`${name}_pkey`, ['user', 'key'])
    .execute();
  await db.schema.createIndex(`${name}_keep_until`).ifNotExists().on(table).column('keep_until').execute();
}

/**
 * Creates a store of idempotency keys in a database. If the sources of a write use the same `db`, the response is stored in the
 * transaction of the write. Expired keys are removed when the store receives other keys: at most
 * 100 in one request, and once a minute unless more remain.
 *
 * @throws {TypeError} If an option is unknown or invalid.
 * @example
 * await createIdempotencyTable(db);
 * const store = createKyselyIdempotencyStore(db);
 */
export function createKyselyIdempotencyStore<Database>(
  db: Kysely<Database>,
  options: IdempotencyTableOptions = {},
): IdempotencyStore {
  const { table = TABLE } = readOptions('createKyselyIdempotencyStore', options, optionsTable);
  const executor = db as unknown as Executor;
  let prunesAt = 0;

  const readRow = async (claim: IdempotencyClaim): Promise<KeyRow | undefined> =>
    (await executor.selectFrom(table).selectAll().where(isOf(claim)).executeTakeFirst()) as KeyRow | undefined;

  const columnOf = (name: string) => sql.ref(`${table}.${name}`);
  /** Inserts a claim, or replaces one that expired. */
  const insertClaim = (claim: IdempotencyClaim, now: number) => {
    const values = {
      owner: claim.owner,
      fingerprint: claim.fingerprint,
      ...{ headers: null, body: null, status: null },
      // Last, because MySQL reads new values in the assignments that follow. A lease ends before its key.
      keep_until: claim.keepUntil.getTime(),
      lease_until: claim.leaseUntil.getTime(),
    };
    const isExpired = sql<boolean>`((${columnOf('status')} is null and ${columnOf('lease_until')} <= ${now})
      or ${columnOf('keep_until')} <= ${now})`;
    const insertion = executor.insertInto(table).values({ user: claim.user, key: claim.key, ...values });
    if (dialectOf(executor).onConflict === 'do nothing') {
      return insertion.onConflict((conflict) => conflict.columns(['user', 'key']).doUpdateSet(values).where(isExpired));
    }
    const changes = Object.entries(values).map(
      ([name, value]) => [name, sql`if(${isExpired}, ${value}, ${columnOf(name)})`] as const,
    );
    return insertion.onDuplicateKeyUpdate(Object.fromEntries(changes));
  };

  /** Takes the key if it is new, or if its claim expired without a response. */
  const take = async (claim: IdempotencyClaim, now: number): Promise<boolean> => {
    const insertion = insertClaim(claim, now);
    if (dialectOf(executor).returning)
      return (await insertion.returning('owner').executeTakeFirst())?.['owner'] === claim.owner;
    await insertion.execute();
    const row = await readRow(claim);
    return row?.owner === claim.owner && row.status === null;
  };

  /** Deletes some expired keys, the oldest first, and returns their number. */
  const deleteExpired = async (now: number): Promise<number> => {
    const keys = sql`${sql.ref('user')}, ${sql.ref('key')}`;
    const all = executor.deleteFrom(table);
    const some = dialectOf(executor).limitsDeletions
      ? all.where('keep_until', '<=', now).orderBy('keep_until').limit(MAX_DELETED)
      : all.where(sql<boolean>`(${keys}) in (select ${keys} from ${sql.table(table)} where keep_until <= ${now}
          order by keep_until limit ${MAX_DELETED})`);
    return Number((await some.executeTakeFirst()).numDeletedRows);
  };

  return Object.freeze({
    transactionGroup: db,
    transaction: (run, call) => runInTransaction(executor, call, (transaction) => run({ ...call, transaction })),
    async begin(claim, call) {
      // Concurrent claims of new keys can deadlock in MySQL.
      return withRetries(executor, call, async () => {
        const now = Date.now();
        if (performance.now() >= prunesAt) {
          // Other requests of this process do not wait.
          prunesAt = performance.now() + PRUNING;
          if ((await deleteExpired(now)) >= MAX_DELETED) prunesAt = 0;
        }
        for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
          if (await take(claim, now)) return 'taken';
          const row = await readRow(claim);
          if (row !== undefined) return { fingerprint: row.fingerprint, answer: answerOf(row) };
        }
        return { fingerprint: claim.fingerprint, answer: undefined };
      });
    },
    async complete(claim, answer, call) {
      const { status, headers, body = null } = answer;
      const { numUpdatedRows } = await transactionOf(executor, call)
        .updateTable(table)
        .set({ status, headers: JSON.stringify(headers), body })
        .where(isOf(claim))
        .where('owner', '=', claim.owner)
        // A write that was committed, although the database reported a failure, must not be completed twice.
        .where('status', 'is', null)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== 1) throw new Error('The idempotency key has another owner, or a response.');
    },
    async abandon(claim) {
      const own = executor.deleteFrom(table).where(isOf(claim)).where('owner', '=', claim.owner);
      // The key is released even if the client is gone.
      const { signal } = new AbortController();
      await withRetries(executor, { signal }, () => own.where('status', 'is', null).execute());
    },
  } satisfies IdempotencyStore);
}
