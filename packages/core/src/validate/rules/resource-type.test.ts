import { accepts, rejects } from '../../../test/rule-cases.ts';
import { resourceType } from './resources.ts';

accepts(resourceType, [['a type', { data: { type: 'articles', id: '1' } }]]);

rejects(resourceType, [
  ['no type', { data: { id: '1' } }, '/data'],
  ['none in an array', { data: [{ type: 'a', id: '1' }, { id: '2' }] }, '/data/1'],
  ['none in included', { data: [], included: [{ id: '1' }] }, '/included/0'],
  ['an at-member', { data: { id: '1', '@type': 'a' } }, '/data'],
  ['a request', { data: {} }, '/data', { as: 'create' }],
]);
