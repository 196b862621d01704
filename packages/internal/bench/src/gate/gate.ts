/**
 * `npm run bench -- gate` measures twelve calls in turns in this checkout and in the recorded commit of `gate.json`, by processor
 * time. It fails if a call takes more than 1.10 times its recorded time in each of three tries.
 */
import { inTurns } from '../measuring/statistics.ts';
import { formatNumber, formatTime } from '../measuring/table.ts';
import { startTask } from '../measuring/task.ts';
import { type GateFigures, readFigures } from './figures.ts';
import { judgeRows, type RowTimes, type RowVerdict } from './judge.ts';
import { createRecordedCheckout, hasCommit, root } from './recorded-checkout.ts';
import { gateRows } from './rows.ts';

const ROUNDS = 15;
const MILLISECONDS = 50;
/** After this time, V8 has optimized also the longest calls: before, a row measures the compiler, whose time varies. */
const WARM_UP_MILLISECONDS = 2000;

/** Measures a row in two new processes, which take turns. */
async function measureRow(name: string, roots: readonly [current: string, recorded: string]): Promise<RowTimes> {
  const tasks = roots.map((it) => startTask('gate/row-task.ts', [it, name]));
  try {
    await Promise.all(tasks.map((task) => task.reply()));
    await Promise.all(tasks.map((task) => task.reply(WARM_UP_MILLISECONDS)));
    const times = await inTurns(tasks, [0, ROUNDS], (task) => task.reply<number>(MILLISECONDS));
    const [current = [], recorded = []] = times;
    return { current, recorded };
  } finally {
    for (const task of tasks) task.end();
  }
}

function lineOf({ name, ratios, limit, passed }: RowVerdict, { current }: RowTimes): string {
  const found = ratios.map(formatNumber).join(', ');
  const time = formatTime(Math.min(...current));
  return `${passed ? 'ok    ' : 'FAILED'} ${name.padEnd(24)} ${time.padStart(8)}  ${found} of at most ${formatNumber(limit)}`;
}

async function compareWith({ commit, raised }: GateFigures): Promise<readonly RowVerdict[]> {
  const recorded = createRecordedCheckout(commit);
  try {
    let last: RowTimes = { current: [], recorded: [] };
    const measure = async (name: string): Promise<RowTimes> => {
      last = await measureRow(name, [root, recorded.root]);
      return last;
    };
    return await judgeRows(Object.keys(gateRows), raised, measure, (verdict) => console.log(lineOf(verdict, last)));
  } finally {
    recorded.remove();
  }
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
  const failed = (await compareWith(figures)).filter(({ passed }) => !passed);
  if (failed.length === 0) return 0;
  console.error(
    `\nSlower than at ${short} in each try: ${failed.map(({ name }) => name).join(', ')}. Find the cause with \`node --cpu-prof\`. If the change must cost more, write the ratio and the reason into \`raised\` of packages/internal/bench/gate.json.`,
  );
  return 1;
}
