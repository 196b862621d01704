import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { relationshipLinks } from './relationships.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });

accepts(relationshipLinks, [
  ['self', { data: { type: 'articles', id: '1', relationships: { author: { links: { self: '/' } } } } }],
  ['related', { data: { type: 'articles', id: '1', relationships: { author: { links: { related: '/' } } } } }],
  ['data beside', { data: { type: 'articles', id: '1', relationships: { author: { data: null, links: {} } } } }],
  [
    'meta beside',
    { data: { type: 'articles', id: '1', relationships: { author: { meta: {}, links: { next: null } } } } },
  ],
  [
    'a member of an applied extension',
    { data: { type: 'articles', id: '1', relationships: { a: { links: { 'v:n': 1 } }, b: { links: {}, 'v:n': 1 } } } },
    { extensions: [v] },
  ],
  ['no links', { data: { type: 'articles', id: '1', relationships: { author: { data: null } } } }],
]);

rejects(relationshipLinks, [
  [
    'nothing',
    { data: { type: 'articles', id: '1', relationships: { author: { links: {} } } } },
    '/data/relationships/author/links',
  ],
  [
    'pagination links only',
    { data: { type: 'articles', id: '1', relationships: { author: { links: { first: '/', next: null } } } } },
    '/data/relationships/author/links',
  ],
  [
    'an illegal member of an applied extension',
    { data: { type: 'articles', id: '1', relationships: { author: { links: { 'v:': '/' }, 'v:a b ': 1 } } } },
    '/data/relationships/author/links',
    { extensions: [v] },
  ],
  [
    'an at-member',
    { data: { type: 'articles', id: '1', relationships: { author: { links: { '@self': '/' } } } } },
    '/data/relationships/author/links',
  ],
]);
