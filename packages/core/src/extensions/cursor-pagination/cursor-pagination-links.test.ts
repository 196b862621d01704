import { accepts, rejects } from '../../../test/rule-cases.ts';
import { cursorPaginationLinks } from './cursor-rules.ts';

accepts(cursorPaginationLinks, [
  ['both', { data: [], links: { prev: null, next: '/' } }],
  ['no pagination', { data: [], links: { self: '/' } }],
  ['no collection', { data: null }],
  ['meta without a page', { data: [{ type: 'a', id: '1', meta: { cursor: 'x' } }], meta: { total: 0 } }],
  ['a page that is not an object', { data: [], meta: { page: 1 } }],
  [
    'of a relationship',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [], links: { prev: null, next: null } } } } },
  ],
]);

rejects(cursorPaginationLinks, [
  ['no prev', { data: [], links: { next: null } }, '/links'],
  ['no next', { data: [], links: { prev: '/', first: '/' } }, '/links'],
  ['a cursor only', { data: [{ type: 'a', id: '1', meta: { page: { cursor: 'x' } } }] }, ['', '']],
  ['a total only', { data: [], meta: { page: { total: 0 } } }, ['', '']],
  [
    'of a relationship',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [], links: { next: null } } } } },
    '/data/relationships/author/links',
  ],
]);
