import { expect, test } from 'vitest';
import { type ConditionFold, foldCondition, type PathTerm } from './fold-condition.ts';
import type { ConditionOrGroup } from './query.ts';

/** Builds strings: each place has the name of its relationship and its depth. */
const strings: ConditionFold<{ name: string; depth: number }, string> = {
  follow: ({ depth }, relationship) => ({ name: `${relationship}${depth + 1}`, depth: depth + 1 }),
  any: (from, relationship, to, inner) => `${from.name}.${relationship} has ${to.name}(${inner})`,
  compare: ({ name }, { field, operator, values }) => `${name}.${field} ${operator} ${values}`,
  and: (conditions) => conditions.join(' and '),
  or: (conditions) => `[${conditions.join(' or ')}]`,
  not: (condition) => `not (${condition})`,
};
const term = (field: string, through?: PathTerm['through']): PathTerm => ({
  ...{ field, operator: 'eq', values: [1] },
  ...(through === undefined ? {} : { through }),
});

test.each<[string, ConditionOrGroup<PathTerm>, string]>([
  ['a field', term('a'), 'root.a eq 1'],
  ['a path', term('b.c.a'), 'root.b has b1(b1.c has c2(c2.a eq 1))'],
  ['a rule on a field', term('b.a', [[term('x')]]), 'root.b has b1(b1.a eq 1 and b1.x eq 1)'],
  ['a rule on a path', term('b.a', [[term('y.x')]]), 'root.b has b1(b1.a eq 1 and b1.y has y2(y2.x eq 1))'],
  [
    'rules on paths at each step',
    term('b.c.a', [[term('y.x')], [term('x'), term('z.y.x')]]),
    'root.b has b1(b1.c has c2(c2.a eq 1 and c2.x eq 1 and c2.z has z3(z3.y has y4(y4.x eq 1))) and b1.y has y2(y2.x eq 1))',
  ],
  [
    'groups',
    { or: [{ and: [term('a'), term('x')] }, { not: term('y') }] },
    '[root.a eq 1 and root.x eq 1 or not (root.y eq 1)]',
  ],
  ['a group of paths', { not: { or: [term('b.a')] } }, 'not ([root.b has b1(b1.a eq 1)])'],
  [
    'a rule with a group',
    term('b.a', [[{ or: [term('x'), term('y')] }]]),
    'root.b has b1(b1.a eq 1 and [b1.x eq 1 or b1.y eq 1])',
  ],
])('%s', (_, condition, text) => {
  expect(foldCondition(condition, { name: 'root', depth: 0 }, strings)).toBe(text);
});
