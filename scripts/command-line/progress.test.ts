import { expect, test } from 'vitest';
import { createProgress, type Output } from './progress.ts';

function written(output: Omit<Output, 'write'>): string {
  let all = '';
  const progress = createProgress({ ...output, write: (text) => (all += text) });
  progress.status('1 of 2 mutants');
  progress.line('a.ts: done');
  return all;
}

test('plain lines without a terminal', () => {
  expect(written({})).toBe('a.ts: done\n');
});

test('one changing line on a terminal, no longer than it is wide', () => {
  expect(written({ isTTY: true, columns: 9 })).toBe('\r\u001b[K1 of 2 m\r\u001b[Ka.ts: done\n');
});
