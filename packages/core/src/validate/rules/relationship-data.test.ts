import { accepts, rejects } from '../../../test/rule-cases.ts';
import { relationshipData } from './relationship-data.ts';

accepts(relationshipData, [
  ['null', { data: null }, { as: 'relationship' }],
  ['an array', { data: [] }, { as: 'relationship' }],
  ['errors', { errors: [{ status: '500' }] }, { as: 'relationship' }],
  ['another document', { meta: {} }],
]);

rejects(relationshipData, [['none', { meta: {} }, '', { as: 'relationship' }]]);
