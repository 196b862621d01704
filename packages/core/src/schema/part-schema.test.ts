import { expect, test } from 'vitest';
import { z } from 'zod';
import { type PartPath, partOf, schemaOfPart } from './part-schema.ts';
import { resultAtOnce } from './schema-result.ts';
import type { StandardSchema } from './standard-schema.ts';

const place = z.object({
  city: z.string(),
  size: z.int().nullable(),
  address: z.object({ zip: z.string().min(5), floor: z.number() }).nullable(),
});
const strict = z.strictObject({ city: z.string(), size: z.number() });
const counts = z.record(z.string(), z.number());
const either = z.union([z.object({ city: z.string(), size: z.number() }), z.object({ city: z.literal('x') })]);
const silent: StandardSchema = {
  '~standard': { version: 1, vendor: 'own', validate: () => ({ issues: [{ message: 'no' }] }) },
};

test.each<[string, StandardSchema, PartPath, unknown, unknown]>([
  ['a text', place, ['city'], 'Rome', 'Rome'],
  ['no text', place, ['city'], 7, undefined],
  ['a number', place, ['size'], 7, 7],
  ['null', place, ['size'], null, null],
  ['no null', place, ['city'], null, undefined],
  ['a member of a member', place, ['address', 'zip'], '12345', '12345'],
  ['an invalid member of a member', place, ['address', 'zip'], '1', undefined],
  ['a member that does not exist', z.object({ city: z.string() }), ['town'], 'Rome', undefined],
  ['a member of a strict object', strict, ['city'], 'Rome', 'Rome'],
  ['an unknown member of a strict object', strict, ['town'], 'Rome', undefined],
  ['any member', counts, ['a'], 7, 7],
  ['any member that is no number', counts, ['a'], 'x', undefined],
  ['a member of no known type', z.unknown(), ['a'], 'x', 'x'],
  ['a part of one of two objects, about which the schema does not say anything', either, ['size'], 'x', undefined],
  ['a member of a text', z.string(), ['city'], 'x', undefined],
  ['an element', z.array(z.string()), [0], 'x', 'x'],
  ['the default of an element', z.array(z.string().trim()), [0], ' x ', 'x'],
  ['an element of a list of two', z.array(z.string()).min(2), [0], 'x', 'x'],
  ['no element of a list of two', z.array(z.string()).min(2), [0], 7, undefined],
  [
    'an element of a tuple, of which the schema reports the length alone',
    z.tuple([z.string(), z.number()]),
    [0],
    'x',
    undefined,
  ],
  ['an element of a text', z.string(), [0], 'x', undefined],
  ['a schema without paths', silent, ['city'], 'Rome', undefined],
])('%s', (_, schema, path, given, expected) => {
  const read = resultAtOnce(schemaOfPart(schema, path), given);
  expect(read?.issues === undefined ? read?.value : undefined).toEqual(expected);
});

test.each<[unknown, PartPath, unknown]>([
  [{ a: { b: 1 } }, ['a', 'b'], 1],
  [{ a: { b: 1 } }, ['a'], { b: 1 }],
  [{ a: [1] }, ['a', '0'], undefined],
  [[1], [0], 1],
  [{ 0: 1 }, [0], undefined],
  ['text', ['length'], undefined],
  [{ a: null }, ['a', 'b'], undefined],
  [{}, ['toString'], undefined],
  [undefined, ['a'], undefined],
])('the part of %j at %j', (value, path, part) => {
  expect(partOf(value, path)).toEqual(part);
});
