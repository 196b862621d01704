import { beforeEach, expect, test, vi } from 'vitest';
import { defineExtension } from '../media-type/extension.ts';
import type { RuleChoice, RuleSet } from './rule-set.ts';
import { findRuleSet } from './validate-document.ts';

let find: (choice?: Partial<RuleChoice>) => RuleSet;

/** Each test begins with nothing kept. */
beforeEach(async () => {
  vi.resetModules();
  const { findRuleSet } = await import('./validate-document.ts');
  const any: RuleChoice = { as: undefined, level: 'must', extensions: [], profiles: [], withApi: false, rules: {} };
  find = (choice) => findRuleSet({ ...any, ...choice });
});

const extensions = Array.from({ length: 51 }, (_, index) =>
  defineExtension({ uri: `https://example.com/${index}`, namespace: `n${index}` }),
);

test('a choice met before has the rule set it had', () => {
  const [first, second] = [find(), find({ extensions: extensions.slice(0, 1) })];
  expect(second).not.toBe(first);
  expect(find()).toBe(first);
  expect(find({ extensions: extensions.slice(0, 1) })).toBe(second);
});

test('whatever differs in a choice makes another one', () => {
  const choices: readonly Partial<RuleChoice>[] = [
    {},
    { as: 'create' },
    { level: 'should' },
    { withApi: true },
    { rules: { 'empty-id': 'off' } },
    { extensions: extensions.slice(0, 1) },
    { extensions: extensions.slice(1, 2) },
    // Equal, but another object: it may bring other rules.
    { extensions: [{ ...extensions[0] } as RuleChoice['extensions'][number]] },
  ];
  expect(new Set(choices.map(find)).size).toBe(choices.length);
});

test('fifty are kept, then all are forgotten: choices made up for each request fill no memory', () => {
  const sets = extensions.slice(0, 50).map((it) => find({ extensions: [it] }));
  expect(extensions.slice(0, 50).map((it) => find({ extensions: [it] }))).toEqual(sets);
  expect(find({ extensions: extensions.slice(0, 1) })).toBe(sets[0]);
  find({ extensions: extensions.slice(50) });
  expect(find({ extensions: extensions.slice(0, 1) })).not.toBe(sets[0]);
});

test.each<[choice: object, message: string]>([
  [{ extensions: [null] }, 'validateDocument: extensions and profiles must be objects, but one is null.'],
  [{ profiles: ['urn:p'] }, 'validateDocument: extensions and profiles must be objects, but one is "urn:p".'],
  [
    { rules: { 'empty-id': 'never' } },
    'validateDocument: `rules` must contain levels or "off", but it contains "never".',
  ],
  [{ rules: { 'empty-id': null } }, 'validateDocument: `rules` must contain levels or "off", but it contains null.'],
])('%j is a TypeError', (choice, message) => {
  const any: RuleChoice = { as: undefined, level: 'must', extensions: [], profiles: [], withApi: false, rules: {} };
  expect(() => findRuleSet({ ...any, ...choice })).toThrow(new TypeError(message));
});
