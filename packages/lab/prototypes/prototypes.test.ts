/** The same answers in a program whose prototypes are frozen, forbidden or polluted. */
import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { isLong } from '../../core/test/runs.ts';

const script = `${import.meta.dirname}/run.ts`;

/** Returns the output of a separate process. */
function run(mode: string, flags: readonly string[] = [], part: string = 'core,server,world'): unknown {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...flags, script, mode], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    env: { ...process.env, PART: part },
  });
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

describe('prototypes', () => {
  const baseline = run('baseline') as readonly (readonly [string, string])[];

  test('responses exist to compare', () => {
    expect(baseline.length).toBeGreaterThan(150);
    const thrown = baseline.filter(([, answer]) => answer.startsWith('{"thrown"')).map(([name]) => name);
    expect(thrown.filter((name) => name.startsWith('server') || name.startsWith('fetch'))).toEqual([]);
  });

  test('with frozen prototypes, the responses are the same', () => {
    expect(run('baseline', [`--import=${import.meta.dirname}/freeze.ts`])).toEqual(baseline);
  });

  test.runIf(isLong)('with --disable-proto=throw, the responses are the same', () => {
    expect(run('baseline', ['--disable-proto=throw'])).toEqual(baseline);
  });

  test('no built-in object has another member afterwards', () => {
    expect(run('baseline', [`--import=${import.meta.dirname}/canary.ts`])).toEqual(baseline);
  });

  test('the canary sees a change', () => {
    const change = 'Object.prototype.oops = 1; Array.prototype.flat = () => []; delete String.prototype.at';
    const flags = [`--import=${import.meta.dirname}/canary.ts`, '-e', change];
    const { stderr, status } = spawnSync(process.execPath, flags, { encoding: 'utf8' });
    const changed = stderr.split('\n').filter((line) => line.endsWith(' has changed.'));
    expect([status, changed.length]).toEqual([1, 3]);
  });

  test.each(['core', 'server', 'world'])(
    'Object.prototype with names of options, fields and members: no name changes an answer of %s',
    (part) => {
      expect(run('polluted', [], part)).toEqual([]);
    },
    60_000,
  );
});

describe('adapters', () => {
  const baseline = run('baseline', [], 'adapters') as readonly (readonly [string, string])[];

  test('responses of adapters exist to compare', () => {
    expect(baseline.map(([name]) => name)).toEqual([
      'node: memory',
      'express: memory',
      'koa: memory',
      'fastify: memory',
    ]);
    expect(baseline.filter(([, answer]) => !answer.startsWith('{"returned"'))).toEqual([]);
  });

  test('frozen, once the frameworks are loaded, which cannot be loaded later: the same responses', () => {
    const imports = ['load-frameworks.ts', 'freeze.ts'].map((name) => `--import=${import.meta.dirname}/${name}`);
    expect(run('baseline', imports, 'adapters')).toEqual(baseline);
  });

  test('no built-in object has another member afterwards', () => {
    const imports = ['load-frameworks.ts', 'canary.ts'].map((name) => `--import=${import.meta.dirname}/${name}`);
    expect(run('baseline', imports, 'adapters')).toEqual(baseline);
  });

  test.runIf(isLong)('--disable-proto=throw: the same responses', () => {
    expect(run('baseline', ['--disable-proto=throw'], 'adapters')).toEqual(baseline);
  });
});
