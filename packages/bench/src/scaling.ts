import { compare } from './harness.ts';
import { serializeByHand } from './limit.ts';
import { serializeByLinkage } from './linkage.ts';
import { formatTime, type Part, type RunOptions, type Table } from './table.ts';
import { flat } from './workload.ts';

/** Whether the time of a resource stays the same when there are more of them. */
export const scalingParts: readonly Part[] = [{ name: 'serialize', run: measure }];

async function measure({ isQuick }: RunOptions): Promise<Table> {
  const sizes = isQuick ? [1000, 10_000] : [1000, 10_000, 100_000];
  const times = new Map<string, number[]>();
  for (const size of sizes) {
    const workload = flat('', size);
    const tasks = [
      { name: 'hand-written', run: () => serializeByHand(workload) },
      { name: 'Linkage', run: () => serializeByLinkage(workload) },
    ];
    const { rows } = await compare(tasks, { rounds: 3, milliseconds: 100, batch: 1 });
    for (const { name, best } of rows) times.set(name, [...(times.get(name) ?? []), best / size]);
  }
  return {
    title: 'serialize, best time of one resource when there are …',
    columns: sizes.map((size) => size.toLocaleString('en')),
    rows: [...times].map(([name, cells]) => ({ name, cells: cells.map(formatTime) })),
    remarks: [],
  };
}
