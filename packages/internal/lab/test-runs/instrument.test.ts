import { expect, test } from 'vitest';
import { instrument, placeAround } from './instrument.ts';

const source =
  'export const a = (x) => x ? { b: 1 }.b : [1].map((y) => ({ y }));\nfunction c() { if (a()) { return 1; } }';
const at = (text: string): string => `a.ts:${source.indexOf(text)}`;
const ids = (text: string): readonly string[] =>
  [...text.matchAll(/linkageReached\?\.add\("(.*?)"\)/g)].map(([, id]) => id as string);

test('every block and every expression behind an arrow says that it runs', () => {
  expect(ids(instrument('a.ts', source))).toEqual(['x ?', '({ y })', '{ if', '{ return'].map(at));
});

test('the instrumented source does the same', () => {
  const run = (text: string): unknown => new Function(`${text.replace('export ', '')}\nreturn [a(1), a(0), c()];`)();
  expect(run(instrument('a.ts', source))).toEqual([1, [{ y: 1 }], 1]);
});

test('a mutant belongs to the innermost place', () => {
  const place = (text: string): unknown => placeAround('a.ts', source, source.indexOf(text));
  expect(place('x ?')).toBe(at('x ?'));
  expect(place('{ y }')).toBe(at('({ y })'));
  expect(place('if')).toBe(at('{ if'));
  expect(place('return 1')).toBe(at('{ return'));
  expect(place('const a')).toBeUndefined();
});
