import type { AcceptedCase } from './rule-cases.ts';

export const add = { op: 'add', data: { type: 'a', lid: 'x' } };
export const ref = { type: 'a', lid: 'x' };
export const relationship = { type: 'b', id: '1', relationship: 'c' };
export const relating = { type: 'b', relationships: { c: { data: [ref] } } };

/** Documents that both rules about local ids accept: a `lid` follows the operation that adds it, or is not one of theirs. */
export const acceptedLocalIds: readonly AcceptedCase[] = [
  [
    'a lid that an earlier operation adds',
    {
      'atomic:operations': [
        { op: 'add', data: { type: 'a', lid: 'x' } },
        { op: 'update', ref: { type: 'a', lid: 'x' }, data: { type: 'a', lid: 'x' } },
      ],
    },
  ],
  ['in data of an update', { 'atomic:operations': [add, { op: 'update', data: { ...ref, attributes: {} } }] }],
  ['in linkage', { 'atomic:operations': [add, { op: 'update', ref: relationship, data: ref }] }],
  ['in an array of linkage', { 'atomic:operations': [add, { op: 'add', ref: relationship, data: [ref] }] }],
  ['in linkage of a URL', { 'atomic:operations': [add, { op: 'remove', href: '/b/1/relationships/c', data: [ref] }] }],
  ['in relationships', { 'atomic:operations': [add, { op: 'add', data: relating }] }],
  [
    'of the resource itself',
    { 'atomic:operations': [{ op: 'add', data: { ...ref, relationships: { parent: { data: ref } } } }] },
  ],
  ['of a resource with a client-generated id', { 'atomic:operations': [{ op: 'add', data: { ...ref, id: '1' } }] }],
  [
    'of a collection',
    {
      'atomic:operations': [
        { op: 'add', href: '/a', data: ref },
        { op: 'remove', ref },
      ],
    },
  ],
  ['beside an id', { 'atomic:operations': [{ op: 'update', data: { ...ref, id: '1' } }, add] }],
  ['of equal strings in other types', { 'atomic:operations': [add, { op: 'add', data: { type: 'b', lid: 'x' } }] }],
  ['that no operation adds', { 'atomic:operations': [{ op: 'remove', ref }] }],
  ['that no operation adds, in relationships', { 'atomic:operations': [{ op: 'add', data: relating }] }],
  [
    'in members that do not identify',
    {
      'atomic:operations': [
        { op: 'add', data: { type: 'a', attributes: { b: ref }, meta: { b: ref }, relationships: { '@c': ref } } },
        { op: 'remove', ref: { type: 'a', id: '1' }, data: ref, meta: ref },
        add,
      ],
    },
  ],
  [
    'in at-members and members that cannot be relationships',
    {
      'atomic:operations': [
        {
          op: 'add',
          data: { type: 'b', relationships: { '@c': { data: ref }, type: { data: ref }, 'x:y': { data: ref } } },
        },
        add,
      ],
    },
  ],
  [
    'in data that a removal by URL does not need',
    { 'atomic:operations': [{ op: 'remove', href: '/a/1', data: ref }, add] },
  ],
  ['that is not a string', { 'atomic:operations': [{ op: 'remove', ref: { type: 'a', lid: 1 } }] }],
  ['of no type', { 'atomic:operations': [{ op: 'remove', ref: { lid: 'x' } }] }],
  ['of an operation that is not one', { 'atomic:operations': [{ op: 'x', ref }, { ref }, null, add] }],
  ['in data of no known kind', { 'atomic:operations': [{ op: 'update', data: [ref, null] }, add] }],
];
