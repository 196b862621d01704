import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { linkNames } from './links.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });

accepts(linkNames, [
  [
    'of the top level',
    { data: [], links: { self: '/', related: '/', describedby: '/', first: null, last: null, prev: null, next: null } },
  ],
  [
    'of a relationship',
    {
      data: {
        type: 'articles',
        id: '1',
        relationships: {
          author: { data: [], links: { self: '/', related: '/', first: '/', last: '/', prev: '/', next: '/' } },
        },
      },
    },
  ],
  ['of an error', { errors: [{ links: { about: '/', type: '/' } }] }],
  ['at-members', { meta: {}, links: { '@a': 1 } }],
  ['a link of an applied extension', { meta: {}, links: { 'v:n': 1 } }, { extensions: [v] }],
]);

rejects(linkNames, [
  ['of the top level', { meta: {}, links: { canonical: '/' } }, '/links/canonical'],
  [
    'of a resource',
    { data: { type: 'articles', id: '1', links: { related: '/', next: '/' } } },
    ['/data/links/related', '/data/links/next'],
  ],
  [
    'of a relationship',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [], links: { describedby: '/' } } } } },
    '/data/relationships/author/links/describedby',
  ],
  ['of an error', { errors: [{ links: { self: '/' } }] }, '/errors/0/links/self'],
  ['of an extension that is not applied', { meta: {}, links: { 'v:n': '/' } }, '/links/v:n'],
]);
