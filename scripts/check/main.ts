/**
 * All checks in order, or the one named on the command line. Prints little when all is well, everything when not.
 * The arguments after the name `tests` go to vitest: `npm test -- tests packages/core/src/spec/member`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKED, packTarballs } from '../packed/project.ts';
import { runLive, runTool, type ToolResult } from '../run-tool.ts';
import { root } from '../workspace.ts';
import { checkTypes } from './types.ts';

interface Step {
  readonly title: string;
  readonly run: () => Promise<ToolResult>;
  /** Whether what it prints is worth reading when all is well. */
  readonly isReport?: boolean;
}

// A process of this run loads what another one has compiled: many of them load the same packages.
process.env['NODE_COMPILE_CACHE'] ??= join(root, '.cache/compiled');

const [only, ...rest] = process.argv.slice(2);
const steps: Readonly<Record<string, Step>> = {
  lint: { title: 'format and lint', run: () => runTool('biome', ['ci', '--colors=off', '--error-on-warnings']) },
  types: { title: 'types', run: checkTypes },
  build: { title: 'build', run: () => runTool(process.execPath, ['scripts/build/main.ts']) },
  pack: {
    title: 'pack',
    async run() {
      const tarballs = mkdtempSync(join(tmpdir(), 'linkage-tarballs-'));
      process.on('exit', () => rmSync(tarballs, { recursive: true, force: true }));
      await packTarballs(tarballs);
      process.env[PACKED] = tarballs;
      return { ok: process.exitCode === undefined, output: '' };
    },
  },
  packages: { title: 'package checks', run: () => runTool(process.execPath, ['scripts/build/check-packages.ts']) },
  bundles: {
    title: 'bundles',
    run: () => runTool(process.execPath, ['scripts/bundles/main.ts']),
    isReport: true,
  },
  // The step `types` has checked the tests of types: vitest would run the compiler again.
  tests: {
    title: 'tests',
    run: () => runLive('vitest', only === undefined ? ['run', '--typecheck.enabled=false'] : ['run', ...rest]),
  },
};
/** Steps in one group do not need each other and share the time. */
const groups = [['lint', 'types'], ['build'], ['pack'], ['packages', 'bundles'], ['tests']];

if (only !== undefined && (!Object.hasOwn(steps, only) || (rest.length > 0 && only !== 'tests'))) {
  console.error(`Usage: npm test -- [${Object.keys(steps).join(' | ')}]`);
  process.exit(2);
}
/** These read the built packages, which can be older than the sources. */
const ofPackages = ['packages', 'bundles'];
const alone = only === undefined ? [] : ofPackages.includes(only) ? [['build'], ['pack'], [only]] : [[only]];
for (const group of only === undefined ? groups : alone) {
  const outcomes = await Promise.all(group.map(runStep));
  if (outcomes.includes(false)) process.exit(1);
}

async function runStep(name: string): Promise<boolean> {
  const step = steps[name];
  if (step === undefined) throw new Error(`No step is called ${name}`);
  if (name === 'tests') console.log('       tests, alone: npm test -- tests [file or folder]\n');
  const started = performance.now();
  const { ok, output } = await step.run();
  // The tests print for themselves, and vitest's closing lines stay the last.
  if (name === 'tests' && output === '') return ok;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (!ok && output !== '') console.error(`\n${output}\n`);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${step.title.padEnd(16)} ${seconds.padStart(5)} s`);
  if (ok && step.isReport === true) console.log(output.trimEnd().replaceAll(/^/gm, '       '));
  if (!ok) console.error(`\nThe step "${name}" failed. To run it alone: npm test -- ${name}`);
  return ok;
}
