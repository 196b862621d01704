import { expect, test } from 'vitest';
import type { LinkageChange } from '../sources/port/data-source.ts';
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

test.each(['add', 'remove'] as const)('looks at each identifier a few times, whatever the number: %s', (how) => {
  let reads = 0;
  const list = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({
      type: 'x',
      get id() {
        reads++;
        return String(from + index);
      },
    }));
  const others = list(1500, 1000);
  const changed = changedLinkage(list(0, 2000), how === 'add' ? { add: others } : { remove: others });
  expect(changed).toHaveLength(how === 'add' ? 2500 : 1500);
  expect(reads).toBeLessThan(3000 * 4);
});
