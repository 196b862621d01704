/** The functions of an attribute are typed by its schema and by the fields that it needs. */
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { type AttributeOptions, attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import type { ComputedName } from './infer.ts';
import { toOne } from './relationship.ts';

describe('compute', () => {
  test('receives the fields that needs lists, whatever the order of the two options', () => {
    attribute(z.string(), { needs: ['first', 'last'], compute: ({ first, last }) => `${first} ${last}` });
    attribute(z.string(), { compute: ({ first, last }) => `${first} ${last}`, needs: ['first', 'last'] });
    attribute(z.string(), {
      needs: ['first'],
      compute: (record) => {
        expectTypeOf<keyof typeof record>().toEqualTypeOf<'first'>();
        // @ts-expect-error Property 'last' does not exist
        return record.last;
      },
    });
    // @ts-expect-error Property 'last' does not exist
    attribute(z.string(), { needs: ['first'], compute: ({ last }) => String(last) });
    // @ts-expect-error Without `needs`, a record has no field
    attribute(z.string(), { compute: ({ last }) => String(last) });
  });

  test('can declare the types of these fields', () => {
    attribute(z.number(), {
      needs: ['lines'],
      compute: (it: { readonly lines: readonly string[] }) => it.lines.length,
    });
    attribute(z.number(), {
      needs: ['lines'],
      // @ts-expect-error The record does not have `other`
      compute: (it: { readonly other: readonly string[] }) => it.other.length,
    });
  });

  test('returns a value of the attribute', () => {
    attribute(z.iso.datetime().nullable(), { needs: ['at'], compute: ({ at }) => new Date(at) });
    // @ts-expect-error A string without the format of a date is not a Date
    attribute(z.string(), { needs: ['at'], compute: ({ at }) => new Date(at) });
    attribute(z.string().nullable(), { needs: ['at'], compute: () => null });
    attribute(z.unknown(), { needs: ['at'], compute: () => 1 });
    // @ts-expect-error A number is not a string
    attribute(z.string(), { needs: ['at'], compute: () => 1 });
    // @ts-expect-error The schema does not accept null
    attribute(z.string(), { needs: ['at'], compute: () => null });
    // @ts-expect-error A document cannot contain a Date where it has a number
    attribute(z.number(), { needs: ['at'], compute: () => new Date() });
  });
});

test('encode receives the output of the schema, and returns its input', () => {
  const instant = z.codec(z.iso.datetime(), z.date(), {
    decode: (text) => new Date(text),
    encode: (date) => date.toISOString(),
  });
  attribute(instant, { encode: (value) => z.encode(instant, value) });
  attribute(instant.nullable(), {
    encode: (value) => {
      expectTypeOf(value).toEqualTypeOf<Date>();
      return value.toISOString();
    },
  });
  // @ts-expect-error A document contains a string
  attribute(instant, { encode: (value) => value.getTime() });
  // @ts-expect-error The value is a Date
  attribute(instant, { encode: (value) => value.toUpperCase() });
});

test('needs names fields of the type', () => {
  const compute = (): string => '';
  defineApi({
    people: {
      attributes: {
        first: z.string(),
        full: attribute(z.string(), { needs: ['first', 'boss'], compute }),
        // @ts-expect-error "short" needs "frist", which is not a field of its type
        short: attribute(z.string(), { needs: ['frist'], compute }),
      },
      relationships: { boss: toOne('people') },
    },
  });
});

test('an attribute with options that the compiler does not know', () => {
  const options: AttributeOptions = {};
  const api = defineApi({ people: { attributes: { name: attribute(z.unknown(), options) } } });
  expectTypeOf<ComputedName<typeof api, 'people'>>().toEqualTypeOf<never>();
});
