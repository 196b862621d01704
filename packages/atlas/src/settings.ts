import { join, resolve } from 'node:path';

/** What the environment says. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The file of the database. */
  readonly file: string;
  /** Whether the log contains each SQL statement. */
  readonly explain: boolean;
}

const defaultFile = join(import.meta.dirname, '..', '.data', 'atlas.db');

/**
 * Reads PORT, HOST, ATLAS_DB and ATLAS_EXPLAIN. An empty variable counts as none.
 *
 * @throws {Error} PORT is no port; the message is for people.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const port = env['PORT'] || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT is ${JSON.stringify(port)}, which is no number from 0 to 65535`);
  }
  const file = resolve(env['ATLAS_DB'] || defaultFile);
  return { port: Number(port), host: env['HOST'] || '127.0.0.1', file, explain: env['ATLAS_EXPLAIN'] === '1' };
}
