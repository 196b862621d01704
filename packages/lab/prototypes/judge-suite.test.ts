import { expect, test } from 'vitest';
import { judgeSuite } from './judge-suite.ts';

const failing = { file: 'a.test.ts', title: 'one', hasPassed: false };
const passing = { file: 'a.test.ts', title: 'two', hasPassed: true };
const listed = { mode: 'frozen', reason: 'Vitest assigns to an inherited member.', ...failing } as const;

test.each([
  ['a test that fails', [failing, passing], [], ['frozen: a.test.ts: "one" fails.']],
  ['a test that fails with a reason', [failing, passing], [listed], []],
  [
    'a reason of another mode',
    [failing],
    [{ ...listed, mode: 'forbidden' } as const],
    ['frozen: a.test.ts: "one" fails.'],
  ],
  [
    'a reason of a test that passes',
    [passing],
    [{ ...listed, title: 'two' }],
    ['frozen: a.test.ts: "two" is in the list of foreign failures, but it does not fail.'],
  ],
  [
    'a reason of a test that does not exist',
    [passing],
    [listed],
    ['frozen: a.test.ts: "one" is in the list of foreign failures, but it does not fail.'],
  ],
  ['a reason of a file with a test that fails', [failing, passing], [{ ...listed, title: undefined }], []],
  [
    'a reason of a file whose tests pass',
    [passing],
    [{ ...listed, title: undefined }],
    ['frozen: a.test.ts: "any test" is in the list of foreign failures, but it does not fail.'],
  ],
])('%s', (_, outcomes, known, problems) => {
  expect(judgeSuite('frozen', outcomes, known)).toEqual(problems);
});
