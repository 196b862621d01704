import { expect, test } from 'vitest';
import { fieldOf } from './field-of.ts';

class Base {
  get title(): string {
    return 'inherited';
  }
}
class Derived extends Base {}

test.each([
  ['an own field', { title: 'A' }, 'title', 'A'],
  ['a getter that a class inherits', new Derived(), 'title', 'inherited'],
  ['an absent field', {}, 'title', undefined],
  ['a name that every object inherits', {}, 'constructor', undefined],
  ['a method that every object inherits', {}, 'toString', undefined],
  ['such a name as an own field', { toString: 'own' }, 'toString', 'own'],
])('%s', (_, record, name, value) => {
  expect(fieldOf(record, name)).toBe(value);
});
