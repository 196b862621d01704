import { expect, test } from 'vitest';
import { hasCommit } from './gate/recorded-checkout.ts';
import { measuredCommit } from './measured-commit.ts';
import { reportText } from './report.ts';

test('the page names the measured commit and the machine', () => {
  const table = {
    title: 'One',
    columns: ['ratio'],
    rows: [{ name: 'Linkage', cells: ['1.00'] }],
    remarks: ['A remark'],
  };
  const text = reportText(new Map([['serialize', [table]]]), 'a machine', 'abcdef01');
  expect(text).toContain('\nMeasured at commit `abcdef01` on a machine. Compared: ');
  expect(text).toContain('| Linkage |  1.00 |\n\n- A remark\n');
});

test('changed files belong to no commit, so they are not measured for the page', () => {
  expect(() => measuredCommit(' M packages/core/src/index.ts')).toThrow('Commit these files before you measure');
});

test('without changes, the commit is that of the checkout', ({ skip }) => {
  if (!hasCommit('HEAD')) skip('This copy does not have a history.');
  expect(measuredCommit('')).toMatch(/^[0-9a-f]{8}$/);
});
