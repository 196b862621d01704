import { accepts, rejects } from '../../../test/rule-cases.ts';
import { updateData } from './requests.ts';

accepts(updateData, [
  ['a resource', { data: { type: 'articles', id: '1' } }, { as: 'update' }],
  ['another document', { data: [] }],
]);

rejects(updateData, [
  ['none', { meta: {} }, '', { as: 'update' }],
  ['null', { data: null }, '/data', { as: 'update' }],
  ['an array', { data: [{ type: 'a', id: '1' }] }, '/data', { as: 'update' }],
  ['a string', { data: 'x' }, '/data', { as: 'update' }],
]);
