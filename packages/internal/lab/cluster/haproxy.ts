import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { queryPostgres } from '../../../sources/kysely/test/ledger.ts';
import { freePorts } from './free-ports.ts';

const program = '/usr/sbin/haproxy';
const PATIENCE = 10_000;

export const hasHaproxy: boolean = existsSync(program);

/** A server of PostgreSQL behind HAProxy. */
export interface Backend {
  readonly port: number;
  /** Responds with 200 if the server behind the port accepts writes, as the programs that manage failovers do. */
  readonly checkPort: number;
  readonly close: () => Promise<void>;
}

/** Serves the check of a server behind a port. */
export async function serveCheck(port: number, user: string, database: string): Promise<Backend> {
  const timeouts = { connectionTimeoutMillis: 500, query_timeout: 500 };
  const isPrimary = async (): Promise<boolean> => {
    try {
      const at = { host: '127.0.0.1', port, user, database, ...timeouts };
      return (await queryPostgres(at, 'select pg_is_in_recovery() as "isStandby"'))['isStandby'] === false;
    } catch {
      return false;
    }
  };
  const host = createServer(async (_request, response) => {
    response.writeHead((await isPrimary()) ? 200 : 503).end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  const { port: checkPort } = host.address() as AddressInfo;
  const close = async (): Promise<void> => {
    host.closeAllConnections();
    await new Promise((resolve) => host.close(resolve));
  };
  return { port, checkPort, close };
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/** Starts HAProxy, which passes connections on to the server that accepts writes. */
export async function startHaproxy(
  backends: readonly Backend[],
): Promise<{ readonly port: number; readonly stop: () => Promise<void> }> {
  const home = mkdtempSync(join(tmpdir(), 'linkage-haproxy-'));
  const [port] = (await freePorts(1)) as [number];
  const servers = backends.map(
    (it, index) => `  server node${index} 127.0.0.1:${it.port} check port ${it.checkPort} inter 300ms fall 2 rise 1`,
  );
  writeFileSync(
    join(home, 'haproxy.cfg'),
    `defaults
  mode tcp
  timeout connect 1s
  timeout check 1s
  timeout client 60s
  timeout server 60s
listen primary
  bind 127.0.0.1:${port}
  option httpchk
  default-server on-marked-down shutdown-sessions
${servers.join('\n')}
`,
  );
  const child = spawn(program, ['-db', '-f', join(home, 'haproxy.cfg')], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-2000);
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // A run that is interrupted must not leave the process behind.
  const kill = (): void => void child.kill('SIGKILL');
  process.once('exit', kill);
  const stop = async (): Promise<void> => {
    process.off('exit', kill);
    kill();
    await ended;
    rmSync(home, { recursive: true, force: true });
  };
  const until = performance.now() + PATIENCE;
  while (!(await isOpen(port))) {
    if (child.exitCode !== null || performance.now() > until) {
      await stop();
      throw new Error(`HAProxy did not start: ${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return { port, stop };
}
