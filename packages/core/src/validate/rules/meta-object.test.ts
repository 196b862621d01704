import { accepts, rejects } from '../../../test/rule-cases.ts';
import { metaObject } from './members.ts';

accepts(metaObject, [
  ['an object', { meta: { '': 1, 'a b+c': [], type: null } }],
  [
    'in every place',
    {
      data: {
        type: 'articles',
        id: '1',
        meta: {},
        relationships: {
          a: { meta: {}, data: { type: 'b', id: '1', meta: {} }, links: { self: { href: '/', meta: {} } } },
        },
      },
    },
  ],
]);

rejects(metaObject, [
  ['null', { meta: null }, '/meta'],
  ['an array', { meta: [] }, '/meta'],
  ['a string', { meta: 'x' }, '/meta'],
  ['of a resource', { data: { type: 'articles', id: '1', meta: 1 } }, '/data/meta'],
  [
    'of a relationship',
    { data: { type: 'articles', id: '1', relationships: { author: { meta: [] } } } },
    '/data/relationships/author/meta',
  ],
  [
    'of an identifier',
    {
      data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', id: '1', meta: null } } } },
    },
    '/data/relationships/author/data/meta',
  ],
  ['of a link', { meta: {}, links: { self: { href: '/', meta: 'x' } } }, '/links/self/meta'],
  ['of the jsonapi object', { meta: {}, jsonapi: { meta: [] } }, '/jsonapi/meta'],
  ['of an error', { errors: [{ meta: 'x' }] }, '/errors/0/meta'],
]);
