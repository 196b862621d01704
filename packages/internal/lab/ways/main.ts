/** Counts the way of each request, and compares it with the recorded figures of `ways.json`: `npm run ways`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { flag } from '../../../../scripts/command-line/option-values.ts';
import { readScriptOptions } from '../../../../scripts/command-line/script-options.ts';
import { type Figures, rises } from './rises.ts';

const { record, short } = readScriptOptions({ command: 'npm run ways --', options: { record: flag, short: flag } });
const file = join(import.meta.dirname, 'ways.json');
/** One thread and the same hashes: the bytes depend on the time at which another thread of V8 has optimized a function. */
const flags = ['--disable-warning=ExperimentalWarning', '--single-threaded', '--hash-seed=1', '--random-seed=1'];
const count = (kind: string): Figures =>
  JSON.parse(
    execFileSync(process.execPath, [...flags, join(import.meta.dirname, 'count.ts'), kind], { encoding: 'utf8' }),
  );

const recorded: Figures = JSON.parse(readFileSync(file, 'utf8'));
const figures: Record<string, Readonly<Record<string, number>>> = {};
for (const kind of short ? ['ways'] : ['ways', 'bytes'])
  for (const [request, own] of Object.entries(count(kind))) figures[request] = { ...figures[request], ...own };
console.table(figures);

const { risen, fallen } = rises(recorded, figures);
for (const line of risen) console.error(`FAILED: ${line}`);
if (risen.length > 0) {
  console.error(
    'Nothing was recorded. The way of a request may only become shorter: packages/internal/lab/ways/README.md',
  );
  process.exitCode = 1;
} else if (record) {
  const all = Object.keys({ ...figures, ...recorded }).map((it) => [it, { ...recorded[it], ...figures[it] }]);
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
  console.log(`Recorded: ${fallen.length} figures have changed.`);
} else if (fallen.length > 0) console.log(`${fallen.join('\n')}\nRecord what has fallen: npm run ways -- --record`);
