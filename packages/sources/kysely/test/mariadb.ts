import { execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { canCancel } from '../src/dialects/later-kysely.ts';
import { findAccount } from './accounts.ts';

const run = promisify(execFile);
const maxStartTime = 30_000;

/** How clients connect to a private MariaDB server. */
export interface MariadbConnection {
  readonly socketPath: string;
  readonly user: string;
}

/** A private MariaDB server without databases. */
export interface PrivateMariadb {
  readonly connection: MariadbConnection;
  /** Stops the server and removes its files. */
  readonly stop: () => Promise<void>;
}

/** Debian puts the server into a folder that is not in the `PATH` of most accounts. */
function find(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
}

const [install, server] = [find('mariadb-install-db'), find('mariadbd')];

/** Why tests cannot use a MariaDB server. Undefined if there is one. */
export const noMariadb: string | undefined = !canCancel
  ? 'SKIPPED, because the sources reject MariaDB with Kysely 0.28'
  : install === undefined || server === undefined
    ? 'SKIPPED, because MariaDB is not installed: no mariadbd in PATH or /usr/sbin'
    : undefined;

/**
 * Starts a MariaDB server of its own in a temporary directory. It listens on a Unix socket in that directory only.
 *
 * @param added Options of the server such as `--log-bin`.
 * @throws {Error} If MariaDB is not installed (see `noMariadb`) or does not start.
 */
export async function startMariadb(added: readonly string[] = []): Promise<PrivateMariadb> {
  if (install === undefined || server === undefined) throw new Error(noMariadb);
  const account = findAccount('mysql');
  const home = mkdtempSync(join(tmpdir(), 'linkage-mariadb-'));
  if (account !== undefined) chownSync(home, account.uid, account.gid);
  const options = { ...account, cwd: home };
  const shared = ['--no-defaults', `--datadir=${join(home, 'data')}`, '--innodb-log-file-size=4M'];
  const made = ['--auth-root-authentication-method=normal', '--skip-test-db'];
  const connection = { socketPath: join(home, 'socket'), user: 'root' };
  const settings = [
    ...['--skip-networking', `--socket=${connection.socketPath}`, `--pid-file=${join(home, 'pid')}`],
    ...['--innodb-flush-log-at-trx-commit=0', '--innodb-doublewrite=0', '--innodb-flush-method=nosync'],
    // A server that starts deletes the temporary tables that it finds there: in a shared folder, also those of others.
    `--tmpdir=${home}`,
    ...['--performance-schema=off', '--character-set-server=utf8mb4', '--collation-server=utf8mb4_nopad_bin'],
  ];
  try {
    await run(install, [...shared, ...made], options);
    const child = spawn(server, [...shared, ...settings, ...added], options);
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-2000);
    });
    child.stdout.resume();
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    // A test run that is interrupted must not leave the server behind.
    const kill = (): void => void child.kill('SIGKILL');
    process.once('exit', kill);
    const stop = async (): Promise<void> => {
      process.off('exit', kill);
      child.kill('SIGTERM');
      await ended;
      rmSync(home, { recursive: true, force: true });
    };
    const end = performance.now() + maxStartTime;
    for (;;) {
      try {
        await (await createConnection(connection)).end();
        return { connection, stop };
      } catch (cause) {
        if (child.exitCode === null && performance.now() < end) {
          await new Promise((resolve) => setTimeout(resolve, 50));
          continue;
        }
        await stop();
        throw new Error(`MariaDB did not start: ${output}`, { cause });
      }
    }
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
}
