import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkLanguages } from './link-languages.ts';

accepts(linkLanguages, [
  ['a tag', { meta: {}, links: { self: { href: '/', hreflang: 'en' } } }],
  ['tags', { meta: {}, links: { self: { href: '/', hreflang: ['de-CH', 'x-klingon', 'zh-Hant-TW'] } } }],
  ['an empty array', { meta: {}, links: { self: { href: '/', hreflang: [] } } }],
  ['none', { meta: {}, links: { self: { href: '/', title: 'x' } } }],
]);

rejects(linkLanguages, [
  ['a number', { meta: {}, links: { self: { href: '/', hreflang: 1 } } }, '/links/self/hreflang'],
  ['null', { meta: {}, links: { self: { href: '/', hreflang: null } } }, '/links/self/hreflang'],
  ['a number among tags', { meta: {}, links: { self: { href: '/', hreflang: ['en', 1] } } }, '/links/self/hreflang'],
  ['a low line', { meta: {}, links: { self: { href: '/', hreflang: 'en_US' } } }, '/links/self/hreflang'],
  ['the empty string', { meta: {}, links: { self: { href: '/', hreflang: '' } } }, '/links/self/hreflang'],
  ['a line feed', { meta: {}, links: { self: { href: '/', hreflang: ['en\n'] } } }, '/links/self/hreflang'],
]);
