import { type OptionTable, optionTable, readOptions } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { IdempotencyClaim, IdempotencyStore, StoredAnswer } from '@linkage/server';
import { type Kysely, sql } from 'kysely';
import { type Executor, executorOf, runInTransaction } from './statements/transaction.ts';

/** Where idempotency keys are kept in a database. */
export interface IdempotencyTableOptions {
  /** The table. Default `idempotency_key`. */
  readonly table?: string | undefined;
}

const optionsTable: OptionTable = optionTable({ table: 'string' });
const TABLE = 'idempotency_key';

/** How often a key that another request has just given back is tried again. */
const ATTEMPTS = 3;

interface KeyRow {
  readonly owner: string;
  readonly fingerprint: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
}

/** Whether a row is of this scope and key. */
function isOf({ scope, key }: IdempotencyClaim) {
  return sql<boolean>`${sql.ref('scope')} = ${scope} and ${sql.ref('key')} = ${key}`;
}

function answerOf({ status, headers, body }: KeyRow): StoredAnswer | undefined {
  if (status === null || headers === null) return undefined;
  return { status: Number(status), headers: JSON.parse(headers), body: body ?? undefined };
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
  // A table can have a schema in front; the names of its constraint and its index cannot.
  const name = table.replaceAll('.', '_');
  await db.schema
    .createTable(table)
    .ifNotExists()
    .addColumn('scope', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('owner', 'text', (column) => column.notNull())
    .addColumn('fingerprint', 'text', (column) => column.notNull())
    .addColumn('lease_until', 'bigint', (column) => column.notNull())
    .addColumn('keep_until', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('headers', 'text')
    .addColumn('body', 'text')
    .addPrimaryKeyConstraint(`${name}_pkey`, ['scope', 'key'])
    .execute();
  await db.schema.createIndex(`${name}_keep_until`).ifNotExists().on(table).column('keep_until').execute();
}

/**
 * Creates a store of idempotency keys in a database, for SQLite and PostgreSQL. Answers are stored in the transaction of the
 * write if its sources are made of the same `db`. Expired keys are removed when others are taken.
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

  /** Takes the key if it is new, or if its claim has run out without an answer. */
  const take = async (claim: IdempotencyClaim, now: number): Promise<boolean> => {
    const values = {
      owner: claim.owner,
      fingerprint: claim.fingerprint,
      lease_until: claim.leaseUntil.getTime(),
      keep_until: claim.keepUntil.getTime(),
    };
    const row = await executor
      .insertInto(table)
      .values({ scope: claim.scope, key: claim.key, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['scope', 'key'])
          .doUpdateSet(values)
          .where(sql<boolean>`${sql.ref(`${table}.status`)} is null and ${sql.ref(`${table}.lease_until`)} <= ${now}`),
      )
      .returning('owner')
      .executeTakeFirst();
    return row?.['owner'] === claim.owner;
  };

  return Object.freeze({
    transactionScope: db,
    transaction: (run, call) => runInTransaction(executor, call, (transaction) => run({ ...call, transaction })),
    async begin(claim) {
      const now = Date.now();
      await executor.deleteFrom(table).where('keep_until', '<=', now).execute();
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (await take(claim, now)) return 'taken';
        const row = (await executor.selectFrom(table).selectAll().where(isOf(claim)).executeTakeFirst()) as
          | KeyRow
          | undefined;
        if (row !== undefined) return { fingerprint: row.fingerprint, answer: answerOf(row) };
      }
      return { fingerprint: claim.fingerprint, answer: undefined };
    },
    async complete(claim, answer, call) {
      const { status, headers } = answer;
      const body = fieldOf(answer, 'body') ?? null;
      const { numUpdatedRows } = await executorOf(executor, call)
        .updateTable(table)
        .set({ status, headers: JSON.stringify(headers), body })
        .where(isOf(claim))
        .where('owner', '=', claim.owner)
        .executeTakeFirst();
      if (Number(numUpdatedRows) !== 1) throw new Error('The idempotency key has another owner.');
    },
    async abandon(claim) {
      const own = executor.deleteFrom(table).where(isOf(claim)).where('owner', '=', claim.owner);
      await own.where('status', 'is', null).execute();
    },
  } satisfies IdempotencyStore);
}
