import { expect, test } from 'vitest';
import { type PathBuilder, type PathTerm, pathCondition } from './path-condition.ts';

/** Builds texts: each place has the name of its relationship and its depth. */
const texts: PathBuilder<string, string> = {
  follow: (_, relationship, depth) => `${relationship}${depth}`,
  any: (from, relationship, to, condition) => `${from}.${relationship} has ${to}(${condition})`,
  compare: (place, { field, operator, values }) => `${place}.${field} ${operator} ${values}`,
  all: (conditions) => conditions.join(' and '),
};
const term = (field: string, through?: PathTerm['through']): PathTerm => ({
  ...{ field, operator: 'eq', values: [1] },
  ...(through === undefined ? {} : { through }),
});

test.each<[string, PathTerm, string]>([
  ['a field', term('a'), 'root.a eq 1'],
  ['a path', term('b.c.a'), 'root.b has b1(b1.c has c2(c2.a eq 1))'],
  ['a rule on a field', term('b.a', [[term('x')]]), 'root.b has b1(b1.a eq 1 and b1.x eq 1)'],
  ['a rule on a path', term('b.a', [[term('y.x')]]), 'root.b has b1(b1.a eq 1 and b1.y has y2(y2.x eq 1))'],
  [
    'rules on paths at each step',
    term('b.c.a', [[term('y.x')], [term('x'), term('z.y.x')]]),
    'root.b has b1(b1.c has c2(c2.a eq 1 and c2.x eq 1 and c2.z has z3(z3.y has y4(y4.x eq 1))) and b1.y has y2(y2.x eq 1))',
  ],
])('%s', (_, condition, text) => {
  expect(pathCondition('root', condition, texts)).toBe(text);
});

test.each<[string, Parameters<typeof pathCondition>[1]]>([
  ['or', { or: [term('a')] }],
  ['not', { not: term('a') }],
  ['and', term('b.a', [[{ and: [term('x')] } as never]])],
])('a group `%s`, as a condition or on the way, is a TypeError', (kind, condition) => {
  expect(() => pathCondition('root', condition, texts)).toThrow(
    new TypeError(
      `pathCondition: the condition must not be a group, but it is \`${kind}\`. Take it apart with \`conditionParts\`.`,
    ),
  );
});
