import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinedId, partsOfId } from './key.ts';

const part = fc.oneof(fc.string({ unit: fc.constantFrom('!', '~', '0', '1', 'a') }), fc.string({ unit: 'binary' }));
const parts = fc.array(part, { minLength: 2, maxLength: 4 });

test('every list of values has its own id, from which it can be read', () => {
  fc.assert(
    fc.property(parts, (values) => {
      expect(partsOfId(joinedId(values), values.length)).toEqual(values);
    }),
  );
});

test('only the id of a list of values is read', () => {
  const id = fc.string({ unit: fc.constantFrom('!', '~', '0', '1', 'a') });
  fc.assert(
    fc.property(id, fc.integer({ min: 2, max: 3 }), (text, count) => {
      const values = partsOfId(text, count);
      if (values !== undefined) expect(joinedId(values)).toBe(text);
    }),
  );
});

test.each(['10', '10~2~3', '!~a', 'a~!2', 'a~!'])('%j does not consist of two values', (id) => {
  expect(partsOfId(id, 2)).toBeUndefined();
});

test('an id needs no escape in a URL for the characters of its own', () => {
  expect(encodeURIComponent(joinedId([10, 'a!b~c', 7n]))).toBe('10~a!0b!1c~7');
});
