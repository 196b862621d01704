import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicRef } from './atomic-operation-rules.ts';

accepts(atomicRef, [
  ['an id', { 'atomic:operations': [{ ref: { type: 'a', id: '1' } }] }],
  ['a lid', { 'atomic:operations': [{ ref: { type: 'a', lid: '1', relationship: 'b' } }] }],
]);

rejects(atomicRef, [
  ['both id and lid', { 'atomic:operations': [{ ref: { type: 'a', id: '1', lid: 'x' } }] }, '/atomic:operations/0/ref'],
  ['a number as lid', { 'atomic:operations': [{ ref: { type: 'a', lid: 1 } }] }, '/atomic:operations/0/ref/lid'],
  ['an array', { 'atomic:operations': [{ ref: [] }] }, '/atomic:operations/0/ref'],
  ['null', { 'atomic:operations': [{ ref: null }] }, '/atomic:operations/0/ref'],
  ['no type', { 'atomic:operations': [{ ref: { id: 1 } }] }, '/atomic:operations/0/ref'],
  ['no id', { 'atomic:operations': [{ ref: { type: 'a' } }] }, '/atomic:operations/0/ref'],
  [
    'an array as relationship',
    { 'atomic:operations': [{ ref: { type: 'a', id: '1', relationship: ['b'] } }] },
    '/atomic:operations/0/ref/relationship',
  ],
  [
    'no name of a relationship',
    { 'atomic:operations': [{ ref: { type: 'a', id: '1', relationship: 'type' } }] },
    '/atomic:operations/0/ref/relationship',
  ],
]);
