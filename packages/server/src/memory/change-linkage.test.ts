import { expect, test } from 'vitest';
import type { LinkageChange } from '../data-source.ts';
import { changedLinkage } from './change-linkage.ts';

const x = (id: string) => ({ type: 'x', id });
const y = (id: string) => ({ type: 'y', id });

test.each<[string, unknown, LinkageChange, unknown]>([
  ['replaces to-one', x('1'), { replace: x('2') }, x('2')],
  ['clears to-one', x('1'), { replace: null }, null],
  ['replaces to-many', [x('1')], { replace: [] }, []],
  ['RUP-04 adds what is not there', [x('1')], { add: [x('1'), y('1')] }, [x('1'), y('1')]],
  ['adds to nothing', undefined, { add: [x('1')] }, [x('1')]],
  ['RUP-07 removes what is there', [x('1'), y('1')], { remove: [y('1'), y('2')] }, [x('1')]],
])('changedLinkage %s', (_, linkage, change, changed) => {
  expect(changedLinkage(linkage, change)).toEqual(changed);
});
