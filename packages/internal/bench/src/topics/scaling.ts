import { compare, type Task } from '../measuring/harness.ts';
import { formatTime, type Part, type Table } from '../measuring/table.ts';
import { makeArticles } from '../workloads/data.ts';
import { serializeByHand } from '../workloads/limit.ts';
import { readByHand } from '../workloads/limit-reader.ts';
import { readByLinkage, serializeByLinkage } from '../workloads/linkage.ts';
import { flat } from '../workloads/workload.ts';

/** Whether the time of a resource stays the same when there are more of them. */
export const scalingParts: readonly Part[] = [
  {
    name: 'serialize',
    run: ({ isQuick }) =>
      measure(
        'serialize, best time of one resource when there are …',
        isQuick ? [1000, 10_000] : [1000, 10_000, 100_000],
        serializeTasks,
      ),
  },
  {
    name: 'read-back',
    run: ({ isQuick }) =>
      measure(
        'deserialize, best time of one article of (b) when there are …',
        isQuick ? [100, 1000] : [100, 1000, 5000],
        readTasks,
      ),
  },
];

function serializeTasks(size: number): readonly Task[] {
  const workload = flat('', size);
  return [
    { name: 'hand-written', run: () => serializeByHand(workload) },
    { name: 'Linkage', run: () => serializeByLinkage(workload) },
  ];
}

/** Articles as in (b), of twenty people at every size. */
function readTasks(size: number): readonly Task[] {
  const records = makeArticles(size, 5, 20);
  const text = serializeByHand({ kind: 'compound', title: '', isSingle: false, records });
  return [
    { name: 'hand-written', run: () => readByHand(text) },
    { name: 'Linkage', run: () => readByLinkage(text) },
  ];
}

async function measure(
  title: string,
  sizes: readonly number[],
  tasksOf: (size: number) => readonly Task[],
): Promise<Table> {
  const times = new Map<string, number[]>();
  for (const size of sizes) {
    const { rows } = await compare(tasksOf(size), { rounds: 3, milliseconds: 100, batch: 1 });
    for (const { name, best } of rows) times.set(name, [...(times.get(name) ?? []), best / size]);
  }
  return {
    title,
    columns: sizes.map((size) => size.toLocaleString('en')),
    rows: [...times].map(([name, cells]) => ({ name, cells: cells.map(formatTime) })),
    remarks: [],
  };
}
