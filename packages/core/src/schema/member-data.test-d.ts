import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { buildCreateDocument, buildUpdateDocument } from '../requests/build/build-request.ts';
import { deserialize } from '../requests/deserialize/deserialize.ts';
import type { DeserializedObject } from '../requests/deserialize/deserialized-document.ts';
import { membershipsOf } from '../requests/deserialize/memberships-of.ts';
import { parseLinkage } from '../requests/parse/parse-linkage.ts';
import { parseUpdate } from '../requests/parse/parse-update.ts';
import type { MetaObject } from '../spec/document/links-object.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import type { CreateInput, UpdateInput } from './input.ts';
import { toMany, toOne } from './relationship.ts';

const member = {
  role: z.enum(['head', 'staff']),
  since: z.iso.date().default('2020-01-01'),
  rank: attribute(z.int(), { write: false }),
};
const api = defineApi({
  clinics: { relationships: { doctors: toMany('doctors', { member }), rooms: toMany('doctors') } },
  doctors: { attributes: { name: z.string() } },
});
type Doctors = NonNullable<CreateInput<typeof api, 'clinics'>['relationships']['doctors']>;
type Updated = NonNullable<UpdateInput<typeof api, 'clinics'>['relationships']['doctors']>;

test('the data of a membership is typed in requests', () => {
  const doctor = { type: 'doctors', id: '1' } as const;
  expectTypeOf([{ ...doctor, meta: { role: 'head' } } as const]).toExtend<Doctors>();
  expectTypeOf([doctor]).toExtend<Updated>();
  expectTypeOf([{ ...doctor, meta: { role: 'boss' } } as const]).not.toExtend<Doctors>();
  expectTypeOf([{ ...doctor, meta: { since: 5 } } as const]).not.toExtend<Updated>();
});

test('readers of requests return it', () => {
  const { doctors = [] } = parseUpdate(api, 'clinics', '', { id: '1' }).relationships;
  const [member] = parseLinkage(api, 'clinics', 'doctors', '');
  expectTypeOf(doctors[0]?.meta?.role).toEqualTypeOf<'head' | 'staff' | undefined>();
  expectTypeOf(member?.meta?.since).toEqualTypeOf<string | undefined>();
  expectTypeOf(parseLinkage(api, 'clinics', 'rooms', '')[0]?.meta).toEqualTypeOf<MetaObject | undefined>();
});

test('a client writes it: a new member needs what has no default', () => {
  const [doctor, role] = [{ type: 'doctors', id: '1' } as const, 'staff' as const];
  buildCreateDocument(api, 'clinics', { relationships: { doctors: [{ ...doctor, meta: { role } }], rooms: [doctor] } });
  buildUpdateDocument(api, 'clinics', '1', {
    relationships: { doctors: [doctor, { ...doctor, meta: { since: '' } }] },
  });
  // @ts-expect-error the role has no default
  buildCreateDocument(api, 'clinics', { relationships: { doctors: [doctor] } });
  // @ts-expect-error the role has no default
  buildCreateDocument(api, 'clinics', { relationships: { doctors: [{ ...doctor, meta: { since: '' } }] } });
  // @ts-expect-error no such role
  buildUpdateDocument(api, 'clinics', '1', { relationships: { doctors: [{ ...doctor, meta: { role: 'boss' } }] } });
  // @ts-expect-error no such data
  buildUpdateDocument(api, 'clinics', '1', { relationships: { doctors: [{ ...doctor, meta: { roles: role } }] } });
  // @ts-expect-error the server sets it
  buildUpdateDocument(api, 'clinics', '1', { relationships: { doctors: [{ ...doctor, meta: { rank: 1 } }] } });
});

test('a client reads it', () => {
  const document = deserialize({} as unknown, { api, type: 'clinics', include: ['doctors'], collection: false });
  const { data } = document;
  if (data === null) return;
  const doctors = membershipsOf(document, data, 'doctors');
  expectTypeOf(doctors[0]?.resource.name).toEqualTypeOf<string | undefined>();
  expectTypeOf(doctors[0]?.meta).toEqualTypeOf<
    { readonly role: 'head' | 'staff'; readonly since: string; readonly rank: number } | undefined
  >();
  // Without `include`, the linkage need not be in the document.
  expectTypeOf(membershipsOf(document, data, 'rooms')?.[0]?.meta).toEqualTypeOf<MetaObject | undefined>();
  // @ts-expect-error the type does not have the relationship
  membershipsOf(document, data, 'nurses');
  const untyped = deserialize({} as unknown, { collection: false });
  expectTypeOf(membershipsOf(untyped, untyped.data as DeserializedObject, 'doctors')?.[0]?.meta).toEqualTypeOf<
    MetaObject | undefined
  >();
});

test('only a to-many relationship declares it', () => {
  // @ts-expect-error "member" is not an option of a to-one relationship
  expectTypeOf(() => toOne('doctors', { member })).toBeFunction();
});
