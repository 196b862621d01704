/** Attributes that are not simply a member of one record: computed ones, and those of several records of a resource. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toOne } from '../../schema/relationship.ts';
import { buildDocument } from '../build/build-document.ts';
import { serialize } from '../serialize/serialize.ts';
import { serializeStream } from '../serialize/serialize-stream.ts';

type Attributes = Readonly<Record<string, unknown>>;

async function streamed(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

describe('computed attributes', () => {
  const full = ({ first, last }: { readonly first: string; readonly last: string | null }): string =>
    [first.trim(), last].filter((it) => it !== null).join(' ');
  const api = defineApi({
    people: {
      attributes: {
        first: z.string(),
        last: z.string().nullable(),
        full: attribute(z.string(), { compute: full, needs: ['first', 'last'] }),
        shout: attribute(z.string(), {
          compute: full,
          needs: ['first', 'last'],
          encode: (it: string) => it.toUpperCase(),
        }),
      },
    },
  });
  class Person {
    readonly id = '1';
    get first(): string {
      return 'Ann';
    }
    get last(): string {
      return 'Lee';
    }
  }
  const ann = { first: 'Ann', last: 'Lee', full: 'Ann Lee', shout: 'ANN LEE' };

  test.each<[string, object, Attributes]>([
    ['all fields that it needs', { id: '1', first: 'Ann', last: 'Lee' }, ann],
    [
      'null, which is a value',
      { id: '1', first: 'Ann', last: null },
      { first: 'Ann', last: null, full: 'Ann', shout: 'ANN' },
    ],
    ['fields of a class', new Person(), ann],
    ['a member with its name, which is ignored', { id: '1', first: 'Ann', last: 'Lee', full: 'secret' }, ann],
    ['no field that it needs', { id: '1' }, {}],
    ['one field that it needs', { id: '1', last: 'Lee' }, { last: 'Lee' }],
    ['a field that is undefined', { id: '1', first: undefined, last: 'Lee' }, { last: 'Lee' }],
  ])('of a record with %s', async (_, record, attributes) => {
    expect(buildDocument(api, 'people', record as never).data).toHaveProperty('attributes', attributes);
    const strings = [
      serialize(api, 'people', record as never),
      await streamed(serializeStream(api, 'people', [record] as never)),
    ];
    for (const text of strings) expect([JSON.parse(text).data].flat()[0].attributes).toStrictEqual(attributes);
  });
});

describe('several records of one resource', () => {
  const api = defineApi({
    articles: { relationships: { author: toOne('people'), editor: toOne('people'), reader: toOne('people') } },
    people: {
      attributes: { name: z.string().optional(), age: z.number().optional(), town: z.string().nullable().optional() },
    },
  });

  test.each<[string, readonly object[], Attributes]>([
    [
      'each with another attribute',
      [{ name: 'Ann' }, { age: 7 }, { town: 'Ulm' }],
      { name: 'Ann', age: 7, town: 'Ulm' },
    ],
    ['the first without attributes', [{}, { name: 'Ann' }, { age: 7 }], { name: 'Ann', age: 7 }],
    [
      'two with one attribute: the first has it',
      [{ name: 'Ann' }, { name: 'Bob', age: 7 }, { age: 8 }],
      { name: 'Ann', age: 7 },
    ],
    ['null, which is a value', [{ town: null }, { town: 'Ulm' }, {}], { town: null }],
    ['undefined, which is none', [{ name: undefined }, { name: 'Ann' }, {}], { name: 'Ann' }],
    [
      'all attributes in the first',
      [{ name: 'Ann', age: 7, town: 'Ulm' }, { name: 'Bob' }, { age: 8 }],
      { name: 'Ann', age: 7, town: 'Ulm' },
    ],
  ])('%s', async (_, people, attributes) => {
    // A record with nothing but a type and an id would be an identifier.
    const [author, editor, reader] = people.map((it) =>
      Object.assign(Object.create({}), { id: '1', type: 'people' }, it),
    );
    const record = { id: '1', author, editor, reader };
    const options = { include: ['author', 'editor', 'reader'] as const };
    const strings = [
      JSON.stringify(buildDocument(api, 'articles', record, options)),
      serialize(api, 'articles', record, options),
      await streamed(serializeStream(api, 'articles', [record], options)),
    ];
    for (const text of strings) {
      const { included } = JSON.parse(text);
      expect(included).toHaveLength(1);
      expect(included[0].attributes).toStrictEqual(attributes);
    }
  });
});
