import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toOne } from '../../schema/relationship.ts';
import { buildDocument } from '../build/build-document.ts';
import { serialize } from '../serialize/serialize.ts';

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

const api = defineApi({
  notes: {
    attributes: {
      title: z.string(),
      at: attribute(instant, { encode: (value) => z.encode(instant, value) }),
      size: z.number().optional(),
      more: z.unknown(),
    },
    relationships: { parent: toOne('notes') },
  },
});

type Note = { readonly id: number; readonly title: string; readonly at: Date };

const at = new Date(86_400_000);

/** The attributes in the text, which those of the document have to equal. */
function attributesOf(records: readonly object[]): readonly unknown[] {
  const given = records as readonly Note[];
  const text = JSON.parse(serialize(api, 'notes', given)) as { data: { attributes: unknown }[] };
  expect(buildDocument(api, 'notes', given).data).toEqual(text.data);
  return text.data.map(({ attributes }) => attributes);
}

test('a codec encodes what records hold', () => {
  expect(attributesOf([{ id: 1, title: 'a', at }])).toEqual([{ title: 'a', at: '1970-01-02T00:00:00.000Z' }]);
  const kinds = defineApi({
    t: { attributes: { n: attribute(z.coerce.bigint(), { encode: (value) => `${value}` }) } },
  });
  expect(serialize(kinds, 't', { id: 1, n: 5n })).toBe('{"data":{"type":"t","id":"1","attributes":{"n":"5"}}}');
});

describe('records of other shapes than those before', () => {
  test('what is not declared never shows, whatever came before', () => {
    const secret = { password: 'hash', token: 'x' };
    expect(
      attributesOf([
        { id: 1, title: 'a', at },
        { id: 2, title: 'b', at, ...secret },
        { ...secret, id: 3, title: 'c', at },
        { id: 4, title: 'd', at, password: 'hash' },
        { title: 'e', id: 5, at, __proto__: { password: 'inherited' } },
      ]).map((attributes) => Object.keys(attributes as object)),
    ).toEqual(Array.from({ length: 5 }, () => ['title', 'at']));
  });

  test('accessors, inherited members and members that no loop comes to show', () => {
    class Entity {
      readonly id = 2;
      readonly at = at;
      get title(): string {
        return 'accessor';
      }
    }
    const hidden = Object.defineProperty({ id: 3, at }, 'title', { value: 'not enumerable', enumerable: false });
    const inheriting = Object.assign(Object.create({ title: 'inherited' }), { id: 4, at });
    expect(
      attributesOf([{ id: 1, title: 'own', at }, new Entity(), hidden, inheriting, { id: 5, at, title: 'own' }]).map(
        (attributes) => (attributes as Note).title,
      ),
    ).toEqual(['own', 'accessor', 'not enumerable', 'inherited', 'own']);
  });

  test('the last attribute is inherited or absent, unlike in the record before', () => {
    const before = { id: 1, at, more: 1, title: 'own' };
    const inheriting = Object.assign(Object.create({ title: 'inherited' }), { id: 2, at, more: 1 });
    const shown = [before, inheriting, { id: 3, at, more: 1 }, { ...before, id: 4 }];
    expect(attributesOf(shown).map((attributes) => (attributes as Partial<Note>).title)).toEqual([
      'own',
      'inherited',
      undefined,
      'own',
    ]);
  });

  test('a member that the shape before lacks, and one that it has', () => {
    const records = Array.from({ length: 200 }, (_, id) => {
      const members = [
        ['title', 'a'],
        ['at', at],
        ...(id % 2 === 0 ? [['size', id]] : []),
        [`x${id % 9}`, 1],
        ['id', id],
      ];
      return Object.fromEntries(members.slice(id % 3).concat(members.slice(0, id % 3)));
    });
    const sizes = attributesOf(records).map((attributes) => (attributes as { size?: number }).size);
    expect(sizes).toEqual(records.map((_, id) => (id % 2 === 0 ? id : undefined)));
  });

  test('the order of the members is that of the record, also when it is read member by member', () => {
    const keys = (record: object): readonly string[] => Object.keys(attributesOf([record])[0] as object);
    expect(keys({ at, id: 1, title: 'a' })).toEqual(['at', 'title']);
    for (let id = 0; id < 100; id++) attributesOf([{ id, [`x${id}`]: 1, title: 'a', at }]);
    expect(keys({ at, id: 1, title: 'a', y: 1 })).toEqual(['at', 'title']);
  });

  test('an id that a class computes', () => {
    const entities = defineApi({ notes: { attributes: { title: z.string() } } });
    class Entity {
      readonly title: string;
      readonly key: number;
      constructor(key: number) {
        this.key = key;
        this.title = `note ${key}`;
      }
      get id(): number {
        return this.key;
      }
    }
    const records = [new Entity(1), new Entity(2), { id: 3, title: 'plain' }, new Entity(4)];
    const data = records.map(({ id, title }) => ({ type: 'notes', id: String(id), attributes: { title } }));
    expect(JSON.parse(serialize(entities, 'notes', records)).data).toEqual(data);
    expect(buildDocument(entities, 'notes', records).data).toEqual(data);
  });

  test('an attribute that is named like what every object inherits', () => {
    const odd = defineApi({ t: { attributes: { constructor: z.string(), valueOf: z.string().optional() } } });
    expect(serialize(odd, 't', [{ id: 1 }, { id: 2, constructor: 'x' }] as never)).toBe(
      '{"data":[{"type":"t","id":"1","attributes":{}},{"type":"t","id":"2","attributes":{"constructor":"x"}}]}',
    );
  });
});

test.each([
  ['NaN', Number.NaN],
  ['an infinite number', Number.POSITIVE_INFINITY],
  ['a function', () => 1],
  ['a symbol', Symbol('x')],
  ['a bigint', 5n],
  ['an invalid Date', new Date(Number.NaN)],
])('%s is rejected wherever it comes, with type, id and field', (_, value) => {
  const records = [1, 2, 3].map((id) => ({ id, title: 'a', at, more: id === 3 ? value : 'text' }));
  expect(() => serialize(api, 'notes', records)).toThrow(
    /"notes" "3": attribute `more` must be .* \(rule json-value\)/,
  );
  expect(() => buildDocument(api, 'notes', records)).toThrow(/"notes" "3": attribute `more` must be/);
});

test('a Date among values of another kind', () => {
  const records = [1, 2].map((id) => ({ id, title: 'a', at, more: id === 2 ? at : 'text' }));
  expect((attributesOf(records)[1] as { more: unknown }).more).toBe('1970-01-02T00:00:00.000Z');
});

test.each([
  ['NaN', Number.NaN],
  ['an infinite number', Number.POSITIVE_INFINITY],
  ['a Map', new Map()],
  ['a bigint', 5n],
  ['an invalid Date', new Date(Number.NaN)],
])('%s is rejected in a computed attribute', (_, value) => {
  const computing = defineApi({
    notes: {
      attributes: { title: z.string(), more: attribute(z.unknown(), { compute: () => value, needs: ['title'] }) },
    },
  });
  const record = { id: 1, title: 'a' };
  for (const write of [serialize, buildDocument] as const)
    expect(() => write(computing, 'notes', record)).toThrow(/"notes" "1": attribute `more` must be a JSON value/);
});

describe('encode', () => {
  const encoding = (encode: (value: unknown) => unknown) =>
    defineApi({ notes: { attributes: { more: attribute(z.unknown(), { encode }) } } });
  const record = { id: 7, more: { deep: 1 } };

  test.each<[string, unknown]>([
    ['a bigint', 1n],
    ['a Map', new Map()],
    ['an invalid Date', new Date(Number.NaN)],
  ])('that gives %s is told of, with no other remedy', (what, value) => {
    const message = `"notes" "7": the value that \`encode\` returned for \`more\` must be a JSON value, but it is ${what}. (rule json-value)`;
    expect(() =>
      serialize(
        encoding(() => value),
        'notes',
        record,
      ),
    ).toThrow(new TypeError(message));
  });

  test('a promise must be awaited, in a record or from encode', () => {
    const late = encoding(async () => 1);
    expect(() => serialize(late, 'notes', record)).toThrow(
      /`encode` returned for `more` must be a JSON value, but it is a Promise\. Await it first/,
    );
    const given = { id: 7, title: 'a', at, more: [Promise.resolve(1)] };
    expect(() => serialize(api, 'notes', given)).toThrow(
      '"notes" "7": attribute `more` must be a JSON value, but it contains a Promise at /0. Await it first.',
    );
  });

  test('that throws is named with the type, the id and the attribute, and is the cause', () => {
    const cause = new TypeError('Cannot read properties of undefined');
    const broken = encoding(() => {
      throw cause;
    });
    const failure = new Error('"notes" "7": `encode` of the attribute `more` threw an error.', { cause });
    expect(() => serialize(broken, 'notes', [{ id: 6 }, record])).toThrow(failure);
    expect(() => buildDocument(broken, 'notes', record)).toThrow(failure);
  });
});

test('where all records have an accessor that is not declared, none is cloned and it is not called', () => {
  const lazyApi = defineApi({ notes: { attributes: { title: z.string() } } });
  let calls = 0;
  const lazy = (id: number) => ({
    id,
    title: 'A',
    get loaded(): string {
      calls++;
      throw new Error('not loaded');
    },
  });
  for (const id of [1, 2, 3]) expect(JSON.parse(serialize(lazyApi, 'notes', lazy(id))).data.attributes.title).toBe('A');
  expect(calls).toBe(0);
});
