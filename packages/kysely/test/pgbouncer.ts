import { spawn } from 'node:child_process';
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
}

/**
 * Starts a PgBouncer in transaction mode in front of a PostgreSQL server. It listens on a Unix socket in a temporary
 * directory, and keeps at most `poolSize` connections to each database.
 *
 * @throws {Error} If PgBouncer is not installed (see `noPgbouncer`) or does not start.
 */
export async function startPgbouncer(server: PostgresConnection, poolSize: number): Promise<PrivatePgbouncer> {
  if (program === undefined) throw new Error(noPgbouncer);
  const account = findAccount('postgres');
  const home = mkdtempSync(join(tmpdir(), 'linkage-pgbouncer-'));
  const settings = join(home, 'pgbouncer.ini');
  writeFileSync(
    settings,
    `[databases]
* = host=${server.host} user=${server.user}
[pgbouncer]
listen_addr =
listen_port = ${port}
unix_socket_dir = ${home}
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 100
`,
  );
  if (account !== undefined) for (const path of [home, settings]) chownSync(path, account.uid, account.gid);
  const started = spawn(program, [settings], { ...account, cwd: home });
  let output = '';
  for (const stream of [started.stdout, started.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-2000);
    });
  }
  const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  // A test run that is interrupted must not leave the process behind.
  const kill = (): void => void started.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    kill();
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  const connection = { ...server, host: home, port };
  const end = performance.now() + maxStartTime;
  for (;;) {
    const client = new Client(connection);
    try {
      await client.connect();
      await client.end();
      return { connection, stop };
    } catch (cause) {
      if (started.exitCode !== null || performance.now() > end) {
        await stop();
        throw new Error(`PgBouncer did not start: ${output}`, { cause });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
