import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { selfLinkType } from './link-recommendations.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });

accepts(selfLinkType, [
  [
    'the media type with the extension',
    { meta: {}, links: { self: { href: '/', type: 'application/vnd.api+json; ext="https://example.com/v"' } } },
    { extensions: [v] },
  ],
  ['nothing applied', { meta: {}, links: { self: '/' } }],
  ['no self', { meta: {}, links: {} }, { extensions: [v] }],
  ['null', { meta: {}, links: { self: null } }, { extensions: [v] }],
  ['a type that is not a media type', { meta: {}, links: { self: { href: '/', type: 'text' } } }, { extensions: [v] }],
  ['a type that is not a string', { meta: {}, links: { self: { href: '/', type: 1 } } }, { extensions: [v] }],
]);

rejects(selfLinkType, [
  ['a string', { meta: {}, links: { self: '/' } }, '/links/self', { extensions: [v] }],
  ['no type', { meta: {}, links: { self: { href: '/' } } }, '/links/self', { extensions: [v] }],
  [
    'another extension',
    { meta: {}, links: { self: { href: '/', type: 'application/vnd.api+json; ext="https://example.com/w"' } } },
    '/links/self',
    { extensions: [v] },
  ],
  [
    'another media type',
    { meta: {}, links: { self: { href: '/', type: 'text/html; ext="https://example.com/v"' } } },
    '/links/self',
    { extensions: [v] },
  ],
]);

rejects(selfLinkType, [
  [
    'an inherited type',
    {
      meta: {},
      links: {
        self: Object.assign(Object.create({ type: 'application/vnd.api+json; ext="https://example.com/v"' }), {
          href: '/',
        }),
      },
    },
    '/links/self',
    { extensions: [v] },
  ],
]);
