import fc from 'fast-check';
import { expect, test } from 'vitest';
import { closestName } from './describe-value.ts';

const names = ['author', 'title', 'createdAt', 'comments', 'id', 'tags'];

test.each([
  ['a letter left out', 'autor', 'author'],
  ['a letter too many', 'titles', 'title'],
  ['another letter', 'commants', 'comments'],
  ['two letters swapped', 'auhtor', 'author'],
  ['two edits in a long name', 'creatdedA', 'createdAt'],
  ['another case', 'CREATEDAT', 'createdAt'],
  ['another case of a short name', 'ID', 'id'],
  ['one edit in a short name', 'tgs', 'tags'],
])('%s: %s means %s', (_, text, name) => {
  expect(closestName(text, names)).toBe(name);
});

test.each([
  ['three edits', 'athrs'],
  ['two edits in a short name', 'tuds'],
  ['one edit in two letters', 'ix'],
  ['something else', 'publisher'],
  ['nothing', ''],
  ['a long text', `author${'r'.repeat(60)}`],
])('%s: %j means none of them', (_, text) => {
  expect(closestName(text, names)).toBeUndefined();
});

test('the nearest of several, and the first of several as near', () => {
  expect(closestName('label', ['labels', 'lapel', 'Label'])).toBe('Label');
  expect(closestName('label', ['labels', 'lapel'])).toBe('labels');
  expect(closestName('label', [])).toBeUndefined();
});

/** The distance by the book, without a band. */
function distanceByTheBook(left: string, right: string): number {
  const table = Array.from({ length: left.length + 1 }, (_, row) =>
    Array.from({ length: right.length + 1 }, (_, column) => (row === 0 ? column : column === 0 ? row : 0)),
  );
  const at = (row: number, column: number): number => table[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= left.length; row++) {
    for (let column = 1; column <= right.length; column++) {
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      (table[row] as number[])[column] = Math.min(
        at(row - 1, column - 1) + (left[row - 1] === right[column - 1] ? 0 : 1),
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        isSwap && row > 1 && column > 1 ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(left.length, right.length);
}

test('agrees with the distance by the book', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 9 });
  let near = 0;
  fc.assert(
    fc.property(word, word, (text, name) => {
      const tolerance = text.length < 3 ? 0 : text.length < 6 ? 1 : 2;
      const isNear = distanceByTheBook(text, name) <= tolerance;
      if (isNear) near++;
      expect(closestName(text, [name])).toBe(isNear ? name : undefined);
    }),
    { numRuns: 2000 },
  );
  expect(near).toBeGreaterThan(0);
});
