/**
 * `npm run bench` measures every topic and writes docs/benchmarks.md; `npm run bench -- serialize` measures one, and
 * `npm run bench -- serialize b` one part of it, and prints what it finds. With --quick the figures are rough, with
 * --no-peers other libraries stay away. `npm run bench -- server --against <commit>` also measures the server of that commit.
 * `npm run bench -- gate` fails if calls take longer than at a recorded commit.
 */
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runGate } from './gate/gate.ts';
import { describeMachine } from './machine.ts';
import { measuredCommit } from './measured-commit.ts';
import { installPeers } from './peers/install.ts';
import { markdownTable, writeReport } from './report.ts';
import type { RunOptions, Table } from './table.ts';
import { topics } from './topics.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: true },
    against: { type: 'string' },
  },
  allowNegative: true,
});
const [topic, part] = positionals;
if (topic === 'gate') process.exit(await runGate());
if (topic !== undefined && !Object.hasOwn(topics, topic)) await fail();

const { quick: isQuick, against } = values;
const options: RunOptions = { isQuick, withPeers: values.peers && installPeers(), against };
const machine = describeMachine();
// Before the first figure: figures of changed files would belong to no commit, so the page is not written then.
const commit = topic === undefined && !isQuick ? measuredCommit() : '';
console.log(`${machine}\n`);
const results = new Map<string, readonly Table[]>();
for (const [name, { title, parts }] of Object.entries(topics)) {
  if (topic !== undefined && topic !== name) continue;
  const wanted = (await parts()).filter((each) => isWanted(each.name));
  if (wanted.length === 0 && topic !== undefined) await fail();
  if (wanted.length === 0) continue;
  const tables: Table[] = [];
  for (const each of wanted) {
    const table = await measure(name, each.name);
    tables.push(table);
    console.log(`${title}\n${markdownTable(table)}\n`);
  }
  results.set(name, tables);
}
if (topic === undefined && !options.isQuick) {
  writeReport(results, machine, commit);
  console.log('Written: docs/benchmarks.md, docs/benchmarks.svg');
}

/** Without a commit to compare with, the part that compares checkouts would compare this one with itself. */
function isWanted(name: string): boolean {
  return part === undefined ? name !== 'against' || against !== undefined : part === name;
}

/** A process of its own: what V8 learned of one workload says nothing about the next. */
function measure(name: string, partName: string): Promise<Table> {
  return new Promise((resolve, reject) => {
    const argv = [name, partName, JSON.stringify(options)];
    const child = fork(join(import.meta.dirname, 'measure.ts'), argv, { execArgv: ['--expose-gc'] });
    child.on('message', (table: Table) => resolve(table));
    child.on('close', (code) => reject(new Error(`${name} ${partName} ended with code ${code}.`)));
  });
}

async function fail(): Promise<never> {
  const names: string[] = [];
  for (const [name, { parts }] of Object.entries(topics)) {
    names.push(`${name} [${(await parts()).map((each) => each.name).join(' | ')}]`);
  }
  console.error(
    `Usage: npm run bench -- [topic [part]] [--quick] [--no-peers] [--against <commit>]\n  gate\n  ${names.join('\n  ')}`,
  );
  process.exit(2);
}
