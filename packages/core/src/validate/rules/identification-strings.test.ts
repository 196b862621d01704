import { accepts, rejects } from '../../../test/rule-cases.ts';
import { identificationStrings } from './resources.ts';

accepts(identificationStrings, [
  ['strings', { data: { type: 'a', id: '', lid: '\n' } }],
  ['a string that is not a name', { data: { type: '-a', id: '1' } }],
]);

rejects(identificationStrings, [
  ['a number as id', { data: { type: 'a', id: 1 } }, '/data/id'],
  ['null as id', { data: { type: 'a', id: null } }, '/data/id'],
  ['an object as type', { data: { type: {}, id: '1' } }, '/data/type'],
  ['null as type', { data: { type: null, id: '1' } }, '/data/type'],
  ['a number as lid', { data: { type: 'a', lid: 1 } }, '/data/lid'],
  [
    'in an identifier',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [{ type: 1, id: true, lid: [] }] } } } },
    [
      '/data/relationships/author/data/0/type',
      '/data/relationships/author/data/0/id',
      '/data/relationships/author/data/0/lid',
    ],
  ],
]);
