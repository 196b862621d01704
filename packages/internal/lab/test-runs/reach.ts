import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestRunner, MAX } from './test-runner.ts';

/** The sources that each test file of a run reaches. */
export interface Reach {
  /** The test files by the place of the sources that they run. */
  readonly testsByPlace: ReadonlyMap<string, readonly string[]>;
  /** How long each test file takes. */
  readonly milliseconds: ReadonlyMap<string, number>;
}

interface Line {
  readonly test: string;
  readonly reached: readonly string[];
}

/** Runs test files once with instrumented sources. */
export async function measureReach(tests: readonly string[]): Promise<Reach> {
  const folder = mkdtempSync(join(tmpdir(), 'reach-'));
  const output = join(folder, 'reach.jsonl');
  const runner = createTestRunner({ LINKAGE_REACH: output });
  try {
    const reply = await runner.run(
      { tests },
      tests.map(() => MAX),
    );
    if (reply === undefined) throw new Error('The tests do not come to an end.');
    const lines = readFileSync(output, 'utf8').trim().split('\n');
    return { testsByPlace: byPlace(lines.map((it) => JSON.parse(it) as Line)), milliseconds: new Map(reply.times) };
  } finally {
    runner.close();
    rmSync(folder, { recursive: true });
  }
}

function byPlace(lines: readonly Line[]): Reach['testsByPlace'] {
  const tests = new Map<string, string[]>();
  for (const { test, reached } of lines) {
    for (const place of reached) {
      const known = tests.get(place);
      if (known === undefined) tests.set(place, [test]);
      else known.push(test);
    }
  }
  return tests;
}
