import { expect, test } from 'vitest';
import { camelCase, pascalCase, wordsOf } from './words.ts';

test.each([
  ['invoice_line', 'invoiceLine'],
  ['InvoiceLine', 'invoiceLine'],
  ['Order Details', 'orderDetails'],
  ['ATOMS', 'atoms'],
  ['HTTPServer', 'httpServer'],
  ['address2', 'address2'],
  ['item_1', 'item1'],
  ['2fa', '2fa'],
  ['_x', 'x'],
  ['a.b', 'aB'],
  ['größe', 'größe'],
  ['Ünïcode Näme', 'ünïcodeNäme'],
  ['日本語', '日本語'],
  ['constructor', 'constructor'],
  ['__proto__', 'proto'],
  ['😀', ''],
  ['%', ''],
])('%j is written as %j', (name, written) => {
  expect(camelCase(wordsOf(name))).toBe(written);
});

test('each word of a role begins with a capital', () => {
  expect(pascalCase(['original', 'language'])).toBe('OriginalLanguage');
});
