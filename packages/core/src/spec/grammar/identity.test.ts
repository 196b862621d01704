import fc from 'fast-check';
import { expect, test } from 'vitest';
import { identityOf, unambiguousIdentity } from './identity.ts';

test.each([
  ['ab', 'c', 'a', 'bc'],
  ['a', '', '', 'a'],
  ['1', ' 1x', '1 ', '1x'],
  ['a\nb', 'c', 'a', 'b\nc'],
])('%j with %j is not %j with %j', (type, id, otherType, otherId) => {
  expect(unambiguousIdentity(type, id)).not.toBe(unambiguousIdentity(otherType, otherId));
});

const text = fc.string({ unit: fc.constantFrom('a', ' ', '1', '\n'), maxLength: 4 });

test('property: equal strings come from equal pairs', () => {
  fc.assert(
    fc.property(text, text, text, text, (type, id, otherType, otherId) => {
      const isSame = type === otherType && id === otherId;
      expect(unambiguousIdentity(type, id) === unambiguousIdentity(otherType, otherId)).toBe(isSame);
      const [name, otherName] = [`t${type.replaceAll('\n', '')}`, `t${otherType.replaceAll('\n', '')}`];
      expect(identityOf(name, id) === identityOf(otherName, otherId)).toBe(name === otherName && id === otherId);
    }),
  );
});
