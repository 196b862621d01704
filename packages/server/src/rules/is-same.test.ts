import { expect, test } from 'vitest';
import { isSame } from './is-same.ts';

type Linkage = { readonly type: string; readonly id: string } | null | undefined;

const ann = { type: 'people', id: '7' };
test.each<[boolean, string, Linkage, Linkage]>([
  [true, 'equal identifiers', ann, { type: 'people', id: '7' }],
  [false, 'another id', ann, { type: 'people', id: '8' }],
  [false, 'another type', ann, { type: 'teams', id: '7' }],
  [false, 'a number', ann, { type: 'people', id: 7 as never }],
  [false, 'no type', ann, { id: '7' } as never],
  [false, 'an empty relationship', null, ann],
  [false, 'a relationship that is not in the record', undefined, ann],
  [false, 'no identity', ann, undefined],
  [false, 'no identity and an empty relationship', null, null],
  [false, 'no identity and a relationship that is not in the record', undefined, undefined],
])('%s: %s', (expected, _, linkage, resource) => {
  expect(isSame(linkage, resource)).toBe(expected);
});
