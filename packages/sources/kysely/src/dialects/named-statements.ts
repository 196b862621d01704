import type { CompiledQuery, DatabaseConnection, Kysely } from 'kysely';
import { dialectOf } from './dialect-of.ts';
import { canCancel } from './later-kysely.ts';
import { postgresDialect } from './postgres.ts';

// PostgreSQL parses and plans a statement with a name once for each connection, and then only receives its values.

/** The maximum number of names: each connection keeps all its named statements. */
const MAX_NAMES = 200;
/** The names by the strings of statements: in all databases of this process, a name has one string. */
const names = new Map<string, string>();
/** Other processes can share connections of a pooler. */
const prefix = `linkage_${Math.random().toString(36).slice(2, 10)}`;

/** The trees of statements that were executed: all executions of a kept statement share its tree. */
const executed = new WeakSet<object>();

/** The adapters of databases whose statements can have names. */
const named = new WeakSet<object>();

/**
 * Lets the statements of a database have names.
 *
 * @throws {TypeError} If its driver does not know names.
 */
export function nameStatements(db: Pick<Kysely<never>, 'getExecutor'>): void {
  if (dialectOf(db) !== postgresDialect || !canCancel)
    throw new TypeError(
      'createKyselySources: `prepareStatements` requires PostgreSQL with the driver `pg`, and Kysely 0.29 or later.',
    );
  named.add(db.getExecutor().adapter);
}

/** Returns the name of a statement, from its second execution on. Undefined if it has none. */
export function nameOf(adapter: object, { sql, query }: CompiledQuery): string | undefined {
  if (!named.has(adapter)) return undefined;
  const name = names.get(sql);
  if (name !== undefined || names.size >= MAX_NAMES) return name;
  if (!executed.has(query)) {
    executed.add(query);
    return undefined;
  }
  const added = `${prefix}_${names.size}`;
  names.set(sql, added);
  return added;
}

/**
 * Returns a statement with its name in the form that a client of `pg` takes. A connection that reports statements, for example to the option
 * `log` of Kysely, expects a string: it has a method of its own.
 */
export function withName(connection: DatabaseConnection, statement: CompiledQuery, name: string): CompiledQuery {
  const isOfDriver = connection.collectSessionInfo !== undefined && !Object.hasOwn(connection, 'executeQuery');
  const sent = { text: statement.sql, name };
  return isOfDriver ? { ...statement, sql: sent as unknown as string } : statement;
}

/** The codes of PostgreSQL for a name that the connection does not know, and for one that it knows already. */
const foreignNames: ReadonlySet<unknown> = new Set(['26000', '42P05']);

/**
 * Returns the error of a statement with a name. If another connection of the database had prepared it, the statements of the database have no
 * names any more, and the error says what to do.
 */
export function namedError(adapter: object, error: unknown): unknown {
  if (!foreignNames.has((Object(error) as { readonly code?: unknown }).code)) return error;
  named.delete(adapter);
  return new Error(
    'A prepared statement was sent to another connection of the database than the one that prepared it: a pooler, such as PgBouncer in transaction mode, shares connections among clients. Leave out `prepareStatements: true` of createKyselySources, use a pool in session mode, or a pooler that follows prepared statements (PgBouncer 1.21 with `max_prepared_statements`). The next statements have no names.',
    { cause: error },
  );
}
