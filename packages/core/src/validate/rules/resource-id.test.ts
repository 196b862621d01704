import { accepts, rejects } from '../../../test/rule-cases.ts';
import { resourceId } from './resources.ts';

accepts(resourceId, [
  ['an id', { data: { type: 'articles', id: '1' } }, { as: 'response' }],
  ['a resource to be created', { data: { type: 'a' } }, { as: 'create' }],
  ['perhaps one to be created', { data: { type: 'a', lid: 'x' } }],
  ['the empty string', { data: { type: 'a', id: '' } }, { as: 'response' }],
  ['another resource to be created', { data: { type: 'a' }, included: [{ type: 'b', lid: 'x' }] }, { as: 'create' }],
  [
    'another one with an update',
    { data: { type: 'a', id: '1' }, included: [{ type: 'b', lid: 'x' }] },
    { as: 'update' },
  ],
  ['no type', { data: { id: '1' } }, { as: 'response' }],
  ['no type in included', { data: [], included: [{ id: '1' }] }, { as: 'response' }],
]);

rejects(resourceId, [
  ['none in a response', { data: { type: 'a' } }, '/data', { as: 'response' }],
  ['none in an update', { data: { type: 'a' } }, '/data', { as: 'update' }],
  ['none in an array', { data: [{ type: 'a' }] }, '/data/0'],
  ['none in included', { data: [], included: [{ type: 'a' }] }, '/included/0'],
  [
    'neither id nor lid in included',
    { data: { type: 'a' }, included: [{ type: 'b' }] },
    '/included/0',
    { as: 'create' },
  ],
  ['a lid in a response', { data: { type: 'a', lid: 'x' } }, '/data', { as: 'response' }],
  ['a lid in included', { data: [], included: [{ type: 'a', lid: 'x' }] }, '/included/0'],
]);
