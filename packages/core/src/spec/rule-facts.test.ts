import { expect, test } from 'vitest';
import { ignored, must, type RuleBinding, should } from './rule-facts.ts';

const section = 'https://jsonapi.org/format/1.1/#document-top-level';
const elsewhere = 'https://jsonapi.org/recommendations/#naming';

test.each<[string, Omit<RuleBinding, 'id'>, Omit<RuleBinding, 'id'>]>([
  ['a requirement', must('document-top-level'), { level: 'must', receiver: 'reject', spec: section }],
  ['a requirement for producers', ignored('document-top-level'), { level: 'must', receiver: 'ignore', spec: section }],
  ['a recommendation', should('document-top-level'), { level: 'should', receiver: 'ignore', spec: section }],
  ['a recommendation elsewhere', should(elsewhere), { level: 'should', receiver: 'ignore', spec: elsewhere }],
])('%s', (_, facts, expected) => {
  expect(facts).toEqual(expected);
  expect(Object.isFrozen(facts)).toBe(true);
});
