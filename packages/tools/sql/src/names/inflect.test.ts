import { expect, test } from 'vitest';
import { pluralOf, singularOf } from './inflect.ts';

test.each([
  ['film', 'films'],
  ['category', 'categories'],
  ['address', 'addresses'],
  ['person', 'people'],
  ['child', 'children'],
  ['status', 'statuses'],
  ['analysis', 'analyses'],
  ['hero', 'heroes'],
  ['leaf', 'leaves'],
  ['index', 'indexes'],
  ['schema', 'schemas'],
  ['virus', 'viruses'],
  ['medium', 'media'],
  ['series', 'series'],
  ['news', 'news'],
  ['meta', 'meta'],
  ['sms', 'sms'],
  ['gps', 'gps'],
])('%s becomes %s, and no plural has a plural', (one, many) => {
  expect([pluralOf(one), pluralOf(many), singularOf(many), singularOf(one)]).toEqual([many, many, one, one]);
});
