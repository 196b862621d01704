import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isNamespace } from './member-name.ts';

test.each([['a'], ['z'], ['A'], ['Z'], ['0'], ['9'], ['atomic'], ['ATOMIC2'], ['007'], ['toString'], ['constructor']])(
  'EXT-08: %s is a namespace',
  (text) => {
    expect(isNamespace(text)).toBe(true);
  },
);

test.each([
  [''],
  ['-'],
  ['a-b'],
  ['a_b'],
  ['a b'],
  ['a:'],
  ['a:b'],
  ['@a'],
  ['é'],
  ['aé'],
  ['\u0080'],
  ['a\n'],
  ['\na'],
  ['a\u0000'],
  ['__proto__'],
  ['😀'],
  ['/'],
  ['['],
  ['`'],
  ['{'],
  ['\uff41'],
])('EXT-08: %j is none', (text) => {
  expect(isNamespace(text)).toBe(false);
});

test('any text: one or more of a-z, A-Z, 0-9', { timeout: 30_000 }, () => {
  const answers = new Set<boolean>();
  fc.assert(
    fc.property(
      fc.oneof(fc.stringMatching(/^[A-Za-z0-9]{1,6}$/), fc.string({ unit: 'binary', maxLength: 4 })),
      (text) => {
        const expected = /^[A-Za-z0-9]+$/.test(text);
        answers.add(expected);
        expect(isNamespace(text)).toBe(expected);
      },
    ),
    { numRuns: 500 },
  );
  expect(answers.size).toBe(2);
});
