import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toOne } from '../../schema/relationship.ts';
import type { StandardSchema } from '../../schema/standard-schema.ts';
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
      words: z.int().default(0),
      tags: z.array(z.string()).default(['new']),
      at: attribute(instant.default(new Date(0)), { encode: (value) => z.encode(instant, value) }),
      state: z.enum(['draft', 'live']).nullable().default('draft'),
      size: z.number().optional(),
    },
    relationships: { parent: toOne('notes') },
  },
});
const defaults = { words: 0, tags: ['new'], at: '1970-01-01T00:00:00.000Z', state: 'draft' };

/** The attributes in the text, which those of the document must equal, with their order. */
function attributesOf(records: readonly object[], options: object = {}): readonly Readonly<Record<string, unknown>>[] {
  const text = serialize(api, 'notes', records as never, options);
  expect(JSON.stringify(buildDocument(api, 'notes', records as never, options))).toBe(text);
  return JSON.parse(text).data.map((it: { readonly attributes: unknown }) => it.attributes);
}

describe('a document contains the default of an attribute that the record lacks', () => {
  const lacking = { id: 1, title: 'a' };

  test('absent or undefined, in records of one shape and of many', () => {
    const records = [
      lacking,
      { ...lacking, id: 2 },
      { id: 3, words: undefined, title: 'a' },
      { title: 'a', tags: undefined, at: undefined, id: 4, state: undefined },
      Object.assign(Object.create({ title: 'a' }), { id: 5 }),
      { ...lacking, id: 6 },
    ];
    expect(attributesOf(records)).toEqual(records.map(() => ({ title: 'a', ...defaults })));
  });

  test('but not for a value of the record, also null', () => {
    const given = { words: 5, tags: [], at: '1970-01-02T00:00:00.000Z', state: null };
    const record = { id: 1, title: 'a', ...given, at: new Date(86_400_000) };
    expect(attributesOf([record, { ...lacking, id: 2 }, { ...record, id: 3 }])).toEqual([
      { title: 'a', ...given },
      { title: 'a', ...defaults },
      { title: 'a', ...given },
    ]);
  });

  test('and not for an attribute without a default, or outside of the fieldset', () => {
    expect(attributesOf([lacking], { fields: { notes: ['title', 'words', 'size'] } })).toEqual([
      { title: 'a', words: 0 },
    ]);
    expect(attributesOf([lacking], { fields: { notes: ['title'] } })).toEqual([{ title: 'a' }]);
  });

  test('if no other record of the resource has it', () => {
    const parent = { id: 9, title: 'p' };
    const records = [
      { ...lacking, parent },
      { ...lacking, id: 2, parent: { ...parent, words: 7 } },
    ];
    const { included } = JSON.parse(serialize(api, 'notes', records as never, { include: ['parent'] }));
    expect(included[0].attributes).toEqual({ title: 'p', ...defaults, words: 7 });
  });
});

test('beside a computed attribute, which has no default of its own', () => {
  const computing = defineApi({
    notes: {
      attributes: {
        title: z.string(),
        words: z.int().default(0),
        label: attribute(z.string().default('none'), { needs: ['title'], compute: ({ title }) => `${title}!` }),
      },
    },
  });
  const records = [{ id: 1, title: 'a' }, { id: 2 }] as unknown as readonly { id: number; title: string }[];
  const attributes = [{ title: 'a', words: 0, label: 'a!' }, { words: 0 }];
  expect(JSON.parse(serialize(computing, 'notes', records)).data).toEqual([
    { type: 'notes', id: '1', attributes: attributes[0] },
    { type: 'notes', id: '2', attributes: attributes[1] },
  ]);
  expect(buildDocument(computing, 'notes', records).data.map((it) => it.attributes)).toEqual(attributes);
});

test('a default that is computed is asked for each record', () => {
  let count = 0;
  const counting = defineApi({ notes: { attributes: { key: z.string().default(() => `k${count++}`) } } });
  const { data } = JSON.parse(serialize(counting, 'notes', [{ id: 1 }, { id: 2 }]));
  expect(data[0].attributes.key).not.toBe(data[1].attributes.key);
});

test('a name that every object inherits', () => {
  const odd = defineApi({
    t: { attributes: { constructor: z.string().default('x'), valueOf: z.string().default('y') } },
  });
  const records = [{ id: 1 }, { id: 2, valueOf: 'z' }] as never;
  const text =
    '{"data":[{"type":"t","id":"1","attributes":{"constructor":"x","valueOf":"y"}},{"type":"t","id":"2","attributes":{"valueOf":"z","constructor":"x"}}]}';
  expect(serialize(odd, 't', records)).toBe(text);
  expect(JSON.stringify(buildDocument(odd, 't', records))).toBe(text);
});

test.each<[string, () => unknown]>([
  ['rejects it', () => ({ issues: [{ message: 'No.' }] })],
  ['returns nothing', () => ({ value: undefined })],
  ['is asynchronous', () => Promise.resolve({ value: 'x' })],
  ['rejects its promise', () => Promise.reject(new Error('late'))],
  [
    'throws',
    () => {
      throw new Error('no');
    },
  ],
])('an absent attribute whose schema %s stays absent', (_, validate) => {
  const schema = { '~standard': { version: 1, vendor: 'test', validate } } as StandardSchema;
  const foreign = defineApi({ notes: { attributes: { title: schema } } });
  expect(serialize(foreign, 'notes', { id: 1 } as never)).toBe('{"data":{"type":"notes","id":"1","attributes":{}}}');
});
