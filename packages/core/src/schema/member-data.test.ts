import { expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toMany, toOne } from './relationship.ts';

const declare = (member: object, other: object = toMany('clinics', { member } as never)) =>
  defineApi({
    clinics: { relationships: { doctors: toMany('doctors', { member, inverse: 'clinics' } as never) } },
    doctors: { relationships: { clinics: other as never } },
  });

test('the data of a membership has the form of attributes, on both relationships', () => {
  const api = declare({ role: z.string(), rank: attribute(z.int(), { write: false }) });
  for (const [type, name] of [
    ['clinics', 'doctors'],
    ['doctors', 'clinics'],
  ] as const) {
    const member = api.types.get(type)?.relationships.get(name)?.member;
    expect([...(member ?? [])].map(([field, { write }]) => [field, write])).toEqual([
      ['role', true],
      ['rank', false],
    ]);
  }
});

test.each<[object, string]>([
  [{ page: z.string() }, '`member.page` must have another name'],
  [{ id: z.string() }, 'the specification reserves this name'],
  [{ 'a b!': z.string() }, 'is not a valid name'],
  [{ role: 5 }, 'must be a Standard Schema'],
  [{ role: attribute(z.string(), { sort: true }) }, 'must not have the option `sort`'],
  [{ role: attribute(z.string(), { read: false }) }, 'must not have the option `read`'],
  [{ role: attribute(z.string(), { from: 'x' }) }, 'must not have the option `from`'],
  [{ role: attribute(z.string(), { write: 'create' }) }, '`write` must be true or false'],
  [{ role: z.string().refine(async () => true) }, 'asynchronous'],
])('rejects %j', (member, message) => {
  expect(() => declare(member)).toThrow(message);
});

test('both relationships declare the same names, and a to-one side has none', () => {
  const member = { role: z.string() };
  const message = '`clinics.doctors` and `doctors.clinics` must have the same names in `member`';
  expect(() => declare(member, toMany('clinics'))).toThrow(message);
  expect(() => declare(member, toMany('clinics', { member: { ...member, since: z.string() } }))).toThrow(message);
  expect(() => declare(member, toOne('clinics'))).toThrow(message);
  expect(() => toOne('clinics', { member } as never)).toThrow('unknown option "member"');
});
