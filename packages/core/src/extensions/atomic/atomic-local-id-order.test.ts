import { acceptedLocalIds, add, ref, relating, relationship } from '../../../test/local-id-cases.ts';
import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicLocalIdOrder } from './atomic-local-id-rules.ts';

accepts(atomicLocalIdOrder, acceptedLocalIds);

rejects(atomicLocalIdOrder, [
  [
    'in data of an update',
    { 'atomic:operations': [{ op: 'update', data: ref }, add] },
    '/atomic:operations/0/data/lid',
  ],
  [
    'in linkage',
    { 'atomic:operations': [{ op: 'update', ref: relationship, data: ref }, add] },
    '/atomic:operations/0/data/lid',
  ],
  [
    'in an array of linkage',
    { 'atomic:operations': [{ op: 'add', ref: relationship, data: [{ type: 'a', id: '1' }, ref, ref] }, add] },
    ['/atomic:operations/0/data/1/lid', '/atomic:operations/0/data/2/lid'],
  ],
  [
    'in linkage of a URL',
    { 'atomic:operations': [{ op: 'add', href: '/b/1/relationships/c', data: [ref] }, add] },
    '/atomic:operations/0/data/0/lid',
  ],
  [
    'in relationships of a resource to add',
    { 'atomic:operations': [{ op: 'add', data: relating }, add] },
    '/atomic:operations/0/data/relationships/c/data/0/lid',
  ],
  [
    'in relationships of a resource to update',
    { 'atomic:operations': [{ op: 'update', data: { type: 'b', id: '1', relationships: { c: { data: ref } } } }, add] },
    '/atomic:operations/0/data/relationships/c/data/lid',
  ],
  [
    'in relationships of a resource to add by URL',
    { 'atomic:operations': [{ op: 'add', href: '/b', data: relating }, add] },
    '/atomic:operations/0/data/relationships/c/data/0/lid',
  ],
]);
