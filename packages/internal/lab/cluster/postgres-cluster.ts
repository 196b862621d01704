import { queryPostgres as query } from '../../../sources/kysely/test/ledger.ts';
import { noPgbouncer, type PrivatePgbouncer, startPgbouncer } from '../../../sources/kysely/test/pgbouncer.ts';
import {
  noPostgres,
  type PostgresConnection,
  type PrivatePostgres,
  startPostgres,
} from '../../../sources/kysely/test/postgres.ts';
import { freePorts } from './free-ports.ts';
import { type Backend, hasHaproxy, serveCheck, startHaproxy } from './haproxy.ts';
import { type Link, openLink } from './tcp-proxy.ts';

/** The packages of Debian that are missing for PostgreSQL. */
export const missingForPostgres: readonly string[] = [
  ...(noPostgres === undefined ? [] : ['postgresql']),
  ...(noPgbouncer === undefined ? [] : ['pgbouncer']),
  ...(hasHaproxy ? [] : ['haproxy']),
];

/** Connections of the pooler to the primary server, for three processes with eight each. */
const POOL_SIZE = 16;
/** By default, PgBouncer waits 15 seconds before it tries a server again that did not respond. */
const poolerSettings = ['server_login_retry = 1', 'server_connect_timeout = 2', 'query_wait_timeout = 5'];
const timeouts = ['wal_sender_timeout=3s', 'wal_receiver_timeout=3s', 'wal_retrieve_retry_interval=500ms'];
const settings = ['max_connections=80', ...timeouts];

/** One of two servers. */
interface Node {
  postgres: PrivatePostgres | undefined;
  /** The port of its server. */
  readonly own: number;
  /** The only way of HAProxy and of the checks to the server. */
  readonly link: Link;
  /** The only way of the other server to it. */
  readonly replication: Link;
  readonly backend: Backend;
}

/** A primary server with a synchronous standby, behind PgBouncer and HAProxy. */
export interface PostgresCluster {
  /** The address to which applications connect. */
  readonly pooler: PrivatePgbouncer;
  /** The connection to the primary server, without a pooler. */
  readonly direct: () => PostgresConnection;
  /** Runs statements on the primary server. */
  readonly run: (...strings: readonly string[]) => Promise<void>;
  /** Kills the primary server. */
  readonly killPrimary: () => Promise<void>;
  /** Cuts the primary server off from the other server, from HAProxy, and from its checks. */
  readonly isolatePrimary: () => void;
  /** Interrupts the replication for a time. Writes wait for the standby. */
  readonly interruptReplication: (milliseconds: number) => Promise<void>;
  /** Makes the standby the primary server. The server of before is killed first if it still runs: it must not accept writes again. */
  readonly promote: () => Promise<void>;
  /** Starts a new standby in place of the lost server, and waits until commits wait for it. */
  readonly addStandby: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

async function until(isReached: () => Promise<boolean>, what: string): Promise<void> {
  const end = performance.now() + 30_000;
  while (!(await isReached())) {
    if (performance.now() > end) throw new Error(`PostgreSQL: ${what} was not reached.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Starts the servers. They listen on this machine only. */
export async function startPostgresCluster(): Promise<PostgresCluster> {
  const ports = await freePorts(2);
  const ended: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const end of ended.toReversed()) await end();
  };
  try {
    const nodes: Node[] = [];
    for (const own of ports) {
      const [link, replication] = [await openLink(own), await openLink(own)];
      ended.push(link.close, replication.close);
      const backend = await serveCheck(link.port, 'linkage', 'postgres');
      ended.push(backend.close);
      const node: Node = { postgres: undefined, own, link, replication, backend };
      ended.push(async () => node.postgres?.stop());
      nodes.push(node);
    }
    let [primary, standby] = nodes as [Node, Node];
    primary.postgres = await startPostgres({ port: primary.own, settings });
    const { user, database } = primary.postgres.connection;
    const connectionOf = ({ own }: Node): PostgresConnection => ({ host: '127.0.0.1', port: own, user, database });
    const addStandby = async (): Promise<void> => {
      await standby.postgres?.stop();
      for (const it of [standby.link, standby.replication]) it.heal();
      const standbyOf = { ...connectionOf(primary), port: primary.replication.port };
      standby.postgres = await startPostgres({ port: standby.own, standbyOf, settings });
      const at = connectionOf(primary);
      await query(at, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()');
      const state = "select count(*) = 1 as reached from pg_stat_replication where sync_state = 'sync'";
      await until(async () => (await query(at, state))['reached'] === true, 'a synchronous standby');
    };
    await addStandby();
    const haproxy = await startHaproxy(nodes.map(({ backend }) => backend));
    ended.push(haproxy.stop);
    const proxied = { host: '127.0.0.1', port: haproxy.port, user, database };
    const pooler = await startPgbouncer(proxied, POOL_SIZE, poolerSettings);
    ended.push(pooler.stop);
    return {
      pooler,
      direct: () => connectionOf(primary),
      run: async (...strings) => void (await query(connectionOf(primary), ...strings)),
      killPrimary: async () => primary.postgres?.kill(),
      isolatePrimary() {
        for (const it of [primary.link, primary.replication]) it.cut();
      },
      async interruptReplication(milliseconds) {
        primary.replication.cut();
        await new Promise((resolve) => setTimeout(resolve, milliseconds));
        primary.replication.heal();
      },
      async promote() {
        const at = connectionOf(standby);
        await query(at, 'select pg_promote()');
        await primary.postgres?.kill();
        [primary, standby] = [standby, primary];
      },
      addStandby,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
