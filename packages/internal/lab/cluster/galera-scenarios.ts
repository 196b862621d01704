import { createLedger, mysqlOf, readLedger } from '../../../sources/kysely/test/ledger.ts';
import type { Report } from '../faults/report.ts';
import { type GaleraNode, startGalera } from './galera.ts';
import { startApplication } from './processes.ts';
import { type Scene, timed, underLoad, wait } from './scene.ts';
import { ifMatch, killedProcess, oneId, oneKey, rollingRestart } from './shared-scenarios.ts';

const DATABASE = 'ledger';

/** Failures of nodes and of their network. */
async function breakNodes(scene: Scene, nodes: readonly GaleraNode[]): Promise<void> {
  const [first, second, third] = nodes as [GaleraNode, GaleraNode, GaleraNode];
  await underLoad(scene, 'conflicts at commit', async () => {
    await wait(4000);
    return [];
  });
  await underLoad(scene, 'a node is killed and returns (IST)', async () => {
    await third.end('SIGKILL');
    await wait(6000);
    return [['the node', await timed(() => third.start())]];
  });
  await underLoad(scene, 'a node loses its data and returns (SST)', async () => {
    await second.end('SIGKILL');
    // A node that joins before the others have noticed the loss would cost them their majority.
    await wait(8000);
    await second.forget();
    return [['the node', await timed(() => second.start())]];
  });
  await underLoad(scene, 'a node is separated from the others, and they meet again', async () => {
    await third.query("set global wsrep_provider_options = 'gmcast.isolate=1'");
    await wait(8000);
    await third.query("set global wsrep_provider_options = 'gmcast.isolate=0'");
    return [['the node', await timed(() => third.untilReady())]];
  });
  await underLoad(scene, 'two nodes are killed, and the last one is made the primary component', async () => {
    await second.end('SIGKILL');
    await third.end('SIGKILL');
    await wait(8000);
    const begun = performance.now();
    await first.query("set global wsrep_provider_options = 'pc.bootstrap=true'");
    const bootstrapped = performance.now() - begun;
    await second.start();
    return [
      ['the bootstrap', bootstrapped],
      ['both nodes', bootstrapped + (await timed(() => third.start()))],
    ];
  });
}

/** Runs all scenarios on three nodes with a process of the application each. Returns the recovery times. */
export async function runGalera(report: Report): Promise<readonly string[]> {
  const { nodes, stop } = await startGalera();
  const [first] = nodes as [GaleraNode];
  const placeOf = (index: number) => ({ socketPath: (nodes[index] as GaleraNode).socketPath, database: DATABASE });
  const open = (index: number) => startApplication(placeOf(index));
  const scene: Scene = {
    name: 'Galera',
    processes: [],
    open,
    report,
    recoveries: [],
    empty: async () => {
      await first.query(`use ${DATABASE}; delete from entry; update counter set value = 0, revision = 0`);
    },
    async read() {
      const rows = [];
      for (const node of nodes) {
        // A node applies what another one has committed a moment later, unless the session waits for it.
        await node.query('set global wsrep_sync_wait = 15');
        rows.push(await readLedger(mysqlOf(node.socketPath, DATABASE)));
        await node.query('set global wsrep_sync_wait = 0');
      }
      return rows;
    },
  };
  try {
    await first.query(`create database ${DATABASE}`);
    await createLedger(mysqlOf(first.socketPath, DATABASE));
    scene.processes.push(...(await Promise.all(nodes.map((_, index) => open(index)))));
    for (const scenario of [ifMatch, oneKey, oneId]) await scenario(scene);
    await breakNodes(scene, nodes);
    for (const scenario of [rollingRestart, killedProcess]) await scenario(scene);
    return scene.recoveries;
  } finally {
    for (const it of scene.processes) await it.end('SIGKILL');
    await stop();
  }
}
