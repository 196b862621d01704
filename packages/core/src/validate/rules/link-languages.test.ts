import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkLanguages } from './links.ts';

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

const tagged = (hreflang: string) => ({ meta: {}, links: { self: { href: '/', hreflang } } });

accepts(
  linkLanguages,
  [
    ...['zh-cmn-Hans-CN', 'de-CH-1996', 'sl-rozaj-biske', 'es-419', 'EN-us', 'qaa-Qaaa-QM-x-southern', 'x-whatever'],
    ...[
      'de-DE-u-co-phonebk',
      'en-a-bbb-x-a',
      'i-klingon',
      'I-Default',
      'en-GB-oed',
      'sgn-BE-FR',
      'zh-min-nan',
      'art-lojban',
    ],
  ].map((tag) => [`LNK-10: ${tag}`, tagged(tag)]),
);

rejects(
  linkLanguages,
  [
    ...['de-419-DE', 'a-DE', 'en-', '-en', 'en--US', 'de-DE-Latn', 'en-a', 'en-x', 'x', 'i-unknown', 'en-abcdefghi'],
    ...['*', 'english language', 'toolonglang', 'de-DE-1', 'de-a-b'],
  ].map((tag) => [`LNK-10: ${tag}`, tagged(tag), '/links/self/hreflang']),
);
