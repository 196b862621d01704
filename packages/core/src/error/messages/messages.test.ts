import { expect, test } from 'vitest';
import { german } from '../../../../server/src/languages/de.ts';
import { defineMessages } from './messages.ts';

const define = (change: object) => () => defineMessages({ ...german, ...change } as never);
const { TYPE_UNKNOWN, ...others } = german;

test('messages of a file are checked like those of the compiler', () => {
  expect(defineMessages(JSON.parse(JSON.stringify(german)))).toEqual(german);
});

test('a group can be missing, and its messages stay English', () => {
  expect(defineMessages(others)).toBe(others);
});

test.each<[string, () => unknown]>([
  [
    'defineMessages: unknown group "TYPE_UNKNOWM". Did you mean `TYPE_UNKNOWN`?',
    define({ TYPE_UNKNOWM: TYPE_UNKNOWN }),
  ],
  ['defineMessages: TYPE_UNKNOWN: the message "title" is missing.', define({ TYPE_UNKNOWN: { type: '{type}' } })],
  ['defineMessages: TYPE_UNKNOWN: the message "title" is missing.', define({ TYPE_UNKNOWN: null })],
  ['defineMessages: TYPE_UNKNOWN: unknown message "typ".', define({ TYPE_UNKNOWN: { ...TYPE_UNKNOWN, typ: 'x' } })],
  [
    'defineMessages: TYPE_UNKNOWN.type must have the placeholders of the English message: {type}.',
    define({ TYPE_UNKNOWN: { title: 'x', type: '{typ}' } }),
  ],
  [
    'defineMessages: TYPE_UNKNOWN.title must have the placeholders of the English message: none.',
    define({ TYPE_UNKNOWN: { title: '{type}', type: '{type}' } }),
  ],
  [
    'defineMessages: TYPE_UNKNOWN.type must be a string that is not empty.',
    define({ TYPE_UNKNOWN: { title: 'x', type: 5 } }),
  ],
])('%s', (message, run) => {
  expect(run).toThrow(TypeError);
  expect(run).toThrow(message);
});
