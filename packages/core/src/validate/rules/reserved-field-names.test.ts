import { accepts, rejects } from '../../../test/rule-cases.ts';
import { reservedFieldNames } from './resources.ts';

accepts(reservedFieldNames, [
  ['other names', { data: { type: 'articles', id: '1', attributes: { Type: 1, ID: 2, lid: 3, links: 4, meta: 5 } } }],
  ['inside of values', { data: { type: 'articles', id: '1', attributes: { a: { type: 1, id: 2 } } } }],
  ['names that are not legal', { data: { type: 'articles', id: '1', attributes: { '-a': 1 } } }],
]);

rejects(reservedFieldNames, [
  [
    'attributes',
    { data: { type: 'articles', id: '1', attributes: { type: 1, id: 2 } } },
    ['/data/attributes/type', '/data/attributes/id'],
  ],
  [
    'relationships',
    { data: { type: 'articles', id: '1', relationships: { type: { data: null }, id: { data: null } } } },
    ['/data/relationships/type', '/data/relationships/id'],
  ],
  [
    'in included',
    { data: [], included: [{ type: 'a', id: '1', attributes: { id: '1' } }] },
    '/included/0/attributes/id',
  ],
]);
