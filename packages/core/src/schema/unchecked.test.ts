import { describe, expect, test } from 'vitest';
import { serialize } from '../documents/serialize/serialize.ts';
import { parseCreate } from '../requests/parse/parse-create.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { optional, string, unchecked } from './unchecked.ts';

interface Address {
  readonly city: string;
}

const api = defineApi({
  people: {
    attributes: {
      name: string(),
      birth: optional(string()),
      address: unchecked<Address>(),
      notes: optional(unchecked<readonly string[] | null>()),
      views: attribute(unchecked<number>(), { sort: true, filter: true, write: false }),
    },
  },
});
const person = { id: 1, name: 'Dan', birth: new Date(0), address: { city: 'Bonn' }, views: 3 };

test('records have the types of the schemas, and nothing is validated', () => {
  const { data } = JSON.parse(serialize(api, 'people', person));
  expect(data.attributes).toEqual({
    ...{ name: 'Dan', birth: '1970-01-01T00:00:00.000Z', address: { city: 'Bonn' }, views: 3 },
  });
  expect(JSON.parse(serialize(api, 'people', { ...person, name: 7 as never })).data.attributes.name).toBe(7);
});

describe('a request', () => {
  const create = (attributes: object) => parseCreate(api, 'people', { data: { type: 'people', attributes } });

  test.each([
    [
      { name: 'Dan', address: 7 },
      { name: 'Dan', address: 7 },
    ],
    [
      { name: 'Dan', address: null, notes: null },
      { name: 'Dan', address: null, notes: null },
    ],
    [
      { name: '', address: {}, birth: 'x' },
      { name: '', address: {}, birth: 'x' },
    ],
  ])('with %j is valid', (attributes, expected) => {
    expect(create(attributes).attributes).toEqual(expected);
  });

  test.each([
    [{ address: 7 }, 'The attribute `name` is required.'],
    [{ name: 7, address: 7 }, 'The value must be a string.'],
    [{ name: null, address: 7 }, 'The value must be a string.'],
    [{ name: 'Dan' }, 'The attribute `address` is required.'],
    [{ name: 'Dan', address: 7, birth: 7 }, 'The value must be a string.'],
  ])('with %j is not valid', (attributes, detail) => {
    expect(() => create(attributes)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ detail: expect.stringContaining(detail) })] }),
    );
  });
});

test('JSON Schema says what the schema requires', () => {
  const of = (schema: object) =>
    (schema as { '~standard': { jsonSchema: { input: () => unknown; output: () => unknown } } })['~standard']
      .jsonSchema;
  for (const schema of [string(), optional(string())])
    expect([of(schema).input(), of(schema).output()]).toEqual([{ type: 'string' }, { type: 'string' }]);
  for (const schema of [unchecked(), optional(unchecked())]) expect(of(schema).input()).toEqual({});
});
