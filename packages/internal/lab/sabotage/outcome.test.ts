import { expect, test } from 'vitest';
import { failureOf } from './outcome.ts';

const none = { caught: 0, missed: 0, hangs: 0, left: 0 };

test.each([
  [none, /nothing was tried/],
  [{ ...none, left: 3 }, /time was over .* nothing was tried/],
  [{ ...none, caught: 3, missed: 1 }, /1 defects were not caught/],
  [{ ...none, caught: 3, hangs: 1 }, /did not end/],
  [{ ...none, caught: 3, left: 1 }, undefined],
])('%j: %s', (counts, failure) => {
  if (failure === undefined) expect(failureOf(counts)).toBeUndefined();
  else expect(failureOf(counts)).toMatch(failure);
});
