import { accepts, rejects } from '../../../test/rule-cases.ts';
import { updateRelationships } from './requests.ts';

accepts(updateRelationships, [
  ['data', { data: { type: 'articles', id: '1', relationships: { author: { data: null } } } }, { as: 'update' }],
  ['another document', { data: { type: 'articles', id: '1', relationships: { author: { meta: {} } } } }],
  [
    'an included resource',
    { data: { type: 'a', id: '1' }, included: [{ type: 'b', id: '1', relationships: { c: { meta: {} } } }] },
    { as: 'update' },
  ],
]);

rejects(updateRelationships, [
  [
    'links only',
    { data: { type: 'articles', id: '1', relationships: { author: { links: { self: '/' } } } } },
    '/data/relationships/author',
    { as: 'update' },
  ],
  [
    'meta only',
    { data: { type: 'articles', id: '1', relationships: { author: { meta: {} } } } },
    '/data/relationships/author',
    { as: 'update' },
  ],
]);
