import { type OperationNode, sql, TableNode } from 'kysely';
import type { DatabaseDriver } from '../dialects/database-schema.ts';
import type { SqlDialect } from '../dialects/dialect.ts';
import { dialectOf } from '../dialects/dialect-of.ts';
import { libsqlDialect } from '../dialects/orm-dialects.ts';
import type { MappedDatabase, StoredNames, Warn } from '../mapping/known-table.ts';
import { bindRaisedErrors } from '../statements/raised-errors.ts';
import type { Executor } from '../statements/transaction.ts';
import type { KyselySourceOptions } from './source-options.ts';

/** Returns the names in a statement with one identifier. */
function namesIn(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return [];
  const { kind, name } = node as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === 'IdentifierNode') return [String(name)];
  return Object.values(node).flatMap(namesIn);
}

/**
 * Returns the names of the database for the names of a mapping: plugins of Kysely can write other letters, or add a schema. Undefined
 * without plugins.
 */
function storedNames(db: Executor): StoredNames | undefined {
  const executor = db.getExecutor();
  if (executor.plugins.length === 0) return undefined;
  return {
    table(name) {
      const [from] = db.selectFrom(name).selectAll().toOperationNode().from?.froms ?? [];
      const table: OperationNode | undefined = from;
      return table !== undefined && TableNode.is(table) ? namesIn(table.table).join('.') : name;
    },
    column(name) {
      const { selections = [] } = db.selectFrom('t').select(sql.id(name).as('c')).toOperationNode();
      return namesIn(selections).at(0) ?? name;
    },
  };
}

/** Returns a function that reports warnings. */
function warnBy(onWarning: NonNullable<KyselySourceOptions['onWarning']>): Warn {
  const reported = new Set<string>();
  return (given, message) => {
    const where = given.replace(/^createKyselySources: /, '');
    // The parts of a relationship with several target types can have one join table.
    const text = `${where}: ${message}`;
    if (reported.has(text)) return;
    reported.add(text);
    onWarning(Object.freeze({ where, message }));
  };
}

/**
 * Returns what is particular to the database and its driver.
 *
 * @throws {TypeError} If the driver cannot begin a transaction: every write of a server is one.
 */
function dialectIn(db: Executor, driver: DatabaseDriver | undefined): SqlDialect {
  if (driver?.withoutTransactions !== undefined)
    throw new TypeError(
      `createKyselySources: the driver of this database cannot begin a transaction (${JSON.stringify(driver.withoutTransactions)}), and every write is one. Cloudflare D1 has no transactions that a request can keep open: use libSQL, SQLite in a Durable Object, or PostgreSQL through Hyperdrive.`,
    );
  return driver?.cutsStrings === true ? libsqlDialect : dialectOf(db);
}

/** Returns the database of a mapping: its dialect, its tables as far as they are known, and who receives warnings. */
export function mappedDatabase(
  db: Executor,
  {
    databaseSchema,
    onWarning,
    raisedErrors,
    tenant: tenants,
  }: Pick<KyselySourceOptions, 'databaseSchema' | 'onWarning' | 'raisedErrors' | 'tenant'>,
): MappedDatabase {
  const names = databaseSchema === undefined ? undefined : storedNames(db);
  const warn = onWarning && warnBy(onWarning);
  if (databaseSchema?.driver?.withoutBusyTimeout === true)
    warn?.(
      'createKyselySources: driver',
      'libSQL does not wait for the lock of another process, and its connection then rejects commits: pass `timeout: 5000` to `createClient`.',
    );
  const dialect = dialectIn(db, databaseSchema?.driver);
  return {
    dialect: raisedErrors === undefined ? dialect : bindRaisedErrors(db as never, raisedErrors, dialect),
    ...{ databaseSchema, tenants },
    ...(names !== undefined && { names }),
    ...(warn !== undefined && { warn }),
  };
}
