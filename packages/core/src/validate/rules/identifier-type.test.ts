import { accepts, rejects } from '../../../test/rule-cases.ts';
import { identifierType } from './relationships.ts';

accepts(identifierType, [
  ['a type', { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', id: '9' } } } } }],
]);

rejects(identifierType, [
  [
    'no type',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { id: '9' } } } } },
    '/data/relationships/author/data',
  ],
  [
    'nothing at all',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [{}] } } } },
    '/data/relationships/author/data/0',
  ],
  ['of a document about a relationship', { data: { id: '9' } }, '/data', { as: 'relationship' }],
]);
