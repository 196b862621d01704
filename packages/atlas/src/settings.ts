import { join, resolve } from 'node:path';

/** The settings from the environment. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The path of the database file. */
  readonly file: string;
}

const defaultFile = join(import.meta.dirname, '..', '.data', 'atlas.db');

/**
 * Reads PORT, HOST, and ATLAS_DB. Ignores empty variables.
 *
 * @throws {Error} If PORT is invalid. The message is shown to the user.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const port = env['PORT'] || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, but it is ${JSON.stringify(port)}`);
  }
  return { port: Number(port), host: env['HOST'] || '127.0.0.1', file: resolve(env['ATLAS_DB'] || defaultFile) };
}
