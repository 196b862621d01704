import { expect, test } from 'vitest';
import { ruleBindings } from './rules.ts';

test.each([
  ['error-objects', 'https://jsonapi.org/format/1.1/#error-objects'],
  ['empty-errors', 'https://jsonapi.org/format/1.1/#error-objects'],
  ['applied-extensions', 'https://jsonapi.org/format/1.1/#extension-members'],
  ['type-name', 'https://jsonapi.org/format/1.1/#document-resource-object-identification'],
  ['recommended-names', 'https://jsonapi.org/recommendations/#naming'],
] as const)('%s names the section it comes from: %s', (id, spec) => {
  expect(ruleBindings[id].spec).toBe(spec);
});
