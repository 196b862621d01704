import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { fieldNames } from './resources.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });

accepts(fieldNames, [
  [
    'legal names',
    {
      data: {
        type: 'articles',
        id: '1',
        attributes: { title: 1, 'first-name': 2, größe: 3, 'a b': 4, constructor: 5 },
      },
    },
  ],
  ['at-members', { data: { type: 'articles', id: '1', attributes: { '@a': 1, '@': 2 }, relationships: { '@b': 1 } } }],
  ['names inside of values', { data: { type: 'articles', id: '1', attributes: { a: { 'b.c': 1, '': 2 } } } }],
  [
    'members of an applied extension',
    { data: { type: 'articles', id: '1', attributes: { 'v:n': 1 } } },
    { extensions: [v] },
  ],
  ['legal names that are taken', { data: { type: 'articles', id: '1', attributes: { type: 1, id: 2 } } }],
]);

rejects(fieldNames, [
  ['the empty name', { data: { type: 'articles', id: '1', attributes: { '': 1 } } }, '/data/attributes/'],
  ['a dot', { data: { type: 'articles', id: '1', attributes: { 'a.b': 1 } } }, '/data/attributes/a.b'],
  ['a hyphen first', { data: { type: 'articles', id: '1', attributes: { '-a': 1 } } }, '/data/attributes/-a'],
  ['a low line last', { data: { type: 'articles', id: '1', attributes: { a_: 1 } } }, '/data/attributes/a_'],
  ['a space first', { data: { type: 'articles', id: '1', attributes: { ' a': 1 } } }, '/data/attributes/ a'],
  ['an at sign inside', { data: { type: 'articles', id: '1', attributes: { 'a@b': 1 } } }, '/data/attributes/a@b'],
  ['brackets', { data: { type: 'articles', id: '1', attributes: { 'a[]': 1 } } }, '/data/attributes/a[]'],
  [
    'a slash and a tilde',
    { data: { type: 'articles', id: '1', attributes: { 'a/b~c': 1 } } },
    '/data/attributes/a~1b~0c',
  ],
  ['a colon', { data: { type: 'articles', id: '1', attributes: { 'v:n': 1 } } }, '/data/attributes/v:n'],
  [
    '__proto__',
    JSON.parse('{"data":{"type":"a","id":"1","attributes":{"__proto__":1}}}'),
    '/data/attributes/__proto__',
  ],
  [
    'of a relationship',
    { data: { type: 'articles', id: '1', relationships: { 'a+': { data: null } } } },
    '/data/relationships/a+',
  ],
]);
