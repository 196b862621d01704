import { expect, test } from 'vitest';
import { memberOf } from './members.ts';

class Base {
  get inherited(): string {
    return `of ${this.own}`;
  }
  own = 'own';
  toString(): string {
    return 'its own';
  }
}

test.each<[string, object, string, unknown]>([
  ['an own member', { a: 1 }, 'a', 1],
  ['an own member without a value', { a: undefined }, 'a', undefined],
  ['an absent member', { a: 1 }, 'b', undefined],
  ['a member of the class', new Base(), 'inherited', 'of own'],
  ['a member of a class above', new (class extends Base {})(), 'inherited', 'of own'],
  ['a member of an object without a prototype', { __proto__: null, a: 1 }, 'a', 1],
  ['an absent member of an object without a prototype', { __proto__: null }, 'a', undefined],
  ['a member that every object inherits', {}, 'hasOwnProperty', undefined],
  ['a member that every instance inherits', new Base(), 'valueOf', undefined],
  [
    'an own member with the value of the inherited one',
    { valueOf: Object.prototype.valueOf },
    'valueOf',
    Object.prototype.valueOf,
  ],
  ['a method with an inherited name', new Base(), 'toString', Base.prototype.toString],
])('%s', (_, object, name, expected) => {
  expect(memberOf(object, name)).toBe(expected);
});
