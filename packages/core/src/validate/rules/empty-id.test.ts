import { accepts, rejects } from '../../../test/rule-cases.ts';
import { emptyId } from './recommendations.ts';

accepts(emptyId, [['an id', { data: { type: 'articles', id: '1' } }]]);

rejects(emptyId, [
  ['of a resource', { data: { type: 'a', id: '' } }, '/data/id'],
  [
    'of an identifier',
    { data: { type: 'articles', id: '1', relationships: { author: { data: { type: 'a', id: '' } } } } },
    '/data/relationships/author/data/id',
  ],
]);
