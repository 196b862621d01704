import { ormKyselyOf, ormTransactionOf } from '@linkage/kysely/internal';
import type { SourceCall } from '@linkage/server';
import type { Kysely } from 'kysely';
import { createDrizzleDialect, type DrizzleDatabase, primaryOf } from './drizzle-dialect.ts';

/**
 * Returns the Kysely instance whose statements a database of Drizzle runs: for `readDatabaseSchema`, `explainStatements`, and
 * `createKyselyIdempotencyStore` of `@linkage/kysely`. One database has one instance, so all sources over it share transactions.
 *
 * @throws {TypeError} If the sources cannot use the driver.
 * @example
 * const databaseSchema = await readDatabaseSchema(kyselyOf(db));
 */
export function kyselyOf(db: DrizzleDatabase): Kysely<never> {
  return ormKyselyOf(primaryOf(db), createDrizzleDialect);
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
  return await ormTransactionOf(primaryOf(db), call);
}
