import { expect, test } from 'vitest';
import { formatAddress, isBelow, parseAddress } from '../page/state/address.ts';

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

const leaving = [
  ...['/../logout', '/x/../../logout', '/..', '/./../logout', '/..?x', '/..#x'],
  ...['/%2e%2e/logout', '/%2E./logout', '/.%2e/logout', '/%252e%252e/logout', '/%25252e%25252e/logout'],
  ...[
    '/\\..\\logout',
    '\\..\\logout',
    '/..\\logout',
    '/..%5clogout',
    '/%5c..%5clogout',
    '/x%2f..%2f..%2flogout',
    '/..%2flogout',
  ],
  ...['/.\t./logout', '/.\n./logout', '/..;/logout', '/..;a=b/logout', '/%2e%2e%3b/logout'],
  ...['logout', '@evil.example/', ':99/', '.evil.example/', '', '?x', '#x', '-logout'],
  ...['https://evil.example/', 'http://host/logout', '//evil.example/', 'javascript:alert(1)', '/\ud800/../../x'],
];

test.each(leaving)('the target %j does not leave the API', (target) => {
  for (const api of ['http://host/api', 'http://host/v1/api', 'http://host:3000/api']) {
    const url = URL.canParse(api + target) ? new URL(api + target) : undefined;
    // `//evil.example/` is a path below the API.
    if (target === '//evil.example/')
      expect([isBelow(api, target), url?.href]).toEqual([true, `${api}//evil.example/`]);
    else expect(isBelow(api, target)).toBe(false);
  }
});

test.each([
  ...[
    '/',
    '/articles',
    '/articles/1',
    '/articles?filter[title]=../../x',
    '/articles#..',
    '/a..b',
    '/..a',
    '/...',
    '/%C3%A9',
  ],
  ...['/articles/a%2Fb', '/articles/100%25', '/articles/%', '/a;b', '/@evil', '/.', '/x/..'],
])('the target %j is below the API, and below an API without a path', (target) => {
  expect([isBelow('http://host/api', target), isBelow('http://host', target)]).toEqual([
    target !== '/x/..',
    target !== '/x/..',
  ]);
});

test('a long target is read in linear time', () => {
  expect(isBelow('http://host/api', `/${'%25'.repeat(300_000)}2e`)).toBe(true);
  expect(isBelow('http://host/api', `/%${'25'.repeat(300_000)}2e%2e`)).toBe(false);
});
