import type { CompiledQuery, DatabaseConnection, Kysely } from 'kysely';

// A driver that blocks the thread has the rows when its function returns. The promises of Kysely around it take longer than the statement.

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Runs a statement that reads. Returns undefined if it must wait for the connection, or if something reports the statements. */
export type DirectRead = (statement: CompiledQuery) => Rows | undefined;

/** The direct reads that drivers offer. */
const offered = new WeakMap<DatabaseConnection, DirectRead>();
/** The direct reads of databases, by their adapter. */
const known = new WeakMap<object, DirectRead>();

const never: DirectRead = () => undefined;

/** Offers direct reads over a connection. */
export function offerDirectReads(connection: DatabaseConnection, read: DirectRead): void {
  offered.set(connection, read);
}

function rowsOf<Row>(result: Promise<{ readonly rows: readonly Row[] }>): Promise<readonly Row[]> {
  return result.then(({ rows }) => rows);
}

/**
 * Executes a statement that reads: directly if the driver offers it and nothing else uses the connection. The first statement of a database
 * shows whether the connection that Kysely provides is that of the driver, and not one that the application wraps.
 */
export function executeDirectly<Row extends Rows[number]>(
  db: Pick<Kysely<never>, 'getExecutor' | 'executeQuery'>,
  statement: CompiledQuery<Row>,
): readonly Row[] | Promise<readonly Row[]> {
  const executor = db.getExecutor();
  // Plugins can change rows.
  if (executor.plugins.length > 0) return rowsOf(db.executeQuery(statement));
  const read = known.get(executor.adapter);
  if (read !== undefined) return (read(statement) as readonly Row[] | undefined) ?? rowsOf(db.executeQuery(statement));
  const result = executor.provideConnection((connection) => {
    known.set(executor.adapter, offered.get(connection) ?? never);
    return connection.executeQuery<Row>(statement);
  });
  return rowsOf(result);
}
