import { accepts, rejects } from '../../../test/rule-cases.ts';
import { definedMembers } from './members.ts';

accepts(definedMembers, [
  [
    'at-members',
    {
      '@a': 1,
      data: { type: 'a', id: '1', '@b': 2, relationships: { c: { '@d': 1, data: { type: 'e', id: '1', '@f': 1 } } } },
    },
  ],
  ['names that applications choose', { data: { type: 'articles', id: '1', attributes: { bad: 1 }, meta: { bad: 1 } } }],
  ['an absent member', { meta: {}, bad: undefined }],
]);

rejects(definedMembers, [
  ['of a document', { meta: {}, bad: 1 }, '/bad'],
  ['of a resource', { data: { type: 'articles', id: '1', bad: 1 } }, '/data/bad'],
  ['of an included resource', { data: [], included: [{ type: 'a', id: '1', bad: 1 }] }, '/included/0/bad'],
  [
    'of a relationship',
    { data: { type: 'articles', id: '1', relationships: { author: { data: null, bad: 1 } } } },
    '/data/relationships/author/bad',
  ],
  [
    'of an identifier',
    {
      data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'a', id: '1', attributes: {} } } } },
    },
    '/data/relationships/author/data/attributes',
  ],
  [
    'of a document about a relationship',
    { data: { type: 'a', id: '1', attributes: {} } },
    '/data/attributes',
    { as: 'relationship' },
  ],
  ['of a link object', { meta: {}, links: { self: { href: '/', bad: 1 } } }, '/links/self/bad'],
  ['of the jsonapi object', { meta: {}, jsonapi: { bad: 1 } }, '/jsonapi/bad'],
  [
    'of an error and its source',
    { errors: [{ message: 'x', source: { line: 1 } }] },
    ['/errors/0/message', '/errors/0/source/line'],
  ],
  [
    'names that objects inherit',
    JSON.parse('{ "meta": {}, "__proto__": 1, "constructor": 2, "toString": 3 }'),
    ['/__proto__', '/constructor', '/toString'],
  ],
  [
    'many members',
    { meta: {}, ...Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a${index}`, 1])) },
    Array.from({ length: 20 }, (_, index) => `/a${index}`),
  ],
]);
