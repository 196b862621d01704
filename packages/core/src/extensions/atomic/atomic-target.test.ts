import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicTarget } from './atomic-operation-rules.ts';

accepts(atomicTarget, [
  ['ref', { 'atomic:operations': [{ op: 'remove', ref: { type: 'a', id: '1' } }] }],
  ['href', { 'atomic:operations': [{ op: 'remove', href: '/a/1' }] }],
  ['neither', { 'atomic:operations': [{ op: 'update', data: { type: 'a', id: '1' } }] }],
  ['a local id', { 'atomic:operations': [{ op: 'update', data: { type: 'a', lid: '1' } }] }],
  ['data of another kind', { 'atomic:operations': [{ op: 'update', href: '/a', data: [] }] }],
  ['a new resource', { 'atomic:operations': [{ op: 'add', data: { type: 'a' } }] }],
]);

rejects(atomicTarget, [
  ['an update of nothing at all', { 'atomic:operations': [{ op: 'update' }] }, '/atomic:operations/0'],
  [
    'both',
    { 'atomic:operations': [{ op: 'remove', ref: { type: 'a', id: '1' }, href: '/a/1' }] },
    '/atomic:operations/0',
  ],
  ['neither', { 'atomic:operations': [{ op: 'remove' }] }, '/atomic:operations/0'],
  ['an update of nothing', { 'atomic:operations': [{ op: 'update', data: { type: 'a' } }] }, '/atomic:operations/0'],
]);
