/**
 * Compares all responses in programs whose built-in prototypes are frozen, forbidden, watched, or polluted: `npm run prototypes`. Besides
 * the scenarios of the tests, runs requests over SQLite, the conformance tests, and documents of other implementations. Exits with 1 if a response
 * differs; otherwise writes the figures into the results of reliability.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readNames } from '../../bench/src/hostile/names.ts';
import { writeResults } from '../reliability/results.ts';

parseArgs({ options: {} });
const folder = import.meta.dirname;
const load = (name: string): string => `--import=${join(folder, name)}`;
const modes: Readonly<Record<string, readonly string[]>> = {
  frozen: [load('load-frameworks.ts'), load('freeze.ts')],
  'without `__proto__`': ['--disable-proto=throw'],
  watched: [load('load-frameworks.ts'), load('canary.ts')],
};
const MAX_TIME = 180_000;
const problems: string[] = [];

function run(mode: string, flags: readonly string[], chosen: string): readonly (readonly [string, unknown])[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, join(folder, 'run.ts'), mode], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: MAX_TIME,
    env: { ...process.env, PART: chosen, TESTS: 'long' },
  });
  if (status === 0) return JSON.parse(stdout);
  problems.push(`${chosen}, ${flags.join(' ')}: ${stderr.slice(0, 1000)}`);
  return [];
}

const parts = 'core,server,world,wide,adapters';
const expected = run('baseline', [], parts);
for (const [name, flags] of Object.entries(modes)) {
  const found = new Map(run('baseline', flags, parts));
  const different = expected.filter(([scenario, response]) => found.get(scenario) !== response);
  process.stdout.write(`${name}: ${different.length} of ${expected.length} scenarios differ\n`);
  problems.push(...different.map(([scenario]) => `${name}: ${scenario}`));
}
for (const part of ['core', 'server', 'world']) {
  const changed = run('polluted', [], part);
  process.stdout.write(`polluted, ${part}: ${changed.length} names change a response\n`);
  problems.push(...changed.map(([name]) => `polluted, ${part}: ${name}`));
}
for (const problem of problems.slice(0, 50)) process.stderr.write(`${problem}\n`);
const figure = `${expected.length} scenarios in ${Object.keys(modes).length} modes, and ${readNames.length} names in Object.prototype: ${problems.length} differences`;
if (problems.length === 0) writeResults('prototypes', { figures: { prototypes: figure } });
process.exitCode = problems.length === 0 ? 0 : 1;
