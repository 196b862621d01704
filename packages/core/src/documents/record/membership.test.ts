import { describe, expect, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany } from '../../schema/relationship.ts';
import { buildDocument, buildRelationshipDocument } from '../build/build-document.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';
import { membership } from './membership.ts';
import type { ResourceRecord } from './record.ts';

const day = z.codec(z.iso.date(), z.date(), { decode: (it) => new Date(it), encode: (it) => it.toJSON().slice(0, 10) });
const member = {
  role: z.enum(['head', 'staff']),
  since: attribute(day, { encode: (it) => z.encode(day, it) }),
  at: z.iso.datetime().optional(),
};
const api = defineApi({
  clinics: {
    relationships: {
      doctors: toMany('doctors', { member }),
      staff: toMany(['doctors', 'nurses'], { member }),
      rooms: toMany('rooms'),
    },
  },
  doctors: { id: 'doctor_id', attributes: { name: attribute(z.string(), { from: 'full_name' }) } },
  nurses: {},
  rooms: {},
});

const ada = { doctor_id: 7, full_name: 'Ada' };
const row = {
  clinic_id: 1,
  doctor_id: 7,
  role: 'head',
  since: new Date('2021-05-01'),
  at: new Date(0),
  doctor: ada,
} as const;
const meta = { role: 'head', since: '2021-05-01', at: '1970-01-01T00:00:00.000Z' };
const seven = { type: 'doctors', id: '7' };
const clinic = { id: 1, doctors: [row].map((it) => membership(it.doctor, it)) };

describe('a record of the serializer carries the data of a membership', () => {
  const include = ['doctors'] as const;
  const expected = {
    data: {
      type: 'clinics',
      id: '1',
      relationships: { doctors: { data: [{ ...seven, meta }] } },
    },
    included: [{ ...seven, attributes: { name: 'Ada' } }],
  };
  test('beside a nested record', async () => {
    expect(buildDocument(api, 'clinics', clinic, { include })).toEqual(expected);
    expect(JSON.parse(serialize(api, 'clinics', clinic, { include }))).toEqual(expected);
    let streamed = '';
    for await (const chunk of serializeStream(api, 'clinics', [clinic], { include })) streamed += chunk;
    expect(JSON.parse(streamed)).toEqual({ ...expected, data: [expected.data] });
  });
  test('without `include`, and as the linkage of a relationship', () => {
    expect(JSON.parse(serialize(api, 'clinics', clinic)).data).toEqual(expected.data);
    expect(buildRelationshipDocument(api, 'clinics', clinic, 'doctors').data).toEqual([{ ...seven, meta }]);
  });
  test('of two clinics, each with its own', () => {
    const other = { id: 2, doctors: [membership(ada, { ...row, role: 'staff' })] };
    const { data, included } = buildDocument(api, 'clinics', [clinic, other], { include });
    const roles = data.map(({ relationships }) => relationships?.doctors?.data?.map((it) => it.meta?.['role']));
    expect([roles, included.length]).toEqual([[['head'], ['staff']], 1]);
  });
  test('beside an id, and an identifier of one of several types', () => {
    const nurse = { type: 'nurses', id: 3n } as const;
    const built = buildDocument(api, 'clinics', {
      id: 1,
      doctors: [membership(7, row), 8],
      staff: [membership(nurse, { ...row, at: undefined }), membership({ ...ada, type: 'doctors' }, row)],
    });
    const { at: _, ...rest } = meta;
    expect(built.data.relationships?.doctors?.data).toEqual([
      { ...seven, meta },
      { ...seven, id: '8' },
    ]);
    expect(built.data.relationships?.staff?.data).toEqual([
      { type: 'nurses', id: '3', meta: rest },
      { ...seven, meta },
    ]);
  });
});

test('wrong data, and a record without an id, are errors', () => {
  expect(() => membership(ada, null as never)).toThrow('membership: `data` must be an object, but it is null.');
  expect(() => serialize(api, 'clinics', { id: 1, doctors: [membership({}, row)] } as never)).toThrow(
    '`doctor_id` must be a string',
  );
  expect(() => serialize(api, 'clinics', { id: 1, doctors: [membership(undefined, row)] } as never)).toThrow();
});

test('the compiler compares the data with the declaration', () => {
  const record: ResourceRecord<typeof api, 'clinics'> = clinic;
  // @ts-expect-error no such role
  const wrong: typeof record = { id: 1, doctors: [membership(ada, { ...row, role: 'boss' })] };
  // @ts-expect-error the role is missing
  const missing: typeof record = { id: 1, doctors: [membership(ada, { since: row.since })] };
  // @ts-expect-error the name is missing
  const nameless: typeof record = { id: 1, doctors: [membership({ doctor_id: 7 }, row)] };
  // @ts-expect-error a member of this relationship has no data
  const other: typeof record = { id: 1, rooms: [membership(5, row)] };
  expectTypeOf([wrong, missing, nameless, other]).toEqualTypeOf<(typeof record)[]>();
  expect(record).toBe(clinic);
});
