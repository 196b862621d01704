import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicOp } from './atomic-operation-rules.ts';

accepts(atomicOp, [
  ['add', { 'atomic:operations': [{ op: 'add' }] }],
  ['update', { 'atomic:operations': [{ op: 'update' }] }],
  ['remove', { 'atomic:operations': [{ op: 'remove' }] }],
]);

rejects(atomicOp, [
  ['none', { 'atomic:operations': [{}] }, '/atomic:operations/0'],
  ['another', { 'atomic:operations': [{ op: 'replace' }] }, '/atomic:operations/0/op'],
  ['null', { 'atomic:operations': [{ op: null }] }, '/atomic:operations/0/op'],
]);
