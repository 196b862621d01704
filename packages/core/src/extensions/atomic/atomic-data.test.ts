import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicData } from './atomic-operation-rules.ts';

accepts(atomicData, [
  ['a resource', { 'atomic:operations': [{ op: 'add', data: { type: 'a' } }] }],
  ['none', { 'atomic:operations': [{ op: 'remove', ref: { type: 'a', id: '1' } }] }],
  [
    'linkage',
    {
      'atomic:operations': [
        {
          op: 'add',
          ref: { type: 'a', id: '1', relationship: 'b' },
          data: [
            { type: 'b', id: '1' },
            { type: 'b', lid: '1' },
          ],
        },
      ],
    },
  ],
  ['null', { 'atomic:operations': [{ op: 'update', ref: { type: 'a', id: '1', relationship: 'b' }, data: null }] }],
  ['linkage for a URL', { 'atomic:operations': [{ op: 'add', href: '/a/1/relationships/b', data: [] }] }],
  ['an array for a ref that is not an object', { 'atomic:operations': [{ op: 'add', ref: 'x', data: [] }] }],
  ['a result', { 'atomic:results': [{ data: null }, {}] }],
]);

rejects(atomicData, [
  ['none to add', { 'atomic:operations': [{ op: 'add', ref: { type: 'a', id: '1' } }] }, '/atomic:operations/0'],
  [
    'none for a relationship',
    { 'atomic:operations': [{ op: 'update', ref: { type: 'a', id: '1', relationship: 'b' } }] },
    '/atomic:operations/0',
  ],
  ['none to update', { 'atomic:operations': [{ op: 'update', ref: { type: 'a', id: '1' } }] }, '/atomic:operations/0'],
  ['none to update by URL', { 'atomic:operations': [{ op: 'update', href: '/a/1' }] }, '/atomic:operations/0'],
  ['an array to add', { 'atomic:operations': [{ op: 'add', data: [{ type: 'a' }] }] }, '/atomic:operations/0/data'],
  [
    'null to update',
    { 'atomic:operations': [{ op: 'update', ref: { type: 'a', id: '1' }, data: null }] },
    '/atomic:operations/0/data',
  ],
  ['a string', { 'atomic:operations': [{ op: 'add', data: 'x' }] }, '/atomic:operations/0/data'],
  [
    'null in an array',
    { 'atomic:operations': [{ op: 'add', href: '/', data: [null] }] },
    '/atomic:operations/0/data/0',
  ],
  [
    'an identifier without an id',
    { 'atomic:operations': [{ op: 'update', ref: { type: 'a', id: '1', relationship: 'b' }, data: { type: 'b' } }] },
    '/atomic:operations/0/data',
  ],
  [
    'one in an array',
    { 'atomic:operations': [{ op: 'add', ref: { type: 'a', id: '1', relationship: 'b' }, data: [{ type: 'b' }] }] },
    '/atomic:operations/0/data/0',
  ],
]);
