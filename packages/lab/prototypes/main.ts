/**
 * Compares all responses in programs whose built-in prototypes are frozen, forbidden, watched, or polluted: `npm run prototypes`. Besides
 * the scenarios of the tests, runs requests over SQLite, the conformance kit, and documents of other implementations. Exits with 1 if a response
 * differs.
 *
 * With `--suite`, also runs the tests of the libraries with frozen and forbidden prototypes, each package within `--minutes 30`, and writes
 * the figures into the results of reliability. `--modes frozen` selects modes, and `--only packages/client/` folders: the figures are then
 * not written. The tests do not run with polluted prototypes, because many of them call internal functions with partial objects.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeResults } from '../reliability/results.ts';
import { isMode, type Mode, suiteFolders } from './modes.ts';
import { names as usualNames } from './names.ts';
import { optionalMembers } from './optional-members.ts';
import { runSuite } from './run-suite.ts';

const { values } = parseArgs({
  options: {
    suite: { type: 'boolean' },
    minutes: { type: 'string', default: '30' },
    modes: { type: 'string', default: 'frozen,forbidden' },
    only: { type: 'string' },
  },
});
const suiteModes: readonly Mode[] = values.modes.split(',').map((mode) => {
  if (isMode(mode)) return mode;
  throw new TypeError(`--modes must contain only frozen and forbidden, but it contains "${mode}".`);
});
const folder = import.meta.dirname;
const program = join(folder, 'run.ts');
const load = (name: string): string => `--import=${join(folder, name)}`;
const modes: Readonly<Record<string, readonly string[]>> = {
  frozen: [load('load-frameworks.ts'), load('freeze.ts')],
  'without `__proto__`': ['--disable-proto=throw'],
  watched: [load('load-frameworks.ts'), load('canary.ts')],
};
const parts = 'core,server,world,wide,adapters';
const MAX_TIME = 180_000;
const names = [...new Set([...usualNames, ...optionalMembers()])];
const problems: string[] = [];

function run(mode: string, flags: readonly string[], chosen: string): readonly (readonly [string, unknown])[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, program, mode], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    timeout: MAX_TIME,
    env: { ...process.env, PART: chosen, TESTS: 'long' },
  });
  if (status === 0) return JSON.parse(stdout);
  problems.push(`${chosen}, ${flags.join(' ')}: ${stderr.slice(0, 1000)}`);
  return [];
}

const suiteCounts: string[] = [];
if (values.suite === true) {
  for (const mode of suiteModes) {
    let passed = 0;
    for (const path of values.only?.split(',') ?? suiteFolders) {
      const suite = runSuite(mode, path, Number(values.minutes) * 60_000);
      process.stdout.write(`${mode}, ${path}: ${suite.passed} tests pass, ${suite.problems.length} problems\n`);
      problems.push(...suite.problems);
      passed += suite.passed;
    }
    suiteCounts.push(`${passed} tests with ${mode} prototypes`);
  }
}
const expected = run('baseline', [], parts);
for (const [name, flags] of Object.entries(modes)) {
  const found = new Map(run('baseline', flags, parts));
  const different = expected.filter(([scenario, answer]) => found.get(scenario) !== answer);
  process.stdout.write(`${name}: ${different.length} of ${expected.length} scenarios differ\n`);
  problems.push(...different.map(([scenario]) => `${name}: ${scenario}`));
}
for (const part of ['core', 'server', 'world']) {
  const changed = run('polluted', [], part);
  process.stdout.write(`polluted, ${part}: ${changed.length} names change a response\n`);
  problems.push(...changed.map(([name]) => `polluted, ${part}: ${name}`));
}
for (const problem of problems.slice(0, 50)) process.stderr.write(`${problem}\n`);
const figure = `${expected.length} scenarios in ${Object.keys(modes).length} modes, and ${names.length} names in Object.prototype: ${problems.length} differences${suiteCounts.map((it) => `, ${it}`).join('')}`;
const isWhole = values.suite === true && values.only === undefined && values.modes === 'frozen,forbidden';
if (problems.length === 0 && isWhole) writeResults('prototypes', { figures: { prototypes: figure } });
process.exitCode = problems.length === 0 ? 0 : 1;
