import type { Client, InArgs, Transaction } from '@libsql/client';
import { type DatabaseConnection, type Dialect, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';

/**
 * A dialect of Kysely over libSQL with the adapter of SQLite, as those on npm for libSQL and D1.
 *
 * @param hasTransactions Without them, `begin` fails as in `kysely-d1`.
 */
export function libsqlDialectOf(client: Client, hasTransactions = true): Dialect {
  let open: Transaction | undefined;
  const connection: DatabaseConnection = {
    async executeQuery({ sql, parameters }) {
      const { rows, rowsAffected } = await (open ?? client).execute({ sql, args: parameters as InArgs });
      return { rows: rows.map((row) => ({ ...row })) as never[], numAffectedRows: BigInt(rowsAffected) };
    },
    streamQuery() {
      throw new Error('The driver does not stream.');
    },
  };
  const end = async (how: 'commit' | 'rollback'): Promise<void> => {
    const ending = open;
    open = undefined;
    await ending?.[how]();
  };
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => connection,
      async beginTransaction() {
        if (!hasTransactions) throw new Error('Transactions are not supported yet.');
        open = await client.transaction('write');
      },
      commitTransaction: () => end('commit'),
      rollbackTransaction: () => end('rollback'),
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    }),
  };
}
