import { accepts, rejects } from '../../../test/rule-cases.ts';
import { defineExtension } from '../../media-type/extension.ts';
import { atomicMembers } from './atomic-document-rules.ts';
import { atomicExtension } from './atomic-operations.ts';

const v = defineExtension({ uri: 'https://example.com/v', namespace: 'v' });
const ref = { type: 'a', id: '1', relationship: 'b' };

accepts(atomicMembers, [
  [
    'what is defined',
    {
      'atomic:operations': [
        { op: 'add', href: '/a', data: { type: 'a', attributes: {} }, meta: {} },
        { op: 'update', ref, data: { type: 'b', id: '1', meta: {} } },
      ],
    },
  ],
  ['a result', { 'atomic:results': [{ data: { type: 'a', id: '1', links: {} }, meta: {} }, {}] }],
  ['at-members', { 'atomic:operations': [{ op: 'remove', '@x': 1, ref: { type: 'a', id: '1', '@y': 1 } }] }],
  [
    'a member of another extension',
    { 'atomic:operations': [{ op: 'remove', ref: { type: 'a', id: '1' }, 'v:x': 1 }] },
    { extensions: [atomicExtension, v] },
  ],
]);

rejects(atomicMembers, [
  [
    'of an operation',
    { 'atomic:operations': [{ op: 'remove', href: '/a/1', params: {} }] },
    '/atomic:operations/0/params',
  ],
  [
    'of a ref',
    { 'atomic:operations': [{ op: 'remove', ref: { type: 'a', id: '1', meta: {} } }] },
    '/atomic:operations/0/ref/meta',
  ],
  ['of a result', { 'atomic:results': [{ included: [] }] }, '/atomic:results/0/included'],
  [
    'of an extension that is not applied',
    { 'atomic:results': [{ 'v:x': 1, 'atomic:data': null }] },
    ['/atomic:results/0/v:x', '/atomic:results/0/atomic:data'],
  ],
  [
    'of an identifier',
    { 'atomic:operations': [{ op: 'update', ref, data: { type: 'b', id: '1', attributes: {} } }] },
    '/atomic:operations/0/data/attributes',
  ],
  [
    'of identifiers',
    { 'atomic:operations': [{ op: 'add', ref, data: [{ type: 'b', id: '1', links: {}, relationships: {} }] }] },
    ['/atomic:operations/0/data/0/links', '/atomic:operations/0/data/0/relationships'],
  ],
]);
