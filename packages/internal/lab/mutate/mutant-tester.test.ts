import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { createTestRunner } from '../test-runs/test-runner.ts';
import { applyReplacement } from './mutant.ts';
import { createMutantTester } from './mutant-tester.ts';

const file = 'packages/core/src/spec/member/member-name.ts';
const path = join(root, file);
const beside = path.replace('member-name.ts', 'at-member.test.ts');
const source = readFileSync(path, 'utf8');
const reply = source.indexOf('name.startsWith');
const end = source.indexOf(';', reply);
const runner = createTestRunner();
afterAll(() => runner.close());

function change(text: string): ReturnType<typeof applyReplacement> {
  return applyReplacement(file, source, { start: reply, end, text });
}

test.skipIf(!isLong)(
  `a mutant that never ends is ended, and the next one is tried${skippedInShort}`,
  { timeout: 120_000 },
  async () => {
    // The first run of a process has time to load everything.
    expect((await runner.run({ tests: [beside] }, [60_000]))?.failed).toEqual([]);
    const { text } = change('(() => { for (;;); })()');
    expect(await runner.run({ tests: [beside], file: path, text }, [1000])).toBeUndefined();
    const tester = createMutantTester(() => ({ beside: [beside], tests: [beside] }));
    expect(await tester.test(change('false'), runner)).toBe('beside');
    expect(await tester.test(change("name[0] === '@'"), runner)).toBe('survived');
    expect(tester.leftOut).toEqual(new Map());
  },
);
