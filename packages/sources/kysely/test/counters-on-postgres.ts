import { PostgresDialect } from 'kysely';
import { Pool, type PoolConfig } from 'pg';
import { serveCounters as serve } from './counters.ts';

/** Opens a pool as the README shows: with listeners, so that a lost connection does not end the process. */
export function openPool(connection: object, options: PoolConfig = {}): Pool {
  const pool = new Pool({ ...connection, max: 8, ...options });
  return pool.on('error', () => undefined).on('connect', (client) => client.on('error', () => undefined));
}

/** A server for counters over a pool. */
export function serveCounters(pool: Pool): ReturnType<typeof serve> {
  return serve(new PostgresDialect({ pool }));
}
