import type { ConnectionProvider, DatabaseConnection } from 'kysely';
import { withName } from '../dialects/named-statements.ts';

/**
 * Returns a connection whose statements do not fail after the signal aborts. They have the name, if there is one.
 *
 * @param onStart Receives the end of each statement.
 */
function quietConnection(
  connection: DatabaseConnection,
  signal: AbortSignal,
  name: string | undefined,
  onStart: (end: Promise<unknown>) => void,
): DatabaseConnection {
  const { cancelQuery, collectSessionInfo, killSession } = connection;
  return {
    executeQuery: (query, options) => {
      const rows = connection
        .executeQuery<never>(name === undefined ? query : withName(connection, query, name), options)
        .catch((error: unknown) => {
          if (signal.aborted) return { rows: [] };
          throw error;
        });
      onStart(rows);
      return rows;
    },
    streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
    ...(cancelQuery !== undefined && { cancelQuery: cancelQuery.bind(connection) }),
    ...(collectSessionInfo !== undefined && { collectSessionInfo: collectSessionInfo.bind(connection) }),
    ...(killSession !== undefined && { killSession: killSession.bind(connection) }),
  };
}

/**
 * Returns connections for a statement with an abort signal. When the signal aborts, Kysely rejects at once, and writes the error with which
 * the canceled statement ends to `console.error`. The server has responded by then, so this error is not needed.
 */
export function quietAfter(
  signal: AbortSignal,
  connections: ConnectionProvider,
  name: string | undefined,
  onStart: (end: Promise<unknown>) => void,
): ConnectionProvider {
  return {
    provideConnection: (consumer, options) =>
      connections.provideConnection(
        (connection) => consumer(quietConnection(connection, signal, name, onStart)),
        options,
      ),
  };
}
