import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { usageText } from '@linkage/core/internal';
import type { ServerLimits } from '@linkage/server';
import { sharedMachineLimits } from './limits.ts';

/** The settings from the environment. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  /** The path of an SQLite file, or the URL of a PostgreSQL database. */
  readonly database: string;
  /** Whether the log contains each SQL statement. */
  readonly explain: boolean;
  /** The secret that signs cursors; undefined for a random one. */
  readonly cursorKey: string | undefined;
  /** The URL of the page with a heading for each error code. */
  readonly errorPage: string;
  /** The limits of all requests together. */
  readonly limits: Partial<ServerLimits>;
}

/** The list of errors in the repository. The site of a version has the same headings in `errors.html`. */
export const errorPage = 'https://github.com/linkage-js/linkage/blob/main/docs/errors.md';

const defaultFile = join(import.meta.dirname, '..', '.data', 'atlas.db');

type Environment = Readonly<Record<string, string | undefined>>;

/** The text of `npm start -- --help`. */
export const help = `Serves the demo: 250 countries and 135,233 cities.

Usage
  npm start -- [options]

Options
  --port <port>      Default: 3000. 0 is any free port.
  --host <host>      Default: 127.0.0.1.
  --database <file>  A file of SQLite, or a URL postgres://…

packages/internal/atlas/README.md lists the variables of the environment, such as PORT.`;

/** The options of `npm start --`. Each of them replaces a variable of the environment. */
const options = { port: { type: 'string' }, host: { type: 'string' }, database: { type: 'string' } } as const;

/**
 * Returns the environment with the options of the command.
 *
 * @throws {Error} If an option is unknown, or if npm has kept it for itself. The message is shown to the user.
 */
export function withOptions(env: Environment, args: readonly string[]): Environment {
  const { port, host, database } = valuesOf(args);
  // npm passes on what comes after `--`. Of other options, it makes variables, without a word.
  if (env['npm_config_port'] !== undefined && port === undefined)
    throw new Error('npm does not pass on options without "--". Use npm start -- --port 4000');
  return {
    ...env,
    ...(port !== undefined && { PORT: port }),
    ...(host !== undefined && { HOST: host }),
    ...(database !== undefined && { ATLAS_DB: database }),
  };
}

function valuesOf(args: readonly string[]): { readonly [Name in keyof typeof options]?: string | undefined } {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new Error(`${usageText(error as Error, help)} See npm start -- --help`);
  }
}

/** Whether a database is the URL of a PostgreSQL database. Any other text is the path of a file. */
export function isPostgresUrl(database: string): boolean {
  return /^postgres(?:ql)?:\/\//.test(database);
}

/** Returns the database without the user, the password, and the parameters of its URL, for messages. */
export function withoutSecrets(database: string): string {
  return isPostgresUrl(database) ? database.replace(/\/\/.*@/, '//').replace(/\?.*/, '') : database;
}

/** Reads ATLAS_LIMITS: `none`, or `concurrency`, `queue`, and `loopDelay`, separated by commas. */
function readLimits(text: string | undefined): Partial<ServerLimits> {
  if (!text) return sharedMachineLimits;
  if (text === 'none') return {};
  const [, concurrency, queue, loopDelay] = /^(\d{1,6}),(\d{1,6}),(\d{1,6})$/.exec(text)?.map(Number) ?? [];
  if (concurrency === undefined || queue === undefined || loopDelay === undefined || concurrency === 0) {
    throw new Error(`ATLAS_LIMITS must be none, or three numbers such as 16,16,6, but it is ${JSON.stringify(text)}`);
  }
  return { concurrency, queue, loopDelay };
}

/**
 * Reads PORT, HOST, ATLAS_DB, ATLAS_EXPLAIN, ATLAS_LIMITS, CURSOR_KEY, and ERROR_PAGE. Ignores empty variables.
 *
 * @throws {Error} If PORT or ATLAS_LIMITS is invalid or CURSOR_KEY is too short. The message is shown to the user.
 */
export function readSettings(env: Environment): Settings {
  const port = env['PORT'] || '3000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new Error(`PORT must be a number from 0 to 65535, but it is ${JSON.stringify(port)}`);
  }
  const cursorKey = env['CURSOR_KEY'] || undefined;
  if (cursorKey !== undefined && cursorKey.length < 32) throw new Error('CURSOR_KEY must have 32 characters or more');
  const given = env['ATLAS_DB'] || defaultFile;
  const database = isPostgresUrl(given) ? given : resolve(given);
  const explain = env['ATLAS_EXPLAIN'] === '1';
  const host = env['HOST'] || '127.0.0.1';
  const limits = readLimits(env['ATLAS_LIMITS']);
  return { port: Number(port), host, database, explain, cursorKey, errorPage: env['ERROR_PAGE'] || errorPage, limits };
}
