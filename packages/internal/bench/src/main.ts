/**
 * `npm run bench` measures every topic and writes docs/benchmarks.md; `npm run bench -- serialize` measures one, and
 * `npm run bench -- serialize b` one part of it, and prints what it finds. With --quick the figures are rough, with
 * --no-peers other libraries stay away. `npm run bench -- gate` fails if calls take longer than at a
 * recorded commit.
 */
import { parseArgs } from 'node:util';
import { runGate } from './gate/gate.ts';
import { measuredCommit } from './measured-commit.ts';
import { describeMachine } from './measuring/machine.ts';
import type { RunOptions, Table } from './measuring/table.ts';
import { resultOf } from './measuring/task.ts';
import { installPeers } from './peers/install.ts';
import { markdownTable, writeReport } from './report.ts';
import { topics } from './topics.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const [topic, part] = positionals;
if (topic === 'gate') process.exit(await runGate());
if (topic !== undefined && !Object.hasOwn(topics, topic)) await fail();

const { quick: isQuick } = values;
const options: RunOptions = { isQuick, withPeers: values.peers && installPeers() };
const machine = describeMachine();
// Before the first figure: figures of changed files would belong to no commit, so the page is not written then.
const commit = topic === undefined && !isQuick ? measuredCommit() : '';
console.log(`${machine}\n`);
const results = new Map<string, readonly Table[]>();
for (const [name, { title, parts }] of Object.entries(topics)) {
  if (topic !== undefined && topic !== name) continue;
  const wanted = (await parts()).filter((each) => part === undefined || each.name === part);
  if (wanted.length === 0 && topic !== undefined) await fail();
  if (wanted.length === 0) continue;
  const tables: Table[] = [];
  for (const each of wanted) {
    const table = await resultOf<Table>('measure.ts', [name, each.name, JSON.stringify(options)]);
    tables.push(table);
    console.log(`${title}\n${markdownTable(table)}\n`);
  }
  results.set(name, tables);
}
if (topic === undefined && !options.isQuick) {
  writeReport(results, machine, commit);
  console.log('Written: docs/benchmarks.md, docs/benchmarks.svg');
}

async function fail(): Promise<never> {
  const names: string[] = [];
  for (const [name, { parts }] of Object.entries(topics)) {
    names.push(`${name} [${(await parts()).map((each) => each.name).join(' | ')}]`);
  }
  console.error(`Usage: npm run bench -- [topic [part]] [--quick] [--no-peers]\n  gate\n  ${names.join('\n  ')}`);
  process.exit(2);
}
