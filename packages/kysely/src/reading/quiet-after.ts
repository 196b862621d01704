import type { ConnectionProvider, DatabaseConnection } from 'kysely';

/** Returns a connection whose statements do not fail after the signal aborts. */
function quietConnection(connection: DatabaseConnection, signal: AbortSignal): DatabaseConnection {
  const { cancelQuery, collectSessionInfo, killSession } = connection;
  return {
    async executeQuery(query, options) {
      try {
        return await connection.executeQuery(query, options);
      } catch (error) {
        if (signal.aborted) return { rows: [] };
        throw error;
      }
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
export function quietAfter(signal: AbortSignal, connections: ConnectionProvider): ConnectionProvider {
  return {
    provideConnection: (consumer, options) =>
      connections.provideConnection((connection) => consumer(quietConnection(connection, signal)), options),
  };
}
