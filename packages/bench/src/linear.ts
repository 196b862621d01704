import { families } from './families/families.ts';
import type { Family } from './families/family.ts';
import { compare } from './harness.ts';
import { formatNumber, formatTime, type Part, type Row, type RunOptions, type Table } from './table.ts';

/** Twice the input may take a tenth more than twice the time. */
const mostRatio = 2.2;
/** The longest that an input within the default limits may take, in microseconds. */
const mostTime = 20_000;

/** Whether the time to read an input grows no faster than the input, whatever the input is. */
export const linearParts: readonly Part[] = [{ name: 'families', run: measure }];

async function measure({ isQuick }: RunOptions): Promise<Table> {
  const remarks: string[] = [];
  const rows: Row[] = [];
  for (const family of families) rows.push(await measureFamily(family, isQuick, remarks));
  if (remarks.length === 0) remarks.push(`All ratios are at most ${mostRatio}, all times at most 20 ms.`);
  return {
    title: 'Time of an input at half of the default limits (n) and at the limits (2n)',
    columns: ['characters', 'n', '2n', 'ratio'],
    rows,
    remarks,
  };
}

async function measureFamily(family: Family, isQuick: boolean, remarks: string[]): Promise<Row> {
  const { name, limit, input, run } = family;
  const [half, whole] = [input(limit / 2), input(limit)];
  const tasks = [
    { name: 'n', run: () => run(half) },
    { name: '2n', run: () => run(whole) },
  ];
  const batch = batchFor(tasks[1]?.run);
  const { rows } = await compare(tasks, { rounds: isQuick ? 3 : 7, milliseconds: isQuick ? 20 : 40, batch });
  const [first, second] = rows;
  const ratio = second?.ratio ?? Number.NaN;
  const time = second?.best ?? Number.NaN;
  if (!(ratio <= mostRatio)) remarks.push(`${name}: a ratio above ${mostRatio}.`);
  if (!(time <= mostTime)) remarks.push(`${name}: longer than 20 ms.`);
  return {
    name,
    ratio,
    cells: [
      whole.length.toLocaleString('en'),
      formatTime(first?.best ?? Number.NaN),
      formatTime(time),
      formatNumber(ratio),
    ],
  };
}

/** Calls that take a fifth of a millisecond together, so that the clock can tell them apart. */
function batchFor(run: (() => unknown) | undefined): number {
  const start = performance.now();
  run?.();
  const first = (performance.now() - start) * 1000;
  return Math.max(1, Math.min(100, Math.round(200 / first)));
}
