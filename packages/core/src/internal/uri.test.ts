import fc from 'fast-check';
import { parse } from 'uri-js';
import { describe, expect, test } from 'vitest';
import { isUri, isUriReference } from './uri.ts';

describe('isUri (EXT-03, PRO-05)', () => {
  test.each([
    ['https://jsonapi.org/ext/atomic'],
    ['https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'],
    ['http://example.com'],
    ['HTTP://EXAMPLE.COM/'],
    ['http://example.com:8080/a?b=c#d'],
    ['http://user:secret@example.com/'],
    ['http://[::1]/'],
    ['http://[2001:db8::7]:80/'],
    ['http://192.0.2.1/'],
    ['http://example.com/%C3%A9'],
    ['http://example.com/?a%5B%5D=1'],
    ["http://example.com/a;b,c=(d)*e!f'g$h&i+j@k:l~m"],
    ['mailto:john@example.com'],
    ['urn:example:a'],
    ['urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6'],
    ['tag:example.com,2026:ext'],
    ['file:///etc/hosts'],
    ['a:b'],
    ['a+b-c.d:e'],
  ])('%s is one', (text) => {
    expect(isUri(text)).toBe(true);
  });

  test.each([
    ['', 'is empty'],
    ['x', 'does not have a scheme'],
    ['/ext/atomic', 'does not have a scheme'],
    ['//example.com/ext', 'does not have a scheme'],
    [':x', 'has an empty scheme'],
    ['1http://example.com', 'has a scheme that starts with a digit'],
    ['-a:b', 'has a scheme that starts with a hyphen'],
    ['é:a', 'has a scheme outside ASCII'],
    ['http://', 'does not have a host'],
    ['http://exämple.com/', 'is an IRI'],
    ['http://example.com/ä', 'is an IRI'],
    ['http://example.com/\u200b', 'has an invisible character'],
    ['http://example.com/%zz', 'has a broken percent escape'],
    ['http://example.com/%4', 'has a short percent escape'],
    ['http://example.com/?%', 'has a short percent escape'],
    ['http://[::1', 'has an open bracket'],
    ['http://[zz]/', 'does not have an address in its brackets'],
    ['http://example.com/[a]', 'has brackets in its path'],
    ['http://example.com:x/', 'has a port that is not a number'],
    ['http://example.com:99999999/', 'has a port that is too long'],
    ['http://a@b@c/', 'has two at signs before its host'],
    ['http://example.com/#a#b', 'has two fragments'],
    ['http://example.com/a b', 'has a space'],
    ['http://example.com/a\n', 'ends with a line feed'],
    ['http://example.com\n', 'ends with a line feed'],
    ['http://example.com/\u0000', 'has a control'],
    ['http://example.com/\u007f', 'has a control'],
    ['http://example.com/"', 'has a quotation mark, which would end a parameter'],
    ['http://example.com/\\', 'has a backslash'],
    ['http://example.com/\ud800', 'has a lone surrogate'],
    ['urn:', 'is an empty URN'],
    ['urn:uuid:f81d4fae', 'is a URN of half a UUID'],
  ])('%j is none: it %s', (text) => {
    expect(isUri(text)).toBe(false);
  });

  test('2,048 characters are the longest', () => {
    const base = 'https://example.com/';
    expect(isUri(base + 'a'.repeat(2048 - base.length))).toBe(true);
    expect(isUri(base + 'a'.repeat(2049 - base.length))).toBe(false);
  });

  test('what it accepts is ASCII without space, quotation mark or control, for any text', () => {
    const part = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl({ withFragments: true, withQueryParameters: true }));
    let accepted = 0;
    fc.assert(
      fc.property(fc.constantFrom('', 'http://', 'urn:', 'http://x/', 'http://[::1]'), part, (start, rest) => {
        if (!isUri(start + rest)) return;
        accepted++;
        expect(start + rest).toMatch(/^[A-Za-z][!#-~]*$/);
      }),
      { numRuns: 500 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

describe('isUriReference (LNK-14)', () => {
  test.each([
    [''],
    ['wrong'],
    ['/a/b'],
    ['../a?b#c'],
    ['?page[size]=1&page%5Bafter%5D=x'],
    ['#a'],
    ['./a:b'],
    ['a/b:c'],
    ['//example.com/a'],
    ['//user@example.com:80'],
    ['https://example.com'],
    ['https://example.com:443/articles?include=author&fields[articles]=title'],
    ['http://[::1]/a[b]#c'],
    ['mailto:john@example.com'],
    ['/%C3%A9'],
    [`/${'a'.repeat(10_000)}`],
  ])('%s is one', (text) => {
    expect(isUriReference(text)).toBe(true);
  });

  test.each([
    ['a b'],
    ['/a\n'],
    ['/é'],
    ['/%zz'],
    ['/%4'],
    ['#a#b'],
    ['1:a'],
    [':a'],
    ['//[zz]/'],
    ['http://[::1/'],
    ['http://a[b]/'],
    ['http://example.com:x/'],
    ['http://example.com:123456/'],
    ['<a>'],
    ['a\\b'],
    ['"'],
    ['{a}'],
  ])('%j is none', (text) => {
    expect(isUriReference(text)).toBe(false);
  });

  test('what is seen at a glance is what the parser says', () => {
    const piece = fc.constantFrom(
      'a',
      '1',
      '/',
      '//',
      ':',
      '?',
      '#',
      '%41',
      '%ff',
      '%zz',
      '%',
      '[',
      '@',
      '.',
      '-',
      '80',
      'http:',
      'https://',
      'é',
      ' ',
    );
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
        const text = pieces.join('');
        // Brackets behind the authority are taken as if they were encoded.
        const encoded = text.replaceAll('[', '%5B');
        if (!isUriReference(text)) return;
        accepted++;
        expect(parse(encoded).error).toBe(undefined);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });

  test('every URI is one', () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), (text) => {
        if (isUri(text)) expect(isUriReference(text)).toBe(true);
      }),
    );
  });
});
