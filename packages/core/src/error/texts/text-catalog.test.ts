import { expect, test } from 'vitest';
import { german } from '../../../../../docs/examples/languages/german.ts';
import { defineTexts } from './text-catalog.ts';

const define = (change: object) => () => defineTexts({ ...german, ...change } as never);
const { TYPE_UNKNOWN, ...others } = german;

test('texts of a file are checked like those of the compiler', () => {
  expect(defineTexts(JSON.parse(JSON.stringify(german)))).toEqual(german);
});

test('a group can be missing, and its texts stay English', () => {
  expect(defineTexts(others)).toBe(others);
});

test.each<[string, () => unknown]>([
  ['defineTexts: unknown group "TYPE_UNKNOWM". Did you mean `TYPE_UNKNOWN`?', define({ TYPE_UNKNOWM: TYPE_UNKNOWN })],
  ['defineTexts: TYPE_UNKNOWN: the text "title" is missing.', define({ TYPE_UNKNOWN: { type: '{type}' } })],
  ['defineTexts: TYPE_UNKNOWN: the text "title" is missing.', define({ TYPE_UNKNOWN: null })],
  ['defineTexts: TYPE_UNKNOWN: unknown text "typ".', define({ TYPE_UNKNOWN: { ...TYPE_UNKNOWN, typ: 'x' } })],
  [
    'defineTexts: TYPE_UNKNOWN.type must have the placeholders of the English text: {type}.',
    define({ TYPE_UNKNOWN: { title: 'x', type: '{typ}' } }),
  ],
  [
    'defineTexts: TYPE_UNKNOWN.title must have the placeholders of the English text: none.',
    define({ TYPE_UNKNOWN: { title: '{type}', type: '{type}' } }),
  ],
  [
    'defineTexts: TYPE_UNKNOWN.type must be a string that is not empty.',
    define({ TYPE_UNKNOWN: { title: 'x', type: 5 } }),
  ],
])('%s', (message, run) => {
  expect(run).toThrow(TypeError);
  expect(run).toThrow(message);
});
