import { attribute, defineApi, type StandardSchema } from '@linkage/core';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { withRest } from '../../../test/with-rest.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { ServerDescription } from './description.ts';

const describeSchema = (schema: StandardSchema, jsonSchema?: object | boolean): Promise<ServerDescription> =>
  createServer(defineApi({ things: { attributes: { it: attribute(schema, { jsonSchema: jsonSchema as never }) } } }), {
    things: {},
  }).describe();

const schemaOf = ({ types, gaps, schemas }: ServerDescription): unknown => {
  const field = types['things']?.fields['it'];
  return [field && 'schema' in field && field.schema, gaps.map(({ reason }) => reason), schemas];
};

const flags = 'a regular expression has flags, which JSON Schema does not have.';
const changes = 'the schema changes strings before it checks them, for example with `trim`.';
const plain: StandardSchema = { '~standard': { version: 1, vendor: 'own', validate: (value) => ({ value }) } };

describe('the JSON Schema of a schema', () => {
  test.each<[name: string, schema: StandardSchema, json: object, reasons: readonly string[]]>([
    ['a text', z.string().max(5), { type: 'string', maxLength: 5 }, []],
    ['a text with a character', z.string().min(1), { type: 'string', minLength: 1 }, []],
    [
      ...(['a text with a least length', z.string().min(3), { type: 'string', minLength: 2 }] as const),
      ['a string needs 3 code units, and JSON Schema counts characters, which can have two code units.'],
    ],
    ['a check of the application', z.custom<string>(), {}, ['Custom types cannot be represented in JSON Schema']],
    ['a date inside', z.object({ on: z.date() }), {}, ['Date cannot be represented in JSON Schema']],
    ['a transformation: its input', z.string().transform(Number), { type: 'string' }, []],
    ['a conversion', z.coerce.number(), {}, ['the schema converts other values (`coerce`).']],
    ['a replacement', z.string().catch('x'), {}, ['the schema replaces invalid values (`catch`).']],
    [
      ...(['a preparation', z.preprocess(Number, z.number()), {}] as const),
      ['the schema converts values first (`preprocess`).'],
    ],
    ['trimmed text', z.string().trim().max(5), { type: 'string' }, [changes]],
    [
      'trimmed text inside',
      z.object({ a: z.string().trim().length(3) }),
      { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
      [changes],
    ],
    ['a pattern with a flag', z.string().regex(/^a$/i), { type: 'string' }, [flags]],
    ['two patterns, one with a flag', z.string().regex(/a/).regex(/b/i), { type: 'string' }, [flags]],
    ['a pattern', z.string().regex(/^a$/), { type: 'string', pattern: '^a$' }, []],
    [
      ...(['a pattern that is not valid with `u`', z.string().regex(/^a{,2}$/), { type: 'string' }] as const),
      ['a regular expression is not valid with the flag `u`, which JSON Schema requires.'],
    ],
    [
      ...(['a fraction', z.number().multipleOf(0.01), { type: 'number' }] as const),
      ['`multipleOf` with a fraction depends on the precision of the validator.'],
    ],
    [
      ...(['a library without JSON Schema', v.string(), {}] as const),
      ['the schema does not implement Standard JSON Schema. Set the option `jsonSchema` of the attribute.'],
    ],
    [
      'valibot with its wrapper',
      toStandardJsonSchema(v.pipe(v.string(), v.maxLength(5))),
      { type: 'string', maxLength: 5 },
      [],
    ],
    ['a default', z.string().default('x'), { type: 'string', default: 'x' }, []],
  ])('%s', async (_name, schema, json, reasons) => {
    expect(schemaOf(await describeSchema(schema))).toEqual([json, reasons, {}]);
  });

  test('what valibot cannot convert is a gap', async () => {
    const { gaps, types } = await describeSchema(toStandardJsonSchema(v.custom<string>(() => true)));
    expect(types['things']?.fields['it']).toMatchObject({ schema: {} });
    expect(gaps).toEqual([{ type: 'things', field: 'it', reason: expect.stringContaining('custom') }]);
  });

  test('the option `jsonSchema` replaces it', async () => {
    const json = { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'string', format: 'date' };
    expect(schemaOf(await describeSchema(z.custom<string>(), json))).toEqual([
      { type: 'string', format: 'date' },
      [],
      {},
    ]);
  });

  test('the option `jsonSchema` can be true: every value is possible', async () => {
    const description = await describeSchema(z.any(), true);
    expect(schemaOf(description)).toEqual([true, [], {}]);
    expect(description.types['things']?.fields['it']).not.toHaveProperty('description');
  });

  test('a dynamic reference is a gap, because a description does not contain its anchors', async () => {
    const json = { type: 'object', properties: { a: { $dynamicRef: '#x' }, b: true } };
    expect(schemaOf(await describeSchema(plain, json))).toEqual([
      ...[{ type: 'object', properties: { a: {}, b: true } }, ['a reference is dynamic.']],
      {},
    ]);
  });

  const throwing = (thrown: unknown) => (): never => {
    throw thrown;
  };
  test.each<[string, () => unknown, reason: string]>([
    ['returns nothing', () => undefined, 'A JSON Schema must be an object or a boolean.'],
    ['throws an error', throwing(new Error('It cannot be converted.')), 'It cannot be converted.'],
    ['throws a text', throwing('It cannot be converted.'), 'It cannot be converted.'],
  ])('a converter that %s is a gap', async (_, input, reason) => {
    const schema = { '~standard': { ...plain['~standard'], jsonSchema: { input } } } as StandardSchema;
    expect(schemaOf(await describeSchema(schema))).toEqual([{}, [reason], {}]);
  });

  test('a schema that throws for an absent value does not make its attribute required', async () => {
    const requiredOf = async (validate: StandardSchema['~standard']['validate']) =>
      (await describeSchema({ '~standard': { ...plain['~standard'], validate } })).types['things']?.fields['it'];
    const failing = () => {
      throw new Error('It fails.');
    };
    expect(await requiredOf(failing)).toMatchObject({ required: false });
    expect(await requiredOf(() => ({ issues: [{ message: 'Missing.' }] }))).toMatchObject({ required: true });
  });

  test.each([
    ['an array', []],
    ['a text', 'x'],
  ])('%s is not a JSON Schema', async (_name, json) => {
    expect(schemaOf(await describeSchema(plain, json as object))).toEqual([
      ...[{}, ['A JSON Schema must be an object or a boolean.']],
      {},
    ]);
  });

  test('a reference to another document is a gap', async () => {
    const json = { type: 'object', properties: { a: { $ref: 'https://example.com/a.json' } } };
    expect(schemaOf(await describeSchema(plain, json))).toEqual([
      ...[{ type: 'object', properties: { a: {} } }, ['a reference leads to another document.']],
      {},
    ]);
  });

  test('names and values are not schemas', async () => {
    const json = {
      properties: { $ref: { type: 'string' }, pattern: { pattern: '^a$' }, default: { enum: [{ $schema: 'kept' }] } },
      default: { $schema: 'kept', pattern: '(' },
    };
    expect(schemaOf(await describeSchema(plain, json))).toEqual([json, [], {}]);
  });
});

describe('named schemas', () => {
  const money = z.object({ amount: z.number() }).meta({ id: 'Wallet' });
  const tree: z.ZodType = z.object({ name: z.string(), children: z.lazy(() => z.array(tree)) });
  const other = z.object({ euros: z.number() }).meta({ id: 'Wallet' });

  test('stand once, however many attributes use them', async () => {
    const api = defineApi({
      a: { attributes: { price: money, other: z.object({ price: money.nullable() }) } },
      b: { attributes: { price: money } },
    });
    const { types, schemas, gaps } = await createServer(api, withRest(api, {})).describe();
    const reference = { $ref: '#/schemas/Wallet' };
    expect(gaps).toEqual([]);
    expect(types['a']?.fields['price']).toMatchObject({ schema: reference });
    expect(types['b']?.fields['price']).toMatchObject({ schema: reference });
    expect(types['a']?.fields['other']).toMatchObject({
      schema: { properties: { price: { anyOf: [reference, { type: 'null' }] } } },
    });
    expect(schemas).toEqual({
      Wallet: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] },
    });
  });

  test('with the same name and other contents have two names', async () => {
    const api = defineApi({ a: { attributes: { price: money } }, b: { attributes: { price: other } } });
    const { types, schemas } = await createServer(api, withRest(api, {})).describe();
    expect(types['b']?.fields['price']).toMatchObject({ schema: { $ref: '#/schemas/b.price.Wallet' } });
    expect(Object.keys(schemas)).toEqual(['Wallet', 'b.price.Wallet']);
  });

  test('are in the order of their names', async () => {
    const named = (id: string) => z.object({ [id]: z.number() }).meta({ id });
    const api = defineApi({ a: { attributes: { one: named('B'), two: named('C'), three: named('A') } } });
    expect(Object.keys((await createServer(api, withRest(api, {})).describe()).schemas)).toEqual(['A', 'B', 'C']);
  });

  test('a recursive schema without a name has the name of its attribute', async () => {
    const api = defineApi({ pages: { attributes: { menu: tree, menus: z.object({ left: tree, right: tree }) } } });
    const { types, schemas } = await createServer(api, withRest(api, {})).describe();
    expect(types['pages']?.fields['menu']).toMatchObject({ schema: { $ref: '#/schemas/pages.menu' } });
    expect(schemas['pages.menu']).toEqual({
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/schemas/pages.menu' } } },
      required: ['name', 'children'],
    });
    expect(types['pages']?.fields['menus']).toMatchObject({
      schema: { properties: { left: { $ref: '#/schemas/pages.menus' }, right: { $ref: '#/schemas/pages.menus' } } },
    });
  });
});
