import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../../../../scripts/workspace.ts';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { createTestRunner } from './test-runner.ts';

const path = join(root, 'packages/core/src/spec/member/member-name.ts');
const beside = path.replace('member-name.ts', 'at-member.test.ts');
const source = readFileSync(path, 'utf8');
const reply = source.slice(source.indexOf('name.startsWith'), source.indexOf(';', source.indexOf('name.startsWith')));
const runner = createTestRunner();
afterAll(() => runner.close());

function change(text: string): string {
  return source.replace(reply, () => text);
}

test.skipIf(!isLong)(
  `tests pass as things are, fail with a change, and pass again${skippedInShort}`,
  { timeout: 60_000 },
  async () => {
    const asItIs = await runner.run({ tests: [beside] }, [60_000]);
    expect(asItIs?.passed).toBeGreaterThan(5);
    expect(asItIs?.failed).toEqual([]);
    const text = change('false');
    expect((await runner.run({ tests: [beside], file: path, text }, [60_000]))?.failed).toEqual([beside]);
    const again = await runner.run({ tests: [beside] }, [60_000]);
    expect({ ...again, times: [] }).toEqual({ ...asItIs, times: [] });
    expect(readFileSync(path, 'utf8')).toBe(source);
  },
);

test.skipIf(!isLong)(
  `a change that never ends is ended, and the next run works${skippedInShort}`,
  { timeout: 120_000 },
  async () => {
    const text = change('(() => { for (;;); })()');
    expect(await runner.run({ tests: [beside], file: path, text }, [1000])).toBeUndefined();
    expect((await runner.run({ tests: [beside] }, [60_000]))?.failed).toEqual([]);
  },
);
