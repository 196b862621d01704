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
  [{}, '`filter` must name a member'],
  [{ 'a..b': true }, 'which is not a member of its schema'],
  [{ "a'b": true }, 'which is not a member of its schema'],
  [{ 'a"b': true }, 'which is not a member of its schema'],
  [{ city: ['like'] }, 'array of operators'],
  [{ city: 'eq' }, 'array of operators'],
])('%j is a mistake', (members, message) => {
  const declared = attribute(z.record(z.string(), z.string()), { filter: members as never });
  expect(() => defineApi({ a: { attributes: { data: declared } } })).toThrow(message);
});

const without = z.object({ city: z.string(), in: z.object({ zip: z.string() }).nullable() });

const absent: readonly (readonly [member: string, schema: z.ZodType])[] = [
  ...['town', 'in.code', 'city.x', 'in.zip.x', 'constructor', 'toString', 'hasOwnProperty', 'in.constructor'].flatMap(
    (member) => [without, z.strictObject(without.shape), without.nullable()].map((schema) => [member, schema] as const),
  ),
  ['x', z.string()],
  ['x', z.array(z.string())],
  ['0', z.array(z.string())],
];

test.each(absent)('at start, `%s` is not a member of its schema', (member, schema) => {
  const declared = attribute(schema, { filter: { [member]: true } });
  expect(() => defineApi({ a: { attributes: { data: declared } } })).toThrow('which is not a member of its schema');
});

test.each(['__proto__', '__proto__.polluted', 'city.__proto__'])('`%s` is no name of a member', (member) => {
  const filter = JSON.parse(`{${JSON.stringify(member)}: true}`);
  const declared = attribute(z.any(), { filter });
  expect(() => defineApi({ a: { attributes: { data: declared } } })).toThrow('which is not a member of its schema');
});

test.each([
  ['x', z.json()],
  ['x.y', z.record(z.string(), z.record(z.string(), z.enum(['a'])))],
  ['constructor', z.object({ constructor: z.enum(['a']) })],
  ['kind', z.object({ kind: z.literal('a'), x: z.date() })],
  ['kind', z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })])],
])('`%s` of a schema that accepts none of the examples, or every name, is a member', (member, schema) => {
  const declared = attribute(schema as z.ZodType, { filter: { [member]: true } });
  const api = defineApi({ a: { attributes: { data: declared } } });
  const { filter } = parseQuery(api, 'a', `filter[data.${member}]=a`);
  expect(filter).toEqual([{ field: `data.${member}`, operator: 'eq', values: ['a'] }]);
  expect(attributeAt(api.types.get('a') as never, `data.${member}`)?.name).toBe(`data.${member}`);
});
