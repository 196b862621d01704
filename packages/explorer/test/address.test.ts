import { expect, test } from 'vitest';
import { formatAddress, parseAddress } from '../page/state/address.ts';

/** The fragment of a URL as a browser returns it. */
function fragmentOf(hash: string): string {
  return new URL(hash, 'http://host/').hash;
}

test.each([
  '/articles?page[size]=5&filter[title]=Article 7',
  '/articles?filter[title]=50%25&sort=title',
  '/articles?filter[title]=50%2525',
  '/articles?filter[title]=a%2Bb%26c%23d',
  '/articles/%C3%A9',
  '/articles/é"',
])('a page that is loaded again sends the same request: %s', (target) => {
  const loaded = parseAddress(fragmentOf(formatAddress({ method: 'PATCH', target })));
  expect({ method: loaded.method, url: new URL(loaded.target, 'http://host/').href }).toEqual({
    method: 'PATCH',
    url: new URL(target, 'http://host/').href,
  });
});

test.each(['', '#', '#PUT /articles', '#GET articles', '#GET /%zz'])(
  'a fragment by hand does not throw: %s',
  (hash) => {
    expect(parseAddress(hash).method).toBe('GET');
  },
);
