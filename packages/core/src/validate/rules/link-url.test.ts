import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkUrl } from './links.ts';

accepts(linkUrl, [
  ['absolute', { meta: {}, links: { self: 'https://example.com/a?b=c#d' } }],
  [
    'relative',
    { meta: {}, links: { self: '../a', related: 'wrong', describedby: '', next: '?page[after]=x&page[size]=3' } },
  ],
  ['encoded', { meta: {}, links: { self: { href: 'https://example.com/%C3%A9?page%5Bsize%5D=1' } } }],
  ['an address in brackets', { meta: {}, links: { self: 'http://[::1]:80/a[b]' } }],
]);

rejects(linkUrl, [
  ['a space', { meta: {}, links: { self: '/a b' } }, '/links/self'],
  ['a broken escape', { meta: {}, links: { self: '/%zz' } }, '/links/self'],
  ['a line feed', { meta: {}, links: { self: '/a\n' } }, '/links/self'],
  ['letters outside of ASCII', { meta: {}, links: { self: 'https://exämple.com/' } }, '/links/self'],
  ['two fragments', { meta: {}, links: { self: '/a#b#c' } }, '/links/self'],
  ['an open bracket', { meta: {}, links: { self: 'http://[::1/' } }, '/links/self'],
  ['a colon in the first segment', { meta: {}, links: { self: '1:a' } }, '/links/self'],
  ['angle brackets', { meta: {}, links: { self: '<https://example.com/>' } }, '/links/self'],
  ['in an object', { meta: {}, links: { self: { href: 'a b' } } }, '/links/self/href'],
  ['in describedby', { meta: {}, links: { self: { href: '/', describedby: 'a b' } } }, '/links/self/describedby'],
  ['among types of an error', { errors: [{ links: { type: ['/', 'a b'] } }] }, '/errors/0/links/type/1'],
]);
