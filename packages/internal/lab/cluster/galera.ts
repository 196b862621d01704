import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findAccount } from '../../../sources/kysely/test/accounts.ts';
import { queryMysql } from '../../../sources/kysely/test/ledger.ts';
import { freePorts } from './free-ports.ts';

const run = promisify(execFile);
const install = '/usr/bin/mariadb-install-db';
const program = '/usr/sbin/mariadbd';
const providers = ['/usr/lib/galera/libgalera_smm.so', '/usr/lib/libgalera_smm.so'];
const provider = providers.find((file) => existsSync(file));
/** Milliseconds in which a node must serve, also after a copy of all data. */
const PATIENCE = 60_000;
/** How often a node may end because a thread of its provider ended before the provider set its priority. */
const UNLUCKY_STARTS = 3;

/** The packages of Debian that are missing for Galera. */
export const missingForGalera: readonly string[] = [
  ...([install, program].every((file) => existsSync(file)) ? [] : ['mariadb-server']),
  ...(provider === undefined ? ['galera-4'] : []),
  ...(existsSync('/usr/bin/rsync') ? [] : ['rsync']),
];

/** One node of a cluster. */
export interface GaleraNode {
  readonly socketPath: string;
  /** Starts the node, and waits until it serves. */
  readonly start: (isFirst?: boolean) => Promise<void>;
  /** Waits until the node serves. */
  readonly untilReady: () => Promise<void>;
  /** Ends the node, and waits for its end. */
  readonly end: (signal: 'SIGKILL' | 'SIGTERM') => Promise<void>;
  /** Removes the data, so that the next start copies those of another node. */
  readonly forget: () => Promise<void>;
  /** Runs one statement. */
  readonly query: (text: string) => Promise<readonly Record<string, unknown>[]>;
  /** The last lines of the log. */
  readonly log: () => string;
}

/** Starts three nodes in a temporary directory. They listen on this machine only. */
export async function startGalera(): Promise<{
  readonly nodes: readonly GaleraNode[];
  readonly stop: () => Promise<void>;
}> {
  const account = findAccount('mysql');
  const home = mkdtempSync(join(tmpdir(), 'linkage-galera-'));
  if (account !== undefined) chownSync(home, account.uid, account.gid);
  const ports = await freePorts(12);
  const portOf = (node: number, use: number): number => ports[node * 4 + use] as number;
  const address = `gcomm://${[0, 1, 2].map((node) => `127.0.0.1:${portOf(node, 0)}`).join(',')}`;
  const running = new Set<ChildProcess>();
  const killAll = (): void => {
    for (const child of running) child.kill('SIGKILL');
  };
  // A run that is interrupted must not leave the nodes behind.
  process.once('exit', killAll);

  const nodeOf = async (index: number): Promise<GaleraNode> => {
    const folder = join(home, String(index));
    mkdirSync(folder);
    if (account !== undefined) chownSync(folder, account.uid, account.gid);
    const options = { ...account, cwd: folder };
    const data = join(folder, 'data');
    const socketPath = join(folder, 'socket');
    const shared = ['--no-defaults', `--datadir=${data}`, '--innodb-log-file-size=16M'];
    const create = (): Promise<unknown> =>
      run(install, [...shared, '--auth-root-authentication-method=normal', '--skip-test-db'], options);
    await create();
    let child: ChildProcess | undefined;
    let ended = Promise.resolve();
    let output = '';
    const log = (): string => {
      const file = join(folder, 'log.err');
      return existsSync(file) ? readFileSync(file, 'utf8').slice(-3000) : '';
    };
    const query: GaleraNode['query'] = (text) => queryMysql(socketPath, text);
    const isReady = async (): Promise<boolean> => {
      try {
        const rows = await query("show status like 'wsrep_ready'");
        return rows[0]?.['Value'] === 'ON';
      } catch {
        return false;
      }
    };
    const untilReady = async (): Promise<void> => {
      const until = performance.now() + PATIENCE;
      while (!(await isReady())) {
        if (child?.exitCode !== null || performance.now() > until)
          throw new Error(`Node ${index} does not serve (${child?.exitCode}): ${output}${log()}`);
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const launch = async (isFirst: boolean): Promise<void> => {
      const provided = [
        `gmcast.listen_addr=tcp://127.0.0.1:${portOf(index, 0)}`,
        `ist.recv_addr=127.0.0.1:${portOf(index, 1)}`,
        ...['evs.keepalive_period=PT1S', 'evs.suspect_timeout=PT3S', 'evs.inactive_timeout=PT6S'],
        ...['evs.inactive_check_period=PT0.5S', 'gcache.size=32M'],
      ];
      const started = spawn(
        program,
        [
          ...shared,
          ...[`--socket=${socketPath}`, `--pid-file=${join(folder, 'pid')}`, `--log-error=${join(folder, 'log.err')}`],
          // A node that starts deletes the temporary tables that it finds there, also those of others.
          `--tmpdir=${folder}`,
          ...['--bind-address=127.0.0.1', `--port=${portOf(index, 2)}`, '--character-set-server=utf8mb4'],
          ...['--collation-server=utf8mb4_nopad_bin', '--performance-schema=off', '--max-connections=300'],
          ...['--binlog-format=ROW', '--innodb-autoinc-lock-mode=2', '--innodb-flush-log-at-trx-commit=1'],
          ...['--innodb-buffer-pool-size=64M', '--wsrep-on=ON', `--wsrep-provider=${provider}`],
          `--wsrep-cluster-address=${isFirst ? 'gcomm://' : address}`,
          ...(isFirst ? ['--wsrep-new-cluster'] : []),
          `--wsrep-provider-options=${provided.join(';')}`,
          ...['--wsrep-cluster-name=linkage', `--wsrep-node-name=node${index}`, '--wsrep-slave-threads=2'],
          ...[`--wsrep-node-address=127.0.0.1:${portOf(index, 0)}`, '--wsrep-sst-method=rsync'],
          `--wsrep-sst-receive-address=127.0.0.1:${portOf(index, 3)}`,
        ],
        { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
      );
      started.stderr?.on('data', (chunk: Buffer) => {
        output = `${output}${chunk}`.slice(-2000);
      });
      child = started;
      running.add(started);
      ended = new Promise((resolve) =>
        started.once('exit', () => {
          running.delete(started);
          resolve();
        }),
      );
      await untilReady();
    };
    return {
      socketPath,
      query,
      untilReady,
      log,
      async start(isFirst = false) {
        for (let unlucky = 0; ; unlucky++) {
          try {
            return await launch(isFirst);
          } catch (error) {
            const hasEnded = child !== undefined && child.exitCode !== null;
            if (!hasEnded || unlucky === UNLUCKY_STARTS || !log().includes('Failed to set thread schedparams'))
              throw error;
          }
        }
      },
      async end(signal) {
        child?.kill(signal);
        await ended;
      },
      async forget() {
        rmSync(data, { recursive: true, force: true });
        await create();
      },
    };
  };
  const nodes = [await nodeOf(0), await nodeOf(1), await nodeOf(2)];
  const stop = async (): Promise<void> => {
    killAll();
    for (const node of nodes) await node.end('SIGKILL');
    process.off('exit', killAll);
    rmSync(home, { recursive: true, force: true });
  };
  try {
    for (const [index, node] of nodes.entries()) await node.start(index === 0);
  } catch (error) {
    await stop();
    throw error;
  }
  return { nodes, stop };
}
