/** `formatQuery` and `parseQuery` are inverse: over random declarations, random queries, and random text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { runs } from '../../test/runs.ts';
import { JsonApiError } from '../error/json-api-error.ts';
import { defineExtension } from '../media-type/extension.ts';
import type { Api, ApiDeclaration, ResourceType } from '../schema/api.ts';
import { attribute } from '../schema/attribute.ts';
import { defineApi } from '../schema/define-api.ts';
import { insteadOf } from '../schema/in-memory-schema.ts';
import { toMany, toOne } from '../schema/relationship.ts';
import type { StandardSchema } from '../schema/standard-schema.ts';
import { formatQuery } from './format-query.ts';
import { parseQuery } from './parse-query.ts';

const odd = ['', ',', '\\', '\\,', 'null', '\\null', '\\\\null', 'nul\\l', 'a,b', ' ', '+', '%2C', '&=', '[x]', 'ä😀'];
const text = fc.oneof(
  fc.constantFrom(...odd, 'true', '7', '-0', '2020-02-29'),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((it) => it + 0),
  fc.integer(),
  fc.constantFrom(0, 5e-324, Number.MAX_VALUE, 1e21, 2 ** 53),
);
const bigint = fc.oneof(fc.bigInt({ min: -9n, max: 9n }), fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }));
const date = fc.date({ noInvalidDate: true });

/** Schemas, each with the values that it has in a query. */
const schemas: readonly (readonly [StandardSchema, fc.Arbitrary<unknown>])[] = [
  [z.string(), text],
  [z.string().nullable(), fc.option(text)],
  [z.number(), number],
  [z.number().nullable(), fc.option(number)],
  [z.boolean(), fc.boolean()],
  [z.boolean().nullable(), fc.option(fc.boolean())],
  [z.bigint(), bigint],
  [z.bigint().nullable(), fc.option(bigint)],
  [z.union([z.bigint(), z.boolean(), z.null()]), fc.option(fc.oneof(bigint, fc.boolean()))],
  [z.date(), date],
  [z.date().nullable(), fc.option(date)],
  [z.unknown(), fc.option(text)],
  [z.coerce.number(), number],
  [z.coerce.bigint(), bigint],
  [z.coerce.date(), date],
  [z.enum(['null', 'a,b', '\\']).nullable(), fc.option(fc.constantFrom('null', 'a,b', '\\'))],
  [z.union([z.number(), z.literal('all')]), fc.oneof(number, fc.constant('all'))],
  [z.string().trim(), text.map((it) => it.trim())],
];
const schemaAt = fc.nat(schemas.length - 1);
/** Parameters can have all schemas. JSON has no values for those of some attributes. */
const attributeAt = schemaAt.filter((at) => insteadOf(schemaOf(at)) === undefined);
const schemaOf = (at: number): StandardSchema => schemas[at]?.[0] as StandardSchema;
const valuesAt = new Map(schemas);

const options = (sort: boolean) => fc.record({ sort: sort ? fc.boolean() : fc.constant(false), filter: fc.boolean() });
const fieldNames = ['title', 'a-b', 'sub title', 'größe', 'eq', 'gt', 'null', '1', 'toString', 'x_y'];
const relationshipNames = ['author', 'on it', 'constructor', 'lt', '2', 'ö'];
const typeNames = ['articles', 'b c', 'größen', '7', 'valueOf'];
const dictionary = <Value>(names: readonly string[], value: fc.Arbitrary<Value>, minLength = 0) =>
  fc
    .uniqueArray(fc.tuple(fc.constantFrom(...names), value), { minLength, maxLength: 4, selector: ([name]) => name })
    .map((entries) => Object.fromEntries(entries));

const declarations = fc
  .uniqueArray(fc.constantFrom(...typeNames), { minLength: 1, maxLength: 3 })
  .chain((types) =>
    fc.record(
      Object.fromEntries(
        types.map((type) => [
          type,
          fc.record({
            attributes: dictionary(
              fieldNames,
              fc.tuple(attributeAt, options(true)).map(([at, on]) => attribute(schemaOf(at), on)),
            ),
            relationships: dictionary(
              relationshipNames,
              fc
                .tuple(fc.constantFrom(...types), options(true), fc.boolean(), fc.boolean())
                .map(([target, { filter, sort }, include, isToOne]) =>
                  isToOne ? toOne(target, { filter, sort, include }) : toMany(target, { filter, include }),
                ),
            ),
          }),
        ]),
      ),
    ),
  )
  .map((declaration) => defineApi(declaration as ApiDeclaration) as unknown as Api);
const parameters = dictionary(
  ['dryRun', 'geo-box[north]', 'aB', 'x1[a.b][]'],
  schemaAt.map((at) => schemaOf(at)),
);
const extensions = [defineExtension({ uri: 'https://example.com/v', namespace: 'v', parameters: ['id'] })];

interface Case {
  readonly api: Api;
  readonly type: string;
  readonly parameters: Record<string, StandardSchema>;
}

type End = readonly [field: string, schema: StandardSchema | undefined];

/** The fields that a query may name from a type on, with the schema of each; undefined for a relationship. */
function ends(api: Api, type: ResourceType, capability: 'filter' | 'sort', depth: number): readonly End[] {
  const own = [...type.attributes.values()]
    .filter((attribute) => attribute[capability])
    .map((it): End => [it.name, it.schema]);
  if (depth === 1 && capability === 'sort') return own;
  const relationships = [...type.relationships.values()].filter((relationship) => relationship[capability]);
  const here = capability === 'filter' ? relationships.map((it): End => [it.name, undefined]) : [];
  if (depth === 1) return [...own, ...here];
  const behind = relationships.flatMap(({ name, targets: [target] }) =>
    ends(api, api.types.get(target as string) as ResourceType, capability, depth - 1).map(
      ([field, schema]): End => [`${name}.${field}`, schema],
    ),
  );
  return [...own, ...here, ...behind];
}

function paths(api: Api, type: ResourceType, depth: number): readonly string[] {
  return [...type.relationships.values()]
    .filter(({ include }) => include)
    .flatMap(({ name, targets: [target] }) => [
      name,
      ...(depth === 1
        ? []
        : paths(api, api.types.get(target as string) as ResourceType, depth - 1).map((it) => `${name}.${it}`)),
    ]);
}

const some = <Value>(from: readonly Value[], most: number) =>
  fc.shuffledSubarray([...from], { maxLength: Math.min(most, from.length) });
const id = text.filter((it) => it !== '');
/** The same order as a query has it: `eq` may stand there twice, with its operator and without. */
const operators = ['eq', 'eq', 'lt', 'le', 'gt', 'ge'] as const;

/** A query as `parseQuery` gives it. */
function queriesOf({ api, type, parameters: declared }: Case): fc.Arbitrary<object> {
  const start = api.types.get(type) as ResourceType;
  const terms = ends(api, start, 'filter', 2).flatMap(([field, schema]) =>
    (schema === undefined ? operators.slice(0, 2) : operators).map((operator) => {
      const value = schema === undefined ? id : (valuesAt.get(schema) as fc.Arbitrary<unknown>);
      const values =
        operator === 'eq'
          ? fc.uniqueArray(value, { minLength: 1, maxLength: 3, comparator: 'SameValueZero' })
          : fc.tuple(value.filter((it) => it !== null));
      return fc.record({ field: fc.constant(field), operator: fc.constant(operator), values });
    }),
  );
  const fieldsets = [...api.types.values()].map(
    ({ name, attributes, relationships }) => [name, some([...attributes.keys(), ...relationships.keys()], 9)] as const,
  );
  const values = Object.entries(declared).map(
    ([name, schema]) => [name, valuesAt.get(schema) as fc.Arbitrary<unknown>] as const,
  );
  const map = (names: readonly string[]) =>
    fc.uniqueArray(fc.tuple(fc.constantFrom(...names), text), { selector: ([name]) => name }).map((it) => new Map(it));
  return fc.record({
    include: fc.option(some(paths(api, start, 3), 9), { nil: undefined }),
    fields: fc.record(Object.fromEntries(fieldsets), { requiredKeys: [] }),
    sort: some(ends(api, start, 'sort', 3), 5).chain((fields) =>
      fc.tuple(...fields.map(([field]) => fc.boolean().map((descending) => ({ field, descending })))),
    ),
    filter: some(terms, 6).chain((chosen) => fc.tuple(...chosen)),
    page: map(['size', 'number', 'a.b']),
    parameters: fc.record(Object.fromEntries(values), { requiredKeys: [] }),
    extensionParameters: map(['v:id', 'v:id[x]']),
  });
}

/** Arbitrary values in the position of a value. */
const raw = fc.oneof(
  text,
  fc.array(text, { maxLength: 3 }).map((them) => them.join(',')),
  fc.constantFrom('0', '1e3', '-0', '0.0', '12345678901234567890123', '1e999', 'false', '007', '+1', '1970-01-01'),
  fc.constantFrom(
    '9999-12-31T23:59:59-23:59',
    '0000-01-01T00:00+23:59',
    '2020-02-30',
    '2020-01-01T00:00:00.123456789Z',
  ),
  fc.constantFrom('+012345-01-01', '-000001-12-31T00:00Z', 'null,null', 'null,\\null', '7,7.0', 'true,true'),
);

/** A query string, most of which may be read. */
function stringsOf({ api, type, parameters: declared }: Case): fc.Arbitrary<string> {
  const start = api.types.get(type) as ResourceType;
  const names = [
    ...ends(api, start, 'filter', 2).flatMap(([field]) => [
      `filter[${field}]`,
      ...operators.map((operator) => `filter[${field}][${operator}]`),
    ]),
    ...['page[size]', 'page[a.b]', 'v:id', 'v:id[]', ...Object.keys(declared)],
  ];
  const keys = ends(api, start, 'sort', 2).flatMap(([field]) => [field, `-${field}`]);
  const lists: readonly (readonly [string, readonly string[]])[] = [
    ['include', paths(api, start, 2)],
    ['sort', keys],
    ...[...api.types.values()].map((type) => [`fields[${type.name}]`, [...type.attributes.keys()]] as const),
  ];
  const list = fc
    .constantFrom(...lists.filter(([, members]) => members.length > 0), ['include', ['']] as const)
    .chain(([name, members]) =>
      fc
        .array(fc.constantFrom(...members), { minLength: 1, maxLength: 4 })
        .map((chosen): [string, string] => [name, chosen.join(',')]),
    );
  const pair = fc.oneof(fc.tuple(fc.constantFrom(...names), raw), list);
  return fc
    .uniqueArray(pair, { maxLength: 5, selector: ([name]) => name })
    .map((pairs) => new URLSearchParams(pairs).toString());
}

const cases = fc
  .tuple(declarations, parameters)
  .chain(([api, declared]) =>
    fc
      .constantFrom(...api.types.keys())
      .map((type): Case => ({ api, type, parameters: declared as Record<string, StandardSchema> })),
  );
const read = ({ api, type, parameters: declared }: Case, query: string): object =>
  parseQuery(api, type, query, { parameters: declared, extensions });
const written = ({ api, type }: Case, query: object): string => formatQuery(api, type, query);

test('QRY-08 what is written is read back the same', { timeout: 120_000 }, () => {
  fc.assert(
    fc.property(
      cases.chain((given) => fc.tuple(fc.constant(given), queriesOf(given))),
      ([given, query]) => {
        const text = written(given, query);
        const once = read(given, text);
        expect(once).toEqual(query);
        expect(written(given, once)).toBe(text);
      },
    ),
    runs(300),
  );
});

test('QRY-08 what is read and written is read and written the same', { timeout: 120_000 }, () => {
  let accepted = 0;
  let tried = 0;
  const readable = (given: Case, query: string): object | undefined => {
    tried++;
    try {
      return read(given, query);
    } catch (error) {
      if (JsonApiError.is(error)) return undefined;
      throw error;
    }
  };
  fc.assert(
    fc.property(
      cases.chain((given) => fc.tuple(fc.constant(given), stringsOf(given))),
      ([given, query]) => {
        const first = readable(given, query);
        if (first === undefined) return;
        accepted++;
        const text = written(given, first);
        const second = read(given, text);
        expect(second).toEqual(first);
        expect(written(given, second)).toBe(text);
      },
    ),
    runs(600),
  );
  // A property of nothing would hold as well.
  expect(accepted).toBeGreaterThan(tried / 4);
});
