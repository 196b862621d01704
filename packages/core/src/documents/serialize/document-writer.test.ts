import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { createUrlScheme } from '../../schema/url/url-scheme.ts';
import { includePlan } from '../compound/include-plan.ts';
import { versionText } from '../compound/write-resource.ts';
import { createDocumentWriter } from './document-writer.ts';
import { serialize } from './serialize.ts';

const api = defineApi({
  things: {
    attributes: { name: z.any(), made: attribute(z.any(), { encode: String }), deep: z.any() },
    relationships: { owner: toOne('people'), friends: toMany(['things', 'people']), others: toMany('things') },
  },
  people: { attributes: { name: z.any() }, relationships: { things: toMany('things') } },
  // Objects put such names in front of all others.
  numbered: { attributes: {}, relationships: { last: toOne('people'), '7': toOne('people') } },
});
const urls = createUrlScheme(api, { baseUrl: 'https://example.com/api' });
const all = (): boolean => true;
/** The options of `serialize` as those of a writer, which receives planned paths. */
const planned = (options: object, type = 'things'): object => {
  const { include } = options as { readonly include?: readonly string[] };
  return { ...options, plan: include && includePlan(api, [type], include) };
};
type Any = Parameters<ReturnType<typeof createDocumentWriter>['write']>[1];

const id = fc.oneof(
  fc.constantFrom('1', 'a b', '"', '\\', 'é', '..', '2'),
  fc.string({ unit: 'grapheme', minLength: 1 }),
);
const person = fc.record({ id, name: fc.jsonValue() }, { requiredKeys: ['id'] });
const identifier = fc.record({ type: fc.constantFrom('things', 'people'), id });
const withMeta = fc.record({ type: fc.constant('people'), id, meta: fc.constant({ role: 'x' }) });
const thing = fc.record(
  {
    id,
    name: fc.jsonValue(),
    made: fc.oneof(fc.integer(), fc.constant(null)),
    deep: fc.oneof(fc.jsonValue(), fc.date({ noInvalidDate: true })),
    owner: fc.oneof(fc.constant(null), id, person, withMeta),
    friends: fc.array(identifier, { maxLength: 3 }),
    others: fc.array(id, { maxLength: 3 }),
  },
  { requiredKeys: ['id'] },
);

function uniqueById<Given extends { readonly id: string }>(list: readonly Given[]): Given[] {
  return [...new Map(list.map((it) => [it.id, it])).values()];
}

describe('the text of a document', () => {
  const borders = ['},{', ',{', '{', '},{}', '{}', '},{"', 'a'].map((text) => ({ name: text }));
  test.each(
    borders.flatMap((one) => [
      [one, {}],
      [{}, one],
      [one, {}, one, {}],
      [{}, {}, one],
      [one, one, {}],
      [one, one],
    ]),
  )('strings that look like borders of resources stay strings: %j, %j, %j, %j', (...values) => {
    const people = values.flatMap((value, index) => (value === undefined ? [] : [{ id: String(index), ...value }]));
    const text = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all }).write(
      ['people'],
      people,
      {} as never,
    );
    expect(JSON.parse(text).data.map(({ attributes }: { attributes: object }) => attributes)).toEqual(
      values.filter((it) => it !== undefined),
    );
  });
  test.each([
    ['all types can be fetched', all, all],
    ['people do not have URLs', (type: string) => type !== 'people', all],
    ['things do not have URLs', (type: string) => type !== 'things', all],
    ['relationships of things cannot be read', all, (type: string) => type !== 'things'],
  ])('it is that of serialize: %s', (_, canFind, canFindRelated) => {
    const writer = createDocumentWriter(api, { urls, canFind, canFindRelated });
    const links = { self: '/things', next: null };
    fc.assert(
      fc.property(
        fc.array(thing, { maxLength: 4 }).map(uniqueById),
        fc.constantFrom(undefined, [], ['owner'], ['owner.things', 'friends', 'others.owner']),
        fc.constantFrom({}, { things: ['owner', 'name'] }, { things: ['made'], people: [] }),
        (records, include, fields) => {
          const options = { include, fields, links, jsonapi: { version: '1.1' } } as object;
          const expected = serialize(api, 'things', records as never, { ...options, urls, canFind, canFindRelated });
          expect(writer.write(['things'], records as Any, planned(options))).toBe(expected);
          expect(JSON.stringify(writer.build(['things'], records as Any, planned(options)))).toBe(expected);
        },
      ),
    );
  });

  test.each<[string, readonly unknown[]]>([
    ['strings that look like the end of an object', ['},{"', '}]', '{"', ',{}']],
    ['no attribute', [undefined, 'a', undefined]],
    ['arrays of objects after strings', ['a', [{ x: 1 }, { y: 2 }], 'b', [{}, {}]]],
    ['an array of objects, and then no attribute', [[{ x: 1 }, { y: 2 }], undefined]],
    ['objects that become strings', [new Date(0), 'a', null, 1.5, true]],
  ])('attributes of several resources: %s', (_, names) => {
    const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });
    const records = names.map((name, index) => ({ id: String(index), name }));
    const fields = { people: ['name'] };
    const options = { fields, jsonapi: undefined, links: undefined, meta: undefined, additional: undefined };
    const expected = serialize(api, 'people', records as never, { fields: fields as never, urls });
    // The shapes of earlier records do not change a string.
    for (let time = 0; time < 2; time++)
      expect(writer.write(['people'], records as Any, planned(options, 'people') as never)).toBe(expected);
  });

  test('one record, null, meta, and names that objects put in front of others', () => {
    const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });
    const record = { id: '1', last: '2', '7': null };
    for (const given of [record, null, [record]]) {
      const options = { meta: { page: { total: 1 } }, include: ['7'] } as object;
      const expected = serialize(api, 'numbered', given as never, { ...options, urls });
      expect(writer.write(['numbered'], given, planned(options, 'numbered'))).toBe(expected);
      expect(JSON.stringify(writer.build(['numbered'], given, planned(options, 'numbered')))).toBe(expected);
    }
  });

  test.each<[string, readonly object[], object]>([
    [
      'meta of identifiers, from ids, identifiers, and records',
      ['7', { type: 'people', id: '7' }, { id: '7', name: 'Dan' }].map((owner, at) => ({ id: String(at), owner })),
      {
        resources: {
          people: {
            identifierMeta: ({ id: own, record }: object & { id: string; record?: object }) => ({
              own,
              is: typeof record,
            }),
          },
        },
      },
    ],
    [
      'meta of the identifiers in arrays',
      [{ id: '1', others: ['2', '3'], friends: [{ type: 'people', id: '7' }] }],
      { resources: { things: { identifierMeta: ({ id: own }: { id: string }) => ({ own }) } } },
    ],
    [
      'a relationship that only the second record of an included resource contains',
      [
        { id: '1', others: [{ id: '2', name: 'x' }] },
        { id: '3', others: [{ id: '2', owner: { id: '7', name: 'Dan' } }] },
      ],
      { include: ['others.owner'] },
    ],
    [
      'a relationship that only a record inside another resource of the primary data contains',
      [{ id: '1' }, { id: '3', others: [{ id: '1', owner: { id: '7', name: 'Dan' } }] }],
      { include: ['owner', 'others.owner'] },
    ],
  ])('it contains %s', (_, records, options) => {
    const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });
    const expected = serialize(api, 'things', records as never, { ...options, urls });
    expect(writer.write(['things'], records, planned(options))).toBe(expected);
    expect(JSON.stringify(writer.build(['things'], records, planned(options)))).toBe(expected);
    expect(expected).toMatch(/"own":|"included":\[.*"people"/);
  });

  test('a built document is frozen, and a later change of a record does not change it', () => {
    const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });
    const record = { id: '1', name: { tags: ['a'] }, deep: [{ b: 1 }], made: 2 };
    const options = { meta: { page: { total: 1 } }, links: { self: '/things/1' } };
    const text = writer.write(['things'], record, options);
    const document = writer.build(['things'], record, options);
    record.name.tags.push('b');
    record.deep.push({ b: 2 });
    expect(JSON.stringify(document)).toBe(text);
    const { data, links, meta } = document as unknown as {
      data: { attributes: { name: object } };
      links: object;
      meta: object;
    };
    for (const part of [document, data, data.attributes, data.attributes.name, links, meta]) {
      expect(Object.isFrozen(part)).toBe(true);
    }
  });

  test('a resource that must occur only once is rejected, in whatever order', () => {
    const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });
    for (const ids of [
      ['1', '1'],
      ['2', '1', '2'],
    ]) {
      const records = ids.map((own) => ({ id: own }));
      expect(() => writer.write(['things'], records, {})).toThrow('must occur only once');
    }
  });

  test('documents with and without a jsonapi object take turns', () => {
    const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });
    const write = (jsonapi?: object): unknown => JSON.parse(writer.write(['things'], [], { jsonapi } as object));
    for (const jsonapi of [undefined, { version: '1.1' }, undefined, { version: '1.1' }, { meta: {} }, undefined]) {
      expect(write(jsonapi)).toEqual({ ...(jsonapi === undefined ? {} : { jsonapi }), data: [] });
    }
  });

  test('several records of an included resource complete each other, in the order in which they were found', () => {
    const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });
    const owners = [{ id: '9' }, { id: '9', name: 'Ada', things: ['1'] }, { id: '9', name: 'Bo', things: [] }];
    const records = owners.map((owner, index) => ({ id: String(index + 1), owner }));
    const options = planned({ include: ['owner.things'] });
    const text = writer.write(['things'], records, options);
    expect(JSON.parse(text).included).toMatchObject([
      {
        ...{ type: 'people', id: '9', attributes: { name: 'Ada' } },
        relationships: { things: { data: [{ type: 'things', id: '1' }] } },
      },
    ]);
    expect(JSON.stringify(writer.build(['things'], records, options))).toBe(text);
  });

  test('a meta object that is none is rejected', () => {
    const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });
    expect(() => writer.write(['things'], [], { meta: [] as never })).toThrow('meta must be an object');
  });
});

test('the text of a resource is that of serialize without links, in the order of the declaration', () => {
  fc.assert(
    fc.property(thing, (given) => {
      const type = api.types.get('things') as NonNullable<ReturnType<typeof api.types.get>>;
      const ordered: Record<string, unknown> = { id: given.id };
      for (const name of [...type.attributes.keys(), ...type.relationships.keys()]) {
        ordered[name] = (given as Record<string, unknown>)[name];
      }
      const turned = Object.fromEntries(Object.entries(given).reverse());
      expect(versionText(api, type, turned)).toBe(serialize(api, 'things', ordered as never));
    }),
  );
});
