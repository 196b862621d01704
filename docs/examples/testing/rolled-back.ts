// #region dialect
import { CompiledQuery, type DatabaseConnection, type Dialect } from 'kysely';

/** A dialect with one transaction for each test: the transactions of requests are savepoints in it, and nothing is committed. */
export function rolledBack(dialect: Dialect): Dialect & { readonly rollBack: () => Promise<void> } {
  const driver = dialect.createDriver();
  const ready = driver.init();
  let connection: Promise<DatabaseConnection> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let release = () => {};
  const run = (on: DatabaseConnection, text: string) => on.executeQuery(CompiledQuery.raw(text));

  async function begin(): Promise<DatabaseConnection> {
    await ready;
    const begun = await driver.acquireConnection();
    await driver.beginTransaction(begun, {});
    return begun;
  }
  async function rollBack(): Promise<void> {
    if (connection === undefined) return;
    const begun = await connection;
    connection = undefined;
    await driver.rollbackTransaction(begun);
    await driver.releaseConnection(begun);
  }
  /** There is one connection: each request waits for the one before it. */
  async function acquireConnection(): Promise<DatabaseConnection> {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    release = resolve;
    connection ??= begin();
    return connection;
  }
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver: () => ({
      init: () => ready,
      acquireConnection,
      releaseConnection: async () => release(),
      beginTransaction: async (on) => void (await run(on, 'savepoint request')),
      commitTransaction: async (on) => void (await run(on, 'release savepoint request')),
      rollbackTransaction: async (on) => void (await run(on, 'rollback to savepoint request')),
      destroy: async () => {
        await rollBack();
        await driver.destroy();
      },
    }),
    rollBack,
  };
}
// #endregion
