import { expect, test } from 'vitest';
import { copyFlat, flatLinks, joinFlat } from './flat-string.ts';

test.each(['', 'a', 'ab', 'https://example.com/articles?page[size]=5', 'é\ud83d\ude00', '\ud83d', 'x'.repeat(1000)])(
  'the same text: %j',
  (text) => {
    expect(copyFlat(text)).toBe(text);
    expect(joinFlat(text, '/', text)).toBe(`${text}/${text}`);
    expect(joinFlat('/', text)).toBe(`/${text}`);
  },
);

test('links stay what they are, and those of the user are not touched', () => {
  const links = Object.freeze({ self: '/a', next: null, last: undefined, describedby: { href: '/b', title: 'B' } });
  expect(flatLinks(links)).toStrictEqual({ ...links });
});
