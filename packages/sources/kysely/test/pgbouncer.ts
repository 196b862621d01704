import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Client } from 'pg';
import { findAccount } from './accounts.ts';
import { noPostgres, type PostgresConnection } from './postgres.ts';

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
const program = folders.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file));
const port = 6432;
const maxStartTime = 20_000;

/** The reason why tests cannot run behind PgBouncer. Undefined if they can. */
export const noPgbouncer: string | undefined =
  noPostgres ??
  (program === undefined ? 'SKIPPED, because PgBouncer is not installed: no pgbouncer in PATH' : undefined);

/** A private PgBouncer. */
export interface PrivatePgbouncer {
  readonly connection: PostgresConnection & { readonly port: number };
  readonly stop: () => Promise<void>;
  /** Kills the process, and starts it again after some milliseconds. */
  readonly restart: (after: number) => Promise<void>;
}

/**
 * Starts a PgBouncer in transaction mode in front of a PostgreSQL server. It listens on a Unix socket in a temporary
 * directory, and keeps at most `poolSize` connections to each database.
 *
 * @param settings Lines of its settings, such as `server_login_retry = 1`.
 * @throws {Error} If PgBouncer is not installed (see `noPgbouncer`) or does not start.
 */
export async function startPgbouncer(
  server: PostgresConnection,
  poolSize: number,
  settings: readonly string[] = [],
): Promise<PrivatePgbouncer> {
  if (program === undefined) throw new Error(noPgbouncer);
  const account = findAccount('postgres');
  const home = mkdtempSync(join(tmpdir(), 'linkage-pgbouncer-'));
  const file = join(home, 'pgbouncer.ini');
  writeFileSync(
    file,
    `[databases]
* = host=${server.host} port=${server.port ?? 5432} user=${server.user}
[pgbouncer]
listen_addr =
listen_port = ${port}
unix_socket_dir = ${home}
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
${settings.join('\n')}
`,
  );
  if (account !== undefined) for (const path of [home, file]) chownSync(path, account.uid, account.gid);
  let output = '';
  const launch = (): ChildProcess => {
    const child = spawn(program, [file], { ...account, cwd: home });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-2000);
      });
    }
    return child;
  };
  let child = launch();
  // A test run that is interrupted must not leave the process behind.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const end = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    kill();
    await ended;
  };
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    await end();
    rmSync(home, { recursive: true, force: true });
  };
  const connection = { ...server, host: home, port };
  const waitUntilReady = async (): Promise<void> => {
    const until = performance.now() + maxStartTime;
    for (;;) {
      const client = new Client(connection);
      try {
        await client.connect();
        return await client.end();
      } catch (cause) {
        if (child.exitCode !== null || performance.now() > until)
          throw new Error(`PgBouncer did not start: ${output}`, { cause });
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const restart = async (after: number): Promise<void> => {
    await end();
    await new Promise((resolve) => setTimeout(resolve, after));
    child = launch();
    await waitUntilReady();
  };
  try {
    await waitUntilReady();
  } catch (error) {
    await stop();
    throw error;
  }
  return { connection, stop, restart };
}
