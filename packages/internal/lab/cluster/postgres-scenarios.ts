import { createLedger, postgresOf, readLedger } from '../../../sources/kysely/test/ledger.ts';
import type { Report } from '../faults/report.ts';
import { type PostgresCluster, startPostgresCluster } from './postgres-cluster.ts';
import { startApplication } from './processes.ts';
import { type Scene, timed, underLoad, wait } from './scene.ts';
import { ifMatch, killedProcess, oneId, oneKey, rollingRestart } from './shared-scenarios.ts';

/** The number of processes of the application. */
const PROCESSES = 3;
/** Milliseconds until a manager of failovers decides that the primary server is lost. */
const DECISION = 2000;

/** Failures of servers, their network, and the pooler. */
async function breakServers(scene: Scene, cluster: PostgresCluster): Promise<void> {
  await underLoad(scene, 'the primary server is killed, and its standby promoted', async () => {
    await cluster.killPrimary();
    await wait(DECISION);
    const promoted = await timed(cluster.promote);
    return [
      ['the promotion', promoted],
      ['a new standby', await timed(cluster.addStandby)],
    ];
  });
  await underLoad(scene, 'the replication is interrupted for 4 s', async () => {
    await cluster.interruptReplication(4000);
    return [];
  });
  await underLoad(scene, 'the primary server is separated from all others, and its standby promoted', async () => {
    cluster.isolatePrimary();
    await wait(DECISION);
    const promoted = await timed(cluster.promote);
    return [
      ['the promotion', promoted],
      ['a new standby', await timed(cluster.addStandby)],
    ];
  });
  await underLoad(scene, 'PgBouncer is killed, and starts again', async () => {
    await cluster.pooler.restart(500);
    return [];
  });
}

/** Runs all scenarios on two servers with three processes of the application. Returns the recovery times. */
export async function runPostgres(report: Report): Promise<readonly string[]> {
  const cluster = await startPostgresCluster();
  const open = () => startApplication(cluster.pooler.connection);
  const scene: Scene = {
    name: 'PostgreSQL',
    processes: [],
    open,
    report,
    recoveries: [],
    empty: () => cluster.run('delete from entry', 'update counter set value = 0, revision = 0'),
    read: async () => [await readLedger(postgresOf(cluster.direct()))],
  };
  try {
    await createLedger(postgresOf(cluster.direct()));
    scene.processes.push(...(await Promise.all(Array.from({ length: PROCESSES }, open))));
    for (const scenario of [ifMatch, oneKey, oneId]) await scenario(scene);
    await breakServers(scene, cluster);
    for (const scenario of [rollingRestart, killedProcess]) await scenario(scene);
    return scene.recoveries;
  } finally {
    for (const it of scene.processes) await it.end('SIGKILL');
    await cluster.stop();
  }
}
