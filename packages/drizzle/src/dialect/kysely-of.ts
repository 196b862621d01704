import { ormExecutorOf } from '@linkage/kysely/internal';
import type { SourceCall } from '@linkage/server';
import { Kysely } from 'kysely';
import { createDrizzleDialect, type DrizzleDatabase, primaryOf } from './drizzle-dialect.ts';

const known = new WeakMap<DrizzleDatabase, Kysely<never>>();

/**
 * Returns the Kysely instance whose statements a database of Drizzle runs: for `readCatalog`, `explainStatements`, and
 * `createKyselyIdempotencyStore` of `@linkage/kysely`. One database has one instance, so all sources over it share transactions.
 *
 * @throws {TypeError} If the sources cannot use the driver.
 * @example
 * const catalog = await readCatalog(kyselyOf(db));
 */
export function kyselyOf(db: DrizzleDatabase): Kysely<never> {
  const primary = primaryOf(db);
  const kysely = known.get(primary) ?? new Kysely<never>({ dialect: createDrizzleDialect(primary) });
  known.set(primary, kysely);
  return kysely;
}

/**
 * Returns what runs statements in the transaction of a call, for hooks that use Drizzle: the transaction, or the database outside of one.
 *
 * @example
 * const tx = await transactionOf(db, call);
 * await tx.insert(audits).values({ text: 'An article was created.' });
 */
export async function transactionOf<Database extends DrizzleDatabase>(
  db: Database,
  call: Pick<SourceCall, 'transaction'>,
): Promise<Database> {
  const { transaction } = call;
  if (!(transaction instanceof Kysely)) return db;
  return await transaction.getExecutor().provideConnection(async (it) => ormExecutorOf(it, primaryOf(db)));
}
