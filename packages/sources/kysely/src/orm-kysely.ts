import { type Dialect, Kysely } from 'kysely';
import { ormExecutorOf } from './orm-dialect.ts';

const known = new WeakMap<object, Kysely<never>>();

/**
 * Returns the Kysely instance whose statements the database of an ORM runs. One database has one instance, so all sources over it share
 * transactions.
 */
export function ormKyselyOf<Database extends object>(
  database: Database,
  createDialect: (database: Database) => Dialect,
): Kysely<never> {
  const kysely = known.get(database) ?? new Kysely<never>({ dialect: createDialect(database) });
  known.set(database, kysely);
  return kysely;
}

/** Returns what runs the statements of a call in an ORM: the transaction of the call, or the database outside of one. */
export async function ormTransactionOf<Database extends object>(
  database: Database,
  { transaction }: { readonly transaction?: unknown },
): Promise<Database> {
  if (!(transaction instanceof Kysely)) return database;
  return await transaction.getExecutor().provideConnection(async (it) => ormExecutorOf(it, database));
}
