import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../workspace.ts';
import { createJudge } from './judge.ts';
import { applyReplacement } from './mutant.ts';
import { createTestRunner } from './test-runner.ts';

const file = 'packages/core/src/member/at-member.ts';
const path = join(root, file);
const beside = path.replace('.ts', '.test.ts');
const source = readFileSync(path, 'utf8');
const answer = source.indexOf('name.startsWith');
const end = source.indexOf(';', answer);
const runner = createTestRunner();
afterAll(() => runner.close());

function change(text: string): ReturnType<typeof applyReplacement> {
  return applyReplacement(file, source, { start: answer, end, text });
}

test('tests pass as things are, fail with a mutant, and pass again', { timeout: 60_000 }, async () => {
  const asItIs = await runner.run({ tests: [beside] }, [60_000]);
  expect(asItIs?.passed).toBeGreaterThan(5);
  expect(asItIs?.failed).toEqual([]);
  const { text } = change('false');
  expect((await runner.run({ tests: [beside], file: path, text }, [60_000]))?.failed).toEqual([beside]);
  const again = await runner.run({ tests: [beside] }, [60_000]);
  expect({ ...again, times: [] }).toEqual({ ...asItIs, times: [] });
  expect(readFileSync(path, 'utf8')).toBe(source);
});

test('a mutant that never ends is ended, and the next one is judged', { timeout: 120_000 }, async () => {
  const { text } = change('(() => { for (;;); })()');
  expect(await runner.run({ tests: [beside], file: path, text }, [1000])).toBeUndefined();
  const judge = createJudge(() => ({ beside: [beside], tests: [beside] }));
  expect(await judge.judge(change('false'), runner)).toBe('beside');
  expect(await judge.judge(change("name[0] === '@'"), runner)).toBe('survived');
  expect(judge.leftOut).toEqual(new Map());
});
