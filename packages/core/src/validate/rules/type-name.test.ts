import { accepts, rejects } from '../../../test/rule-cases.ts';
import { typeName } from './resources.ts';

accepts(typeName, [
  ['a legal name', { data: { type: 'größe_1', id: '1' } }],
  ['a name that objects inherit', { data: { type: 'constructor', id: '1' } }],
  ['a very long name', { data: { type: 'a'.repeat(5000), id: '1' } }],
  ['no string', { data: { type: 1, id: '1' } }],
]);

rejects(typeName, [
  ['the empty string', { data: { type: '', id: '1' } }, '/data/type'],
  ['a dot', { data: { type: 'v1.articles', id: '1' } }, '/data/type'],
  ['a low line first', { data: { type: '__proto__', id: '1' } }, '/data/type'],
  ['a line feed last', { data: { type: 'articles\n', id: '1' } }, '/data/type'],
  [
    'in an identifier',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'a+b', id: '1' } } } } },
    '/data/relationships/author/data/type',
  ],
  ['in included', { data: [], included: [{ type: 'a:b', id: '1' }] }, '/included/0/type'],
]);
