import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type AttributeOptions, attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import { toOne } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

const define = (options: AttributeOptions) =>
  defineApi({ people: { attributes: { name: z.string(), label: attribute(z.string(), options as never) } } });
const compute = () => 'x';
const where = 'defineApi: attribute `people.label`';

describe('options that exclude each other', () => {
  test.each<[AttributeOptions, string]>([
    [{ needs: ['name'] }, `${where}: \`needs\` must be used together with \`compute\`.`],
    [{ compute }, `${where}: \`needs\` must list the fields that \`compute\` reads.`],
    [{ compute, needs: [] }, `${where}: \`needs\` must list the fields that \`compute\` reads.`],
    [{ compute, needs: ['nam'] }, `${where}: \`needs\`: "nam" is not a field of "people". Did you mean \`name\`?`],
    [
      { compute, needs: ['label'] },
      `${where}: \`needs\` must not list \`label\`, because it is computed. List the fields that it needs.`,
    ],
    [
      { compute, needs: ['name'], write: 'create' },
      `${where} must not have the option \`write\`, because it is computed.`,
    ],
    [{ compute, needs: ['name'], sort: true }, `${where} must not have the option \`sort\`, because it is computed.`],
    [{ compute, needs: ['name'], read: false }, `${where} must not have \`read: false\`, because it is computed.`],
    [{ read: false, encode: String }, `${where} must not have the option \`encode\`, because clients cannot read it.`],
    [{ read: false, filter: true }, `${where} must not have the option \`filter\`, because clients cannot read it.`],
    [
      { read: false, onDemand: true },
      `${where} must not have the option \`onDemand\`, because clients cannot read it.`,
    ],
  ])('%j', (options, message) => {
    expect(() => define(options)).toThrow(new TypeError(message));
  });

  test('a definition has every option', () => {
    const { types } = define({ compute, needs: ['name'] });
    expect(types.get('people')?.attributes.get('label')).toMatchObject({
      ...{ read: true, write: false, onDemand: false, needs: ['name'], compute },
    });
    expect(types.get('people')?.attributes.get('name')).toMatchObject({ write: true, needs: [], compute: undefined });
  });

  test('a computed attribute can need a relationship', () => {
    const { types } = defineApi({
      people: {
        attributes: { label: attribute(z.string(), { compute, needs: ['boss'] }) },
        relationships: { boss: toOne('people') },
      },
    });
    expect(types.get('people')?.attributes.get('label')?.needs).toEqual(['boss']);
  });

  test('an unknown time of writing is rejected', () => {
    expect(() => attribute(z.string(), { write: 'sometimes' as never })).toThrow(
      'attribute: `write` must be true or false or "create" or "update", but it is "sometimes".',
    );
  });
});

describe('schemas of values that JSON does not have', () => {
  const declare = (schema: StandardSchema) => () => defineApi({ notes: { attributes: { at: schema as never } } });
  const codec = z.codec(z.iso.datetime(), z.date(), { decode: (it) => new Date(it), encode: (it) => it.toISOString() });

  test.each<[string, StandardSchema, string]>([
    ['z.date', z.date(), 'Use `z.iso.datetime()`, or a codec from it to `z.date()`.'],
    ['z.date with a wrapper', z.date().nullable().default(null), 'Use `z.iso.datetime()`'],
    ['an attribute with options', attribute(z.date().min(new Date(0)), { write: false }) as never, 'z.iso.datetime()'],
    ['a Date that becomes a text', z.date().transform(String), 'Use `z.iso.datetime()`'],
    ['z.bigint', z.bigint().optional(), 'Use `z.string()` with digits, or a codec from a string.'],
    ['z.map', z.map(z.string(), z.string()), 'Use `z.record()`.'],
    ['z.set', z.set(z.string()), 'Use `z.array()`.'],
    ['z.symbol', z.symbol(), 'Use `z.string()` or `z.enum()`.'],
    [
      'v.nullable(v.date())',
      {
        type: 'nullable',
        wrapped: { type: 'date' },
        '~standard': { version: 1, vendor: 'valibot', validate: () => ({ value: 1 }) },
      } as never,
      'Use `z.iso.datetime()`',
    ],
  ])('%s', (_, schema, message) => {
    expect(declare(schema)).toThrow('defineApi: attribute `notes.at`: JSON has no such values. ');
    expect(declare(schema)).toThrow(message);
  });

  test.each<[string, StandardSchema]>([
    ['a codec', codec],
    ['a schema that converts strings', z.coerce.date()],
    ['a text or a Date', z.union([z.string(), z.date()])],
    ['a schema that refers to itself', z.lazy(() => z.string())],
    [
      'another library',
      { type: 'date', '~standard': { version: 1, vendor: 'x', validate: () => ({ value: 1 }) } } as never,
    ],
  ])('%s is an attribute', (_, schema) => {
    expect(declare(schema)).not.toThrow();
  });
});
