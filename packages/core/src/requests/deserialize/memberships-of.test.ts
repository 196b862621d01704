import { expect, test } from 'vitest';
import { deserialize } from './deserialize.ts';
import type { DeserializedObject } from './deserialized-document.ts';
import { membershipsOf } from './memberships-of.ts';

const [seven, eight] = ['7', '8'].map((id) => ({ type: 'doctors', id }));
const clinic = {
  type: 'clinics',
  id: '1',
  relationships: {
    doctors: { data: [{ ...seven, meta: { role: 'head' } }, eight] },
    rooms: { links: { self: '/x' } },
    owner: { data: seven },
  },
};
const document = deserialize({ data: clinic, included: [{ ...seven, attributes: { name: 'Ada' } }] } as unknown);
const data = document.data as DeserializedObject;

test('each member has the data of its membership, as a resource or an identifier', () => {
  const [ada] = document.included ?? [];
  expect(membershipsOf(document, data, 'doctors')).toEqual([
    { resource: ada, meta: { role: 'head' } },
    { resource: eight, meta: {} },
  ]);
  expect(membershipsOf(document, data, 'doctors')?.[0]?.resource).toBe(ada);
});

test('without linkage, there are no members', () => {
  expect(membershipsOf(document, data, 'rooms')).toBeUndefined();
  expect(membershipsOf(document, data, 'constructor')).toBeUndefined();
});

test('another resource and a to-one relationship are errors', () => {
  expect(() => membershipsOf(document, { ...data }, 'doctors')).toThrow(
    'membershipsOf: `resource` must be a resource of the document.',
  );
  expect(() => membershipsOf(document, data, 'owner')).toThrow(
    'membershipsOf: the relationship "owner" must be to-many.',
  );
});
