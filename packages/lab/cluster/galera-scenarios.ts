import { createLedger, type LedgerProcess, mysqlOf, readLedger, serveLedger } from '../../kysely/test/ledger.ts';
import type { Report } from '../faults/report.ts';
import { type GaleraNode, startGalera } from './galera.ts';
import { countsOf, longestOutage, problemsOf, recoveryOf, startLoad, untilSuccess } from './load.ts';

/** Milliseconds until a write succeeds after the loss of one node of three. */
const PATIENCE = 15_000;
const DATABASE = 'ledger';

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The figures of a run, for the page. */
export interface GaleraFigures {
  readonly scenarios: number;
  /** Milliseconds to the first success after a fault, and to the return of a node. */
  readonly recoveries: readonly string[];
}

interface Scene {
  readonly nodes: readonly GaleraNode[];
  readonly processes: LedgerProcess[];
  readonly report: Report;
  readonly recoveries: string[];
}

type Fault = (scene: Scene) => Promise<readonly (readonly [name: string, milliseconds: number])[]>;

/** Runs a fault while clients write, and checks the rows on each node. */
async function underLoad(scene: Scene, name: string, fault: Fault): Promise<void> {
  const { nodes, processes, report, recoveries } = scene;
  await nodes[0]?.query(`use ${DATABASE}; delete from entry; update counter set value = 0, revision = 0`);
  const load = startLoad(processes);
  await wait(1500);
  const faultAt = performance.now();
  const times = await fault(scene);
  const overAt = performance.now();
  await untilSuccess(load.ledger, overAt, PATIENCE);
  const ledger = await load.stop();
  const recovered: readonly (readonly [string, number])[] = [
    ['writes again', longestOutage(ledger, faultAt)],
    ...times,
  ];
  const failures: string[] = [];
  for (const node of nodes) {
    // A node applies what another one has committed a moment later, unless the session waits for it.
    await node.query('set global wsrep_sync_wait = 15');
    failures.push(...problemsOf(ledger, await readLedger(mysqlOf(node.socketPath, DATABASE))));
    await node.query('set global wsrep_sync_wait = 0');
  }
  if (recoveryOf(ledger, overAt) > PATIENCE) failures.push('no write succeeded after the fault');
  if (failures.length > 0) failures.push(...processes.flatMap((it) => it.unexpected().slice(0, 3)));
  const shown = recovered.map(([what, milliseconds]) => `${what} after ${(milliseconds / 1000).toFixed(1)} s`);
  recoveries.push(`${name}: ${shown.join(', ')}`);
  report(
    `Galera, ${name}`,
    `${ledger.confirmed.size + ledger.counted} writes; ${countsOf(ledger)}; ${shown.join(', ')}`,
    [...new Set(failures)],
  );
}

async function timed(work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Two nodes change the links of one resource with one tag: one of both succeeds. */
async function ifMatch({ processes, report }: Scene): Promise<void> {
  const [first, second] = processes as [LedgerProcess, LedgerProcess];
  const outcomes = { both: 0, one: 0, none: 0 };
  const wrong: number[] = [];
  for (let round = 0; round < 40; round++) {
    const read = await first.send('GET', '/counters/2');
    const add = (at: LedgerProcess, tag: number) =>
      at.send(
        'POST',
        '/counters/2/relationships/tags',
        { data: [{ type: 'tags', id: String(tag % 40) }] },
        { 'if-match': read.etag },
      );
    await first.send('PATCH', '/counters/2/relationships/tags', { data: [] });
    const current = await first.send('GET', '/counters/2');
    Object.assign(read, current);
    // The other node must have applied the last change.
    while ((await second.send('GET', '/counters/2')).etag !== read.etag) await wait(5);
    const statuses = (await Promise.all([add(first, round), add(second, round + 1)])).map(({ status }) => status);
    const succeeded = statuses.filter((status) => status < 300).length;
    outcomes[succeeded === 2 ? 'both' : succeeded === 1 ? 'one' : 'none']++;
    wrong.push(...statuses.filter((status) => ![200, 204, 409, 412].includes(status)));
  }
  const failures = [
    ...(outcomes.both > 0 ? [`${outcomes.both} of 40 pairs of writes both succeeded`] : []),
    ...(outcomes.one === 0 ? ['no write succeeded'] : []),
    ...wrong.map((status) => `a client received ${status}`),
  ];
  report(
    'Galera, If-Match of relationships at two nodes',
    `${outcomes.one} of 40 pairs: one succeeded, ${outcomes.none}: none`,
    failures,
  );
}

/** Two nodes receive one key at once: one of both writes. */
async function oneKey({ nodes, processes, report }: Scene): Promise<void> {
  const failures: string[] = [];
  let replayed = 0;
  const marks: string[] = [];
  for (let round = 0; round < 100; round++) {
    const mark = `key ${crypto.randomUUID()}`;
    const document = { data: { type: 'entries', attributes: { mark } } };
    const headers = { 'idempotency-key': `"${mark}"` };
    const statuses = (
      await Promise.all(processes.slice(0, 2).map((it) => it.send('POST', '/entries', document, headers)))
    ).map(({ status }) => status);
    if (statuses.every((status) => status === 201)) replayed++;
    if (statuses.some((status) => status === 201)) marks.push(mark);
    failures.push(...statuses.filter((it) => ![201, 409, 503].includes(it)).map((it) => `a client received ${it}`));
  }
  const { marks: stored } = await readLedger(mysqlOf((nodes[0] as GaleraNode).socketPath, DATABASE));
  const keyed = stored.filter((it) => it.startsWith('key '));
  if (new Set(keyed).size !== keyed.length) failures.push(`${keyed.length - new Set(keyed).size} writes are doubled`);
  if (marks.some((it) => !keyed.includes(it))) failures.push('a confirmed write is lost');
  report('Galera, one key at two nodes', `100 keys, ${marks.length} confirmed, ${replayed} at both`, [
    ...new Set(failures),
  ]);
}

/** Runs all scenarios on three nodes with a process of the application each. */
export async function runGalera(report: Report): Promise<GaleraFigures> {
  const { nodes, stop } = await startGalera();
  const [first, second, third] = nodes as [GaleraNode, GaleraNode, GaleraNode];
  const recoveries: string[] = [];
  let scenarios = 0;
  const counted: Report = (...given) => {
    scenarios++;
    report(...given);
  };
  const open = (node: GaleraNode): LedgerProcess => serveLedger(mysqlOf(node.socketPath, DATABASE));
  try {
    await first.query(`create database ${DATABASE}`);
    await createLedger(mysqlOf(first.socketPath, DATABASE));
    const processes = nodes.map(open);
    const scene: Scene = { nodes, processes, report: counted, recoveries };
    await ifMatch(scene);
    await oneKey(scene);
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
    await underLoad(scene, 'rolling restart of the processes', async () => {
      for (const [index, node] of nodes.entries()) {
        const old = processes[index] as LedgerProcess;
        processes[index] = open(node);
        // Requests that the old process has received come to their end.
        await wait(1000);
        await old.close();
      }
      return [];
    });
    for (const it of processes) await it.close();
    return { scenarios, recoveries };
  } finally {
    await stop();
  }
}
