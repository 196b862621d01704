import { acceptedLocalIds, add, ref, relating, relationship } from '../../../test/local-id-cases.ts';
import { accepts, rejects } from '../../../test/rule-cases.ts';
import { atomicLocalId } from './atomic-local-id-rules.ts';

accepts(atomicLocalId, [
  ...acceptedLocalIds,
  [
    'in an identifier before the operation that adds it, which only the text about `ref` forbids',
    { 'atomic:operations': [{ op: 'add', data: relating }, { op: 'update', ref: relationship, data: ref }, add] },
  ],
  ['of another type', { 'atomic:operations': [{ op: 'remove', ref: { type: 'b', lid: 'x' } }, add] }],
]);

rejects(atomicLocalId, [
  [
    'a lid that a later operation adds',
    {
      'atomic:operations': [
        { op: 'remove', ref: { type: 'a', lid: 'x' } },
        { op: 'add', data: { type: 'a', lid: 'x' } },
      ],
    },
    '/atomic:operations/0/ref/lid',
  ],
  [
    'of a relationship',
    { 'atomic:operations': [{ op: 'add', ref: { ...ref, relationship: 'c' }, data: [] }, add] },
    '/atomic:operations/0/ref/lid',
  ],
  ['added twice', { 'atomic:operations': [add, add] }, '/atomic:operations/1/data/lid'],
]);
