import type { CompiledQuery, ConnectionProvider, DatabaseConnection, Kysely, QueryResult } from 'kysely';
import { namedError, nameOf, withName } from './named-statements.ts';

/** How a connection sends a statement. */
interface Sending {
  /** The name of the statement. Undefined if it has none. */
  readonly name: string | undefined;
  /** When it aborts, the statement ends without an error. */
  readonly signal?: AbortSignal;
  /** Receives the end of the statement. */
  readonly onStart?: (end: Promise<unknown>) => void;
}

/** Returns a connection that sends its statements in this way. */
function sendingConnection(connection: DatabaseConnection, { name, signal, onStart }: Sending): DatabaseConnection {
  const { cancelQuery, collectSessionInfo, killSession } = connection;
  let hasEnded = false;
  return {
    executeQuery: (query, options) => {
      const rows = connection
        .executeQuery<never>(name === undefined ? query : withName(connection, query, name), options)
        .then(
          (result) => {
            hasEnded = true;
            return result;
          },
          (error: unknown) => {
            hasEnded = true;
            if (signal?.aborted === true) return { rows: [] };
            throw error;
          },
        );
      onStart?.(rows);
      return rows;
    },
    streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    // While Kysely connects for a cancellation, the statement can end. Kysely then fails to find it.
    ...(cancelQuery !== undefined && {
      cancelQuery: (control) =>
        cancelQuery.call(connection, control).catch((error: unknown) => {
          if (!hasEnded) throw error;
        }),
    }),
    ...(collectSessionInfo !== undefined && { collectSessionInfo: collectSessionInfo.bind(connection) }),
    ...(killSession !== undefined && { killSession: killSession.bind(connection) }),
  };
}

/**
 * Returns connections that send a statement in this way. When its signal aborts, Kysely rejects at once, and writes the error with which the
 * canceled statement ends to `console.error`. The server has responded by then, so this error is not needed.
 */
export function sendingBy(connections: ConnectionProvider, sending: Sending): ConnectionProvider {
  return {
    provideConnection: (consumer, options) =>
      connections.provideConnection((connection) => consumer(sendingConnection(connection, sending)), options),
  };
}

/**
 * Sends a statement that is not canceled, with its name if it has one.
 *
 * @throws {Error} If a pooler sends it to a connection that does not know its name.
 */
export async function sendStatement<Row>(
  db: Pick<Kysely<never>, 'getExecutor' | 'executeQuery'>,
  statement: CompiledQuery<Row>,
): Promise<QueryResult<Row>> {
  const executor = db.getExecutor();
  const name = nameOf(executor.adapter, statement);
  if (name === undefined) return db.executeQuery(statement);
  try {
    return await executor.withConnectionProvider(sendingBy(executor, { name })).executeQuery<Row>(statement);
  } catch (error) {
    throw namedError(executor.adapter, error);
  }
}
