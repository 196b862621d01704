import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { appliedExtensions } from './members.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });
const w = defineExtension({ uri: 'https://example.com/w', namespace: 'w', members: { document: { n: null } } });

accepts(appliedExtensions, [
  ['a member of an applied extension', { meta: {}, 'v:n': 1, jsonapi: { 'v:n': 2 } }, { extensions: [v] }],
  ['a member where its extension defines it', { meta: {}, 'w:n': 1 }, { extensions: [w] }],
]);

rejects(appliedExtensions, [
  ['a member of no applied extension', { meta: {}, 'v:n': 1 }, '/v:n'],
  ['a member of another extension', { meta: {}, 'v:n': 1 }, '/v:n', { extensions: [w] }],
  ['a member its extension does not define', { meta: {}, 'w:m': 1 }, '/w:m', { extensions: [w] }],
  ['a member in another place', { meta: {}, jsonapi: { 'w:n': 1 } }, '/jsonapi/w:n', { extensions: [w] }],
  ['a name that ends with the colon', { meta: {}, 'v:': 1 }, '/v:', { extensions: [v] }],
  ['a name that is not a member name', { meta: {}, jsonapi: { 'v:a.b': 1 } }, '/jsonapi/v:a.b', { extensions: [v] }],
  ['two colons', { meta: {}, 'v:a:b': 1 }, '/v:a:b', { extensions: [v] }],
  [
    'of an error',
    { errors: [{ status: '500', 'v:n': 1, source: { 'v:n': 1 } }] },
    ['/errors/0/v:n', '/errors/0/source/v:n'],
  ],
  [
    'of a relationship and its identifier',
    {
      data: {
        type: 'a',
        id: '1',
        'v:n': 1,
        relationships: {
          b: { 'v:n': 1, data: { type: 'c', id: '1', 'v:n': 1 }, links: { self: { href: '/', 'v:n': 1 } } },
        },
      },
    },
    [
      '/data/v:n',
      '/data/relationships/b/v:n',
      '/data/relationships/b/data/v:n',
      '/data/relationships/b/links/self/v:n',
    ],
  ],
]);
