import { accepts, rejects } from '../../../test/rule-cases.ts';
import { linksObject } from './links.ts';

accepts(linksObject, [
  ['an object', { meta: {}, links: {} }],
  [
    'everywhere',
    { data: { type: 'articles', id: '1', links: { self: '/' }, relationships: { a: { links: { self: '/' } } } } },
  ],
]);

rejects(linksObject, [
  ['null', { meta: {}, links: null }, '/links'],
  ['an array', { meta: {}, links: [] }, '/links'],
  ['a string', { meta: {}, links: '/' }, '/links'],
  ['of a resource', { data: { type: 'articles', id: '1', links: [] } }, '/data/links'],
  [
    'of a relationship',
    { data: { type: 'articles', id: '1', relationships: { author: { data: null, links: 1 } } } },
    '/data/relationships/author/links',
  ],
  ['of an error', { errors: [{ links: null }] }, '/errors/0/links'],
]);
