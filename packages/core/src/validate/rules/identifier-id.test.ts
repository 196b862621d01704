import { accepts, rejects } from '../../../test/rule-cases.ts';
import { identifierId } from './relationships.ts';

accepts(identifierId, [
  [
    'an id',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', id: '9' } } } } },
    { as: 'response' },
  ],
  [
    'a lid',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', lid: 'x' } } } } },
    { as: 'create' },
  ],
  [
    'a lid in any document',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people', lid: 'x' } } } } },
  ],
  ['a lid in a request about a relationship', { data: [{ type: 'people', lid: 'x' }] }, { as: 'update-relationship' }],
  ['no type', { data: { type: 'articles', id: '1', relationships: { author: { data: { id: '9' } } } } }],
]);

rejects(identifierId, [
  [
    'neither',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'people' } } } } },
    '/data/relationships/author/data',
  ],
  [
    'a lid in a response',
    { data: { type: 'articles', id: '1', relationships: { author: { data: [{ type: 'people', lid: 'x' }] } } } },
    '/data/relationships/author/data/0',
    { as: 'response' },
  ],
  ['a lid in a response about a relationship', { data: { type: 'people', lid: 'x' } }, '/data', { as: 'relationship' }],
  ['of a document about a relationship', { data: [{ type: 'people' }] }, '/data/0', { as: 'relationship' }],
]);
