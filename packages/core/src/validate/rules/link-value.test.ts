import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linkValue } from './links.ts';

accepts(linkValue, [
  ['a string', { meta: {}, links: { self: '/' } }],
  ['an object', { meta: {}, links: { self: { href: '/' } } }],
  ['null', { meta: {}, links: { self: null, next: null } }],
  ['types of an error', { errors: [{ links: { type: ['https://example.com/a', { href: '/b' }] } }] }],
  ['a string as type of an error', { errors: [{ links: { type: '/a' } }] }],
]);

rejects(linkValue, [
  ['a number', { meta: {}, links: { self: 1 } }, '/links/self'],
  ['an array', { meta: {}, links: { self: ['/'] } }, '/links/self'],
  ['true', { meta: {}, links: { next: true } }, '/links/next'],
  ['a number as describedby', { meta: {}, links: { self: { href: '/', describedby: 1 } } }, '/links/self/describedby'],
  [
    'a number among types',
    { errors: [{ links: { type: [1], about: 2 } }] },
    ['/errors/0/links/type/0', '/errors/0/links/about'],
  ],
  ['a number as type', { errors: [{ links: { type: 1 } }] }, '/errors/0/links/type'],
  ['a link with a name of its own', { meta: {}, links: { profile: ['/'] } }, '/links/profile'],
  ['of a resource', { data: { type: 'articles', id: '1', links: { self: false } } }, '/data/links/self'],
  [
    'of a relationship',
    { data: { type: 'articles', id: '1', relationships: { author: { links: { related: 0 } } } } },
    '/data/relationships/author/links/related',
  ],
]);
