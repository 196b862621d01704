import { accepts, rejects } from '../../../test/rule-cases.ts';
import { paginationLinks } from './documents.ts';

accepts(paginationLinks, [
  ['beside an array', { data: [], links: { next: '/' } }],
  [
    'beside linkage',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [], links: { next: '/' } } } } },
  ],
  ['null', { data: null, links: { first: null, next: null } }],
  ['no data', { meta: {}, links: { next: '/' } }],
  [
    'a relationship without data',
    { data: { type: 'articles', id: '1', relationships: { author: { links: { self: '/', next: '/' } } } } },
  ],
  ['other links', { data: { type: 'articles', id: '1', links: { self: '/' } } }],
]);

rejects(paginationLinks, [
  ['beside a resource', { data: { type: 'articles', id: '1' }, links: { next: '/' } }, '/links'],
  ['beside null', { data: null, links: { first: '/' } }, '/links'],
  [
    'beside one identifier',
    {
      data: {
        type: 'articles',
        id: '1',
        relationships: { author: { data: { type: 'people', id: '9' }, links: { self: '/', last: '/' } } },
      },
    },
    '/data/relationships/author/links',
  ],
  [
    'beside null in a relationship',
    { data: { type: 'articles', id: '1', relationships: { author: { data: null, links: { prev: { href: '/' } } } } } },
    '/data/relationships/author/links',
  ],
]);
