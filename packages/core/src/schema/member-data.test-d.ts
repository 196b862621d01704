import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
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
  doctors: {},
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

test('only a to-many relationship declares it', () => {
  // @ts-expect-error "member" is not an option of a to-one relationship
  expectTypeOf(() => toOne('doctors', { member })).toBeFunction();
});
