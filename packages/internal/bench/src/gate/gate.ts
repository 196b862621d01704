/**
 * `npm run bench -- gate` measures calls in turns, by CPU time: twelve in this checkout and in the recorded commit of `gate.json`,
 * and three requests by the server and by the straight line, which is the least that they can take. It fails if a call takes more than
 * 1.10 times its recorded time, or a request more than 1.10 times its recorded ratio to the straight line, in each of three tries.
 */
import { inTurns } from '../measuring/statistics.ts';
import { formatNumber, formatTime } from '../measuring/table.ts';
import { startTask } from '../measuring/task.ts';
import { type GateFigures, readFigures } from './figures.ts';
import { judgeRows, limitOf, type RowTimes, type RowVerdict, STRAIGHT_TOLERANCE, sidesOf } from './judge.ts';
import { createRecordedCheckout, hasCommit, root } from './recorded-checkout.ts';
import { gateRows } from './rows.ts';

const ROUNDS = 15;
const MILLISECONDS = 50;
/** After this time, V8 has optimized also the longest calls: before, a row measures the compiler, whose time varies. */
const WARM_UP_MILLISECONDS = 2000;
/** On a busy machine, this time is too short for requests, whose ratio to the straight line is then that of code that is not optimized. */
const WARM_UP_REQUESTS = 30_000;

type Side = readonly [root: string, row: string];

/** Measures two rows in new processes, which take turns. */
async function measureSides(
  fewestCalls: number,
  ...sides: readonly [current: Side, recorded: Side]
): Promise<RowTimes> {
  const tasks = sides.map((side) => startTask('gate/row-task.ts', side));
  try {
    await Promise.all(tasks.map((task) => task.reply()));
    await Promise.all(tasks.map((task) => task.reply([WARM_UP_MILLISECONDS, fewestCalls])));
    const times = await inTurns(tasks, [0, ROUNDS], (task) => task.reply<number>([MILLISECONDS, 1]));
    const [current = [], recorded = []] = times;
    return { current, recorded };
  } finally {
    for (const task of tasks) task.end();
  }
}

function lineOf({ name, ratios, limit, passed }: RowVerdict, { current }: RowTimes): string {
  const found = ratios.map(formatNumber).join(', ');
  const time = formatTime(Math.min(...current));
  return `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(34)} ${time.padStart(8)}  ${found} of at most ${formatNumber(limit)}`;
}

/** Judges rows, and prints each with the time of its last try. */
async function judge(
  names: readonly string[],
  limitFor: (name: string) => number,
  measure: (name: string) => Promise<RowTimes>,
): Promise<readonly RowVerdict[]> {
  let last: RowTimes = { current: [], recorded: [] };
  const measureLast = async (name: string): Promise<RowTimes> => {
    last = await measure(name);
    return last;
  };
  const verdicts = await judgeRows(names, limitFor, measureLast, (verdict) => console.log(lineOf(verdict, last)));
  return verdicts.filter(({ passed }) => !passed);
}

async function slowerThanRecorded({ commit, raised }: GateFigures): Promise<readonly RowVerdict[]> {
  const recorded = createRecordedCheckout(commit);
  try {
    return await judge(
      Object.keys(gateRows),
      (name) => limitOf(name, raised),
      (name) => measureSides(1, [root, name], [recorded.root, name]),
    );
  } finally {
    recorded.remove();
  }
}

async function slowerThanStraight({ straight }: GateFigures): Promise<readonly RowVerdict[]> {
  const sidesFor = async (name: string): Promise<RowTimes> => {
    const [current, line] = sidesOf(name);
    return measureSides(WARM_UP_REQUESTS, [root, current], [root, line]);
  };
  return judge(Object.keys(straight), (name) => (straight[name] as number) * STRAIGHT_TOLERANCE, sidesFor);
}

/** Runs the gate. Returns the exit code of the process: 0 also if this clone does not contain the recorded commit. */
export async function runGate(figures: GateFigures = readFigures()): Promise<number> {
  const short = figures.commit.slice(0, 8);
  if (!hasCommit(figures.commit)) {
    console.error(
      `WARNING: THE GATE COULD NOT COMPARE. This clone does not contain the commit ${short}, so NO SPEED WAS CHECKED. \`git fetch --unshallow\` gets the history.`,
    );
    return 0;
  }
  console.log(`Time of one call, and its ratio to the commit ${short}: ${figures.reason}\n`);
  const slower = await slowerThanRecorded(figures);
  console.log('\nTime of one request, and its ratio to the straight line\n');
  const longer = await slowerThanStraight(figures);
  const names = (verdicts: readonly RowVerdict[]): string => verdicts.map(({ name }) => name).join(', ');
  if (slower.length > 0)
    console.error(
      `\nSlower than at ${short} in each try: ${names(slower)}. Find the cause with \`node --cpu-prof\`. If the change must cost more, write the ratio and the reason into \`raised\` of packages/internal/bench/gate.json.`,
    );
  if (longer.length > 0)
    console.error(
      `\nFurther from the straight line than recorded in each try: ${names(longer)}. The ratios in \`straight\` of packages/internal/bench/gate.json may only fall.`,
    );
  return slower.length + longer.length > 0 ? 1 : 0;
}
