import { expect, test } from 'vitest';
import { z } from 'zod';
import { formatQuery } from '../query/format-query.ts';
import { parseQuery } from '../query/parse-query.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { attributeAt, memberValue } from './filter-members.ts';
import { toOne } from './relationship.ts';

const place = z.object({
  city: z.string(),
  size: z.number().nullable(),
  kind: z.enum(['house', 'flat']),
  open: z.boolean().optional(),
  address: z.object({ zip: z.string().min(4) }).nullable(),
});
const filter = { city: true, size: true, kind: true, open: ['eq'], 'address.zip': ['eq', 'startsWith'] } as const;
const api = defineApi({
  shops: {
    attributes: { data: attribute(place, { filter }), name: attribute(z.string(), { filter: true }) },
    relationships: { owner: toOne('people', { filter: ['about'] }) },
  },
  people: { attributes: { about: attribute(place, { filter: { city: true } }) } },
});
const read = (query: string) => parseQuery(api, 'shops', `${query}`).filter;

test.each([
  ['filter[data.city]=Rome,Oslo', { field: 'data.city', operator: 'eq', values: ['Rome', 'Oslo'] }],
  ['filter[data.city][contains]=o', { field: 'data.city', operator: 'contains', values: ['o'] }],
  ['filter[data.size][ge]=7', { field: 'data.size', operator: 'ge', values: [7] }],
  ['filter[data.size]=null', { field: 'data.size', operator: 'eq', values: [null] }],
  ['filter[data.city][exists]=false', { field: 'data.city', operator: 'eq', values: [null] }],
  ['filter[data.kind]=flat', { field: 'data.kind', operator: 'eq', values: ['flat'] }],
  ['filter[data.open]=true', { field: 'data.open', operator: 'eq', values: [true] }],
  ['filter[data.address.zip][startsWith]=01', { field: 'data.address.zip', operator: 'startsWith', values: ['01'] }],
  ['filter[owner.about.city]=Rome', { field: 'owner.about.city', operator: 'eq', values: ['Rome'] }],
  ["filter=or(eq(data.city,'Rome'))", { or: [{ field: 'data.city', operator: 'eq', values: ['Rome'] }] }],
])('reads %s, and writes it again', (query, condition) => {
  const found = read(query);
  expect(found).toEqual([condition]);
  expect(read(formatQuery(api, 'shops', { filter: found }))).toEqual(found);
});

test.each([
  ['filter[data.town]=x', 'data.city'],
  ['filter[data.address]=x', 'data.address.zip'],
  ['filter[data]=x', 'data.city'],
  ['filter[dat.city]=x', 'data'],
  ['filter[data.city.x]=x', 'data.city'],
  ['filter[data.open][ne]=true', 'eq'],
  ['filter[data.size]=x', 'data.size'],
  ['filter[data.kind]=castle', 'data.kind'],
  ['filter[data.address.zip]=1', 'data.address.zip'],
  ['filter[owner.about.size]=1', 'owner.about.city'],
  ['filter[owner.data.city]=1', 'owner.about'],
  ['filter[data.constructor]=x', 'data.city'],
  ['sort=data.city', 'name'],
])('%s is 400, and the text contains %s', (query, text) => {
  expect(() => read(query)).toThrow(expect.objectContaining({ status: 400 }));
  try {
    read(query);
  } catch (error) {
    const [{ detail, source }] = (error as { errors: [{ detail: string; source: { parameter: string } }] }).errors;
    expect(query.startsWith(source.parameter)).toBe(true);
    if (!query.startsWith('sort')) expect(detail).toContain(text);
  }
});

test('a member of another type, and an inherited one, is null', () => {
  const { place: city } = attributeAt(api.types.get('shops') as never, 'data.city') ?? {};
  const valueIn = (value: unknown) => memberValue(city as NonNullable<typeof city>, value);
  expect([{ city: 'x' }, { city: 7 }, {}, null, [{ city: 'x' }], Object.create({ city: 'x' })].map(valueIn)).toEqual([
    'x',
    ...[null, null, null, null, null],
  ]);
});

test.each([
  [{}, '`filter` must name one or more members'],
  [{ 'a..b': true }, 'must be names with dots between'],
  [{ "a'b": true }, 'must be names with dots between'],
  [{ 'a"b': true }, 'must be names with dots between'],
  [{ city: ['like'] }, 'array of operators'],
  [{ city: 'eq' }, 'array of operators'],
])('%j is a mistake', (members, message) => {
  const declared = attribute(z.record(z.string(), z.string()), { filter: members as never });
  expect(() => defineApi({ a: { attributes: { data: declared } } })).toThrow(message);
});
