import { formatNumber, formatTime, type Part, type Row, type RunOptions, type Table } from '../measuring/table.ts';
import type { Reading } from '../readings/reading.ts';
import { textReadings } from '../readings/text-readings.ts';

/** Twice the input may take a tenth more than twice the time. */
const mostRatio = 2.2;
/** The longest that an input within the default limits may take, in microseconds. */
const mostTime = 20_000;

type Inputs = readonly [half: string, whole: string];
/** Microseconds. */
type Times = readonly [half: number, whole: number];

/** Whether the time to read an input grows no faster than the input, whatever the input is. */
export const linearParts: readonly Part[] = [{ name: 'readings', run: measure }];

async function measure({ isQuick }: RunOptions): Promise<Table> {
  const remarks: string[] = [];
  const rows: Row[] = [];
  for (const reading of textReadings) rows.push(measureReading(reading, isQuick, remarks));
  if (remarks.length === 0) remarks.push(`All ratios are at most ${mostRatio}, all times at most 20 ms.`);
  return {
    title: 'Time of an input at half of the default limits (n) and at the limits (2n)',
    columns: ['characters', 'n', '2n', 'ratio'],
    rows,
    remarks,
  };
}

function measureReading(reading: Reading, isQuick: boolean, remarks: string[]): Row {
  const { name, limit, input, run, platform } = reading;
  const inputs: Inputs = [input(limit / 2), input(limit)];
  const [first, second] = bestTimes(run, inputs, isQuick);
  const ratio = second / first;
  if (!(ratio <= mostRatio)) remarks.push(`${name}: ${whyNot(ratio, platform, inputs, isQuick)}`);
  if (!(second <= mostTime)) remarks.push(`${name}: longer than 20 ms.`);
  const cells = [inputs[1].length.toLocaleString('en'), formatTime(first), formatTime(second), formatNumber(ratio)];
  return { name, ratio, cells };
}

/**
 * The best times of both inputs, which take turns: what a reader needs, whatever else the machine does meanwhile. A ratio
 * that is too high gets two more chances.
 */
function bestTimes(run: Reading['run'], inputs: Inputs, isQuick: boolean): Times {
  const batches = inputs.map((input) => batchFor(() => run(input)));
  const best: [number, number] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let attempt = 0; attempt < 3 && !(best[1] / best[0] <= mostRatio); attempt++) {
    const end = performance.now() + (isQuick ? 200 : 600);
    for (let round = 0; round < 20 || performance.now() < end; round++) {
      for (const which of [0, 1] as const) {
        const time = timeOf(() => run(inputs[which]), batches[which] as number);
        best[which] = Math.min(best[which], time);
      }
    }
  }
  return best;
}

/** Keeps the last result, so that V8 cannot leave out the work for it. */
const sink: { result: unknown } = { result: undefined };

/** Microseconds of one call. */
function timeOf(run: () => unknown, batch: number): number {
  const start = performance.now();
  for (let call = 0; call < batch; call++) sink.result = run();
  return ((performance.now() - start) * 1000) / batch;
}

/** Returns the note on a ratio that is too high: part of the work belongs to the platform, which has its own ratio. */
function whyNot(ratio: number, platform: Reading['platform'], inputs: Inputs, isQuick: boolean): string {
  const said = `a ratio above ${mostRatio}`;
  if (platform === undefined) return `${said}.`;
  const [first, second] = bestTimes(platform.run, inputs, isQuick);
  const alone = second / first;
  const isTheirs = alone >= ratio ? ', so it is not linear itself' : '';
  return `${said}; ${platform.name} alone has ${formatNumber(alone)}${isTheirs}.`;
}

/** Calls that take a fifth of a millisecond together, so that the clock can tell them apart, once V8 knows the work. */
function batchFor(run: () => unknown): number {
  timeOf(run, 10);
  return Math.max(1, Math.min(1000, Math.round(200 / timeOf(run, 3))));
}
