/** The same responses in a program whose prototypes are frozen, forbidden or polluted. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';

const script = `${import.meta.dirname}/run.ts`;

/** The short form leaves out requests of all kinds in memory (`world`), and the adapters. */
const parts = isLong ? 'core,server,world' : 'core,server';

/** Returns the output of a separate process. */
function run(mode: string, flags: readonly string[] = [], part: string = parts): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, script, mode], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, PART: part },
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

const load = (name: string): string => `--import=${import.meta.dirname}/${name}`;

describe('prototypes', () => {
  const baseline = run('baseline') as readonly (readonly [string, string])[];

  test('responses exist to compare', () => {
    expect(baseline.length).toBeGreaterThan(150);
    const thrown = baseline.filter(([, response]) => response.startsWith('{"thrown"')).map(([name]) => name);
    expect(thrown.filter((name) => name.startsWith('server') || name.startsWith('fetch'))).toEqual([]);
  });

  test('with frozen prototypes, the responses are the same', () => {
    expect(run('baseline', [load('freeze.ts')])).toEqual(baseline);
  });

  test.runIf(isLong)('with --disable-proto=throw, the responses are the same', () => {
    expect(run('baseline', ['--disable-proto=throw'])).toEqual(baseline);
  });

  test.runIf(isLong)('no built-in object has another member afterwards', () => {
    expect(run('baseline', [load('canary.ts')])).toEqual(baseline);
  });

  test('the canary sees a change', () => {
    const change = 'Object.prototype.oops = 1; Array.prototype.flat = () => []; delete String.prototype.at';
    const { stderr, status } = spawnSync(process.execPath, [load('canary.ts'), '-e', change], { encoding: 'utf8' });
    const changed = stderr.split('\n').filter((line) => line.endsWith(' has changed.'));
    expect([status, changed.length]).toEqual([1, 3]);
  });

  // The short form starts one process for all parts.
  test.each(isLong ? parts.split(',') : [parts])(
    'Object.prototype with names of options, fields and members: no name changes a response of %s',
    (part) => {
      expect(run('polluted', [], part)).toEqual([]);
    },
    60_000,
  );
});

describe.runIf(isLong)('adapters', () => {
  test.each([
    [
      'frozen, once the frameworks are loaded, which cannot be loaded later',
      [load('load-frameworks.ts'), load('freeze.ts')],
    ],
    ['watched, no built-in object has another member afterwards', [load('load-frameworks.ts'), load('canary.ts')]],
    ['--disable-proto=throw', ['--disable-proto=throw']],
  ])('%s: the same responses', (_, flags) => {
    const baseline = run('baseline', [], 'adapters') as readonly (readonly [string, string])[];
    expect(baseline.map(([name]) => name)).toEqual([
      'node: memory',
      'express: memory',
      'koa: memory',
      'fastify: memory',
    ]);
    expect(baseline.filter(([, response]) => !response.startsWith('{"returned"'))).toEqual([]);
    expect(run('baseline', flags, 'adapters')).toEqual(baseline);
  });
});
