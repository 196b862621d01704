import { accepts, rejects } from '../../../test/rule-cases.ts';
import { createRelationships } from './requests.ts';

accepts(createRelationships, [
  ['data', { data: { type: 'articles', id: '1', relationships: { author: { data: null } } } }, { as: 'create' }],
  ['another document', { data: { type: 'articles', id: '1', relationships: { author: { meta: {} } } } }],
  [
    'an included resource',
    { data: { type: 'a', id: '1' }, included: [{ type: 'b', id: '1', relationships: { c: { meta: {} } } }] },
    { as: 'create' },
  ],
]);

rejects(createRelationships, [
  [
    'links only',
    { data: { type: 'articles', id: '1', relationships: { author: { links: { self: '/' } } } } },
    '/data/relationships/author',
    { as: 'create' },
  ],
  [
    'meta only',
    { data: { type: 'articles', id: '1', relationships: { author: { meta: {} } } } },
    '/data/relationships/author',
    { as: 'create' },
  ],
]);
