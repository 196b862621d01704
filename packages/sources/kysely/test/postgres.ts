import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { findAccount } from './accounts.ts';

const run = promisify(execFile);
const debian = '/usr/lib/postgresql';
const database = 'postgres';
const user = 'linkage';
const maxStartTime = 30_000;

/** How clients connect to a private PostgreSQL server. `pg` takes the directory of a Unix socket as `host`. */
export interface PostgresConnection {
  readonly host: string;
  readonly port?: number;
  readonly database: string;
  readonly user: string;
}

/** A private PostgreSQL server with an empty database. */
export interface PrivatePostgres {
  readonly connection: PostgresConnection;
  /** Stops the server and removes its files. */
  readonly stop: () => Promise<void>;
  /** Ends the server as a power cut does. It does not start again. */
  readonly kill: () => Promise<void>;
  /** Ends the server, either as an administrator does or as a power cut, and starts it again after some milliseconds. */
  readonly restart: (signal: 'SIGINT' | 'SIGKILL', after?: number) => Promise<void>;
}

/** Returns the directory of the server's binaries, which Debian does not put into `PATH`. */
function findBinaries(): string | undefined {
  const installed = existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : [];
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...installed.sort().reverse()];
  const names = ['initdb', 'postgres', 'pg_basebackup'];
  return folders.find((folder) => names.every((name) => existsSync(join(folder, name))));
}

const binaries = findBinaries();

/** The reason why tests cannot use a PostgreSQL server. Undefined if they can. */
export const noPostgres: string | undefined =
  binaries === undefined
    ? 'SKIPPED, because PostgreSQL is not installed: no initdb in PATH or /usr/lib/postgresql'
    : undefined;

async function waitUntilReady(
  connection: PostgresConnection,
  server: ChildProcess,
  output: () => string,
): Promise<void> {
  const end = performance.now() + maxStartTime;
  for (;;) {
    const client = new Client(connection);
    try {
      await client.connect();
      return await client.end();
    } catch (cause) {
      const isGone = server.exitCode !== null;
      if (isGone || performance.now() > end) throw new Error(`PostgreSQL did not start: ${output()}`, { cause });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** The options that differ from the server of most tests. */
export interface PostgresOptions {
  /** The primary server that this server follows. Default: it is a primary server itself. */
  readonly standbyOf?: PostgresConnection;
  /** The port of 127.0.0.1 on which the server listens. Default: it listens on a Unix socket only. */
  readonly port?: number;
  /** Settings such as `recovery_min_apply_delay=1500ms`. */
  readonly settings?: readonly string[];
}

/**
 * Starts a PostgreSQL server of its own in a temporary directory. Without `port`, it listens on a Unix socket in that directory only, so
 * servers of several test files do not meet.
 *
 * @throws {Error} If PostgreSQL is not installed (see `noPostgres`) or does not start.
 */
export async function startPostgres({
  standbyOf,
  port,
  settings: added = [],
}: PostgresOptions = {}): Promise<PrivatePostgres> {
  if (binaries === undefined) throw new Error(noPostgres);
  const account = findAccount('postgres');
  const home = mkdtempSync(join(tmpdir(), 'linkage-postgres-'));
  if (account !== undefined) chownSync(home, account.uid, account.gid);
  const data = join(home, 'data');
  const options = { ...account, cwd: home };
  // The settings of locks are those of a server in use: PostgreSQL looks for deadlocks after one second.
  const settings = [
    ...(port === undefined ? ['listen_addresses='] : ['listen_addresses=127.0.0.1', `port=${port}`]),
    `unix_socket_directories=${home}`,
    'fsync=off',
    'max_connections=60',
    ...added,
  ];
  try {
    const init = ['-D', data, '-U', user, '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'];
    const from = ['-h', standbyOf?.host ?? '', '-p', String(standbyOf?.port ?? 5432)];
    const copy = ['-D', data, '-U', user, ...from, '-R', '--no-sync', '--checkpoint=fast'];
    if (standbyOf === undefined) await run(join(binaries, 'initdb'), init, options);
    else await run(join(binaries, 'pg_basebackup'), copy, options);
    const given = ['-D', data, ...settings.flatMap((it) => ['-c', it])];
    const place = port === undefined ? { host: home } : { host: '127.0.0.1', port };
    const connection = { ...place, database, user };
    let output = '';
    const launch = () => {
      const started = spawn(join(binaries, 'postgres'), given, options);
      started.stderr.on('data', (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-2000);
      });
      started.stdout.resume();
      return { started, ended: new Promise<void>((resolve) => started.once('exit', () => resolve())) };
    };
    let server = launch();
    // A test run that is interrupted must not leave the server behind.
    const kill = (): void => void server.started.kill('SIGQUIT');
    process.once('exit', kill);
    const end = async (signal: 'SIGINT' | 'SIGKILL'): Promise<void> => {
      server.started.kill(signal);
      await server.ended;
    };
    const stop = async (): Promise<void> => {
      process.off('exit', kill);
      // A fast shutdown: PostgreSQL does not wait for its clients.
      await end('SIGINT');
      rmSync(home, { recursive: true, force: true });
    };
    const restart = async (signal: 'SIGINT' | 'SIGKILL', after = 0): Promise<void> => {
      await end(signal);
      await new Promise((resolve) => setTimeout(resolve, after));
      // The processes of a server that was killed keep its memory for a moment, and a new server waits for that.
      const until = performance.now() + maxStartTime;
      for (;;) {
        server = launch();
        try {
          return await waitUntilReady(connection, server.started, () => output);
        } catch (error) {
          if (performance.now() > until) throw error;
        }
      }
    };
    try {
      await waitUntilReady(connection, server.started, () => output);
    } catch (error) {
      await stop();
      throw error;
    }
    return { connection, stop, restart, kill: () => end('SIGKILL') };
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}
