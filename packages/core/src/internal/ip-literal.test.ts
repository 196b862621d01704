import { isIPv6 } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isIpLiteral } from './uri.ts';

test.each([
  ['::'],
  ['::1'],
  ['2001:db8::7'],
  ['1:2:3:4:5:6:7:8'],
  ['1:2:3:4:5:6:192.0.2.1'],
  ['::ffff:192.0.2.1'],
  ['1:2:3:4:5:6:7::'],
  ['v1.a:b'],
])('%s is an address', (text) => {
  expect(isIpLiteral(text)).toBe(true);
});

test.each([
  [''],
  ['1'],
  [':'],
  [':::'],
  ['1::2::3'],
  ['1:2:3:4:5:6:7'],
  ['1:2:3:4:5:6:7:8:9'],
  ['1:2:3:4:5:6:7::8'],
  ['12345::'],
  ['g::'],
  ['1:2:3:4:5:6:7:192.0.2.1'],
  ['192.0.2.1::'],
  ['::192.0.2.256'],
  ['::192.0.2.01'],
  ['192.0.2.1'],
  ['fe80::1%25eth0'],
  ['v1.'],
  ['v.a'],
])('%j is not', (text) => {
  expect(isIpLiteral(text)).toBe(false);
});

test('says of IPv6 what Node says', () => {
  const piece = fc.constantFrom('1', 'ab', '0000', ':', '::', '192.0.2.1', '12345', 'g');
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
      const text = pieces.join('');
      if (isIpLiteral(text)) accepted++;
      expect(isIpLiteral(text)).toBe(isIPv6(text));
    }),
    { numRuns: 5000 },
  );
  expect(accepted).toBeGreaterThan(10);
});
