import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalId } from '../spec/grammar/identity-flags.ts';

test.each(['0', '1', '9', '10', '42', '100', '20000', '2147483', '123456789', '999999999'])('%j is a number', (id) => {
  expect(decimalId(id)).toBe(Number(id));
});

test.each([
  '',
  '00',
  '01',
  '007',
  '-1',
  '+1',
  '-0',
  '1.0',
  '1e3',
  '0x1',
  ' 1',
  '1 ',
  '1\n',
  '1/',
  '1:',
  '/1',
  ':1',
  '/',
  ':',
  '1a',
  '٣',
  '１',
  'NaN',
  'Infinity',
  '1000000000',
  '2147483647',
  '4294967296',
  '18446744073709551617',
  '9'.repeat(400),
  '00000000-0000-4000-8000-000000000000',
])('%j is none', (id) => {
  expect(decimalId(id)).toBe(-1);
});

test('an id has a number exactly when the number is written like the id', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789/:-. '), maxLength: 12 });
  fc.assert(
    fc.property(fc.oneof(digits, fc.string(), fc.nat().map(String)), (id) => {
      const number = Number(id);
      expect(decimalId(id)).toBe(
        String(number) === id && number >= 0 && number < 1e9 && /^\d+$/.test(id) ? number : -1,
      );
    }),
  );
});
