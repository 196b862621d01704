import type { Part, RunOptions, Table } from '../measuring/table.ts';
import { resultOf } from '../measuring/task.ts';
import { peers } from '../peers/all.ts';

/** The memory of one task, in bytes: see memory-task.ts. */
export interface MemoryUse {
  readonly growth: number;
  readonly allocated: number;
}

const sizes = [10_000, 100_000];

/** The memory of one call; every figure comes from a process of its own. */
export const memoryParts: readonly Part[] = [{ name: 'serialize', run: measure }];

async function measure({ isQuick, withPeers }: RunOptions): Promise<Table> {
  const serializers = peers.filter(({ serializer }) => serializer !== undefined);
  const names = ['hand-written', 'Linkage', ...(withPeers ? serializers.map(({ name }) => name) : [])];
  const counts = isQuick ? sizes.slice(0, 1) : sizes;
  const remarks: string[] = [];
  const rows = [];
  for (const name of names) {
    const cells = [];
    for (const count of counts) {
      const peak = await useOf(name, count, []);
      // A young generation that is never collected shows all that was allocated in it.
      const young = await useOf(name, count, ['--min-semi-space-size=512', '--max-semi-space-size=512']);
      cells.push(megabytes(peak?.growth), megabytes(young?.allocated));
      if (peak === undefined) remarks.push(`${name} fails with ${count} records.`);
    }
    rows.push({ name, cells });
  }
  const columns = counts.flatMap((count) => {
    const size = count.toLocaleString('en');
    return [`${size}: growth of the process`, `${size}: allocated objects`];
  });
  return { title: 'serialize, megabytes for one call with flat articles', columns, rows, remarks };
}

/** Undefined if the process fails. */
function useOf(name: string, count: number, flags: readonly string[]): Promise<MemoryUse | undefined> {
  const use = resultOf<MemoryUse>('topics/memory-task.ts', [name, String(count)], ['--expose-gc', ...flags]);
  return use.catch(() => undefined);
}

function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? '–' : (bytes / 2 ** 20).toFixed(0);
}
