import { accepts, rejects } from '../../../test/rule-cases.ts';
import { createData } from './requests.ts';

accepts(createData, [
  ['a resource', { data: { type: 'articles', id: '1' } }, { as: 'create' }],
  ['another document', { data: [] }],
]);

rejects(createData, [
  ['none', { meta: {} }, '', { as: 'create' }],
  ['null', { data: null }, '/data', { as: 'create' }],
  ['an array', { data: [{ type: 'a', id: '1' }] }, '/data', { as: 'create' }],
  ['a string', { data: 'x' }, '/data', { as: 'create' }],
]);
