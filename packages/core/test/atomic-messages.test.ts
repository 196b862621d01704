import { expect, test } from 'vitest';
import { atomicExtension } from '../src/extensions/atomic/atomic-operations.ts';
import { validateDocument } from '../src/validate/validate-document.ts';

const messagesOf = (document: unknown): readonly string[] =>
  (validateDocument(document, { extensions: [atomicExtension] }).issues ?? []).map(({ message }) => message);

const ref = { type: 'a', id: '1' };

test.each<[string, readonly unknown[] | object, string]>([
  ['an object instead of the operations', {}, '`atomic:operations` must be an array of objects, but it is an object.'],
  ['an empty array', [], '`atomic:operations` must be an array of objects, but it is an empty array.'],
  ['a text instead of an operation', ['x'], 'An element must be an object, but it is "x".'],
  ['a member of an operation', [{ op: 'remove', ref, params: 1 }], '"params" is not a member of an operation.'],
  ['a member of a ref', [{ op: 'remove', ref: { ...ref, meta: {} } }], '"meta" is not a member of a ref.'],
  ['no op', [{ ref }], '`op` is required in an operation.'],
  ['another op', [{ op: 'replace', ref }], '`op` must be "add", "update", or "remove", but it is "replace".'],
  [
    'attributes of an identifier',
    [{ op: 'update', ref: { ...ref, relationship: 'b' }, data: { ...ref, attributes: {} } }],
    '`attributes` is not a member of a resource identifier object.',
  ],
  [
    'an array of resources',
    [{ op: 'add', data: [ref] }],
    '`data` must be a resource object, but it is an array of 1 element.',
  ],
  [
    'a local id that is added twice',
    [
      { op: 'add', data: { type: 'a', lid: 'x' } },
      { op: 'add', data: { type: 'a', lid: 'x' } },
    ],
    'Only one operation can add "a" with the `lid` "x".',
  ],
])('the message about %s', (_, operations, message) => {
  expect(messagesOf({ 'atomic:operations': operations })).toEqual([message]);
});

test('the message about a member of a result', () => {
  expect(messagesOf({ 'atomic:results': [{ included: [] }] })).toEqual(['"included" is not a member of a result.']);
});
