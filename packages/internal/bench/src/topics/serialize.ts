import { compare, type Task } from '../measuring/harness.ts';
import { comparisonTable, type Part, type RunOptions, type Table } from '../measuring/table.ts';
import { peerTasks } from '../peers/all.ts';
import type { Peer } from '../peers/peer.ts';
import { canonical, firstDifference } from '../workloads/equality.ts';
import { buildByHand, serializeByHand } from '../workloads/limit.ts';
import { serializeByLinkage } from '../workloads/linkage.ts';
import { makeWorkload, type Workload, type WorkloadName } from '../workloads/workload.ts';

const names: readonly WorkloadName[] = ['a', 'b', 'c', 'd', 'dates', 'links'];

/** Records to JSON text. */
export const serializeParts: readonly Part[] = names.map((name) => ({
  name,
  run: (options) => measure(name, options),
}));

async function measure(name: WorkloadName, options: RunOptions): Promise<Table> {
  const workload = makeWorkload(name);
  const document = buildByHand(workload);
  assertSame('serialize', serializeByHand(workload), serializeByLinkage(workload));
  const remarks: string[] = [];
  const tasks: Task[] = [
    { name: 'hand-written', run: () => serializeByHand(workload) },
    { name: 'JSON.stringify alone', run: () => JSON.stringify(document) },
    { name: 'Linkage', run: () => serializeByLinkage(workload) },
  ];
  if (options.withPeers) tasks.push(...(await peerTasks(remarks, (peer) => peerTask(peer, workload, remarks))));
  return comparisonTable(workload.title, await compare(tasks, paceOf(name, options)), remarks);
}

function paceOf(name: WorkloadName, { isQuick }: RunOptions) {
  const milliseconds = (name === 'd' ? 200 : 70) / (isQuick ? 2 : 1);
  return { rounds: isQuick ? 3 : 9, milliseconds, batch: name === 'a' ? 50 : 1 };
}

/** Checks that our own serializers return exactly this document; otherwise, the measurement is meaningless. */
export function assertSame(name: string, wanted: string, actual: string): void {
  const difference = firstDifference(canonical(wanted), canonical(actual));
  if (difference !== undefined) throw new Error(`${name} gives another document: ${difference}`);
}

async function peerTask({ name, serializer }: Peer, workload: Workload, remarks: string[]): Promise<Task | undefined> {
  const prepared = await serializer?.(workload);
  if (prepared === undefined) return undefined;
  const { run, isAsync = false } = prepared;
  const wanted = { ...canonical(serializeByHand(workload)), jsonapi: undefined };
  const difference = firstDifference(wanted, { ...canonical(await run()), jsonapi: undefined });
  if (difference !== undefined) remarks.push(`${name} gives another document: ${difference}`);
  return { name, run, isAsync };
}
