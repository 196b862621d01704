import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { createUrlScheme } from '../../schema/url/url-scheme.ts';
import { createDocumentWriter } from '../serialize/document-writer.ts';
import { serialize } from '../serialize/serialize.ts';
import { includePlan } from './include-plan.ts';

const api = defineApi({
  things: { attributes: { name: z.string() }, relationships: { owner: toOne('people'), others: toMany('things') } },
  people: { attributes: { name: z.string() }, relationships: { things: toMany('things') } },
});
const urls = createUrlScheme(api);
const all = (): boolean => true;
const writer = createDocumentWriter(api, { urls, canFind: all, canFindRelated: all });

const ids = ['1', 'a b', '"', 'é', '7'] as const;
const id = fc.constantFrom<string>(...ids);
/** A member as records contain it: an id, or an identifier. */
const member = (type: string) => fc.oneof(id, fc.record({ type: fc.constant(type), id }));
const linkage = {
  owner: fc.option(member('people')),
  others: fc.array(member('things'), { maxLength: 10 }),
  things: fc.array(member('things'), { maxLength: 3 }),
};
const world = fc.record({
  things: fc.tuple(...ids.map((own) => fc.record({ id: fc.constant(own), name: id, ...linkage }))),
  people: fc.tuple(...ids.map((own) => fc.record({ id: fc.constant(own), name: id, things: linkage.things }))),
  gone: fc.array(id, { maxLength: 2 }),
});

type Rec = { readonly id: string } & Readonly<Record<string, unknown>>;

test('records looked up by id give the document of records that contain each other', () => {
  fc.assert(
    fc.property(
      world,
      fc.constantFrom([], ['owner'], ['others'], ['owner.things', 'others.owner'], ['others.others']),
      fc.constantFrom({}, { things: ['name'] }),
      ({ things, people, gone }, include, fields) => {
        const tables: Record<string, readonly Rec[]> = { things, people };
        const recordOf = (type: string, own: string): Rec | undefined =>
          type === 'people' && gone.includes(own) ? undefined : tables[type]?.find((it) => it.id === own);
        const targets: Record<string, string> = { owner: 'people', others: 'things', things: 'things' };
        const related = (record: object, name: string): unknown => {
          const type = targets[name] as string;
          const toRecord = (value: unknown): unknown => {
            const own = typeof value === 'string' ? value : (value as Rec).id;
            return recordOf(type, own) ?? { type, id: own };
          };
          const value = (record as Rec)[name];
          if (Array.isArray(value)) return value.map(toRecord);
          return value === null ? null : toRecord(value);
        };
        const plan = includePlan(api, ['things'], include);
        const expected = serialize(api, 'things', things as never, { include, fields, related, urls } as never);
        expect(writer.write(['things'], things, { plan, fields, recordOf } as object)).toBe(expected);
      },
    ),
  );
});

test.each([
  ['a to-one relationship with an array', { owner: ['1'] }, 'to-one'],
  ['a to-many relationship without an array', { others: '1' }, 'to-many'],
  [
    'an identifier of another type',
    { owner: { type: 'things', id: '1' } },
    '`type` of the identifier must be "people"',
  ],
  ['a member without an id', { others: [{}] }, '`id` must be a string'],
])('%s is rejected', (_, given, message) => {
  expect(() => writer.write(['things'], { id: '1', ...given }, {})).toThrow(message);
});

test('the meta object of an identifier stays', () => {
  const owner = { type: 'people', id: '7', meta: { role: 'x' } };
  const text = writer.write(['things'], { id: '1', owner }, {});
  expect(JSON.parse(text).data.relationships.owner.data).toEqual(owner);
});

test.each([
  ['with linkage', undefined],
  ['that a fieldset hides', { things: ['name'] }],
])('only records of `recordOf` are included, not those in relationships %s', (_, fields) => {
  const records = [
    { id: '1', name: 'a', owner: { id: '7', name: 'b' }, others: [{ id: '2', name: 'c', extra: 1 }, '3'] },
  ];
  const plan = includePlan(api, ['things'], ['owner', 'others']);
  const includedBy = (recordOf: (type: string, own: string) => object | undefined): readonly unknown[] => {
    const text = writer.write(['things'], records, { plan, fields, recordOf } as object);
    const included: readonly (Rec & { readonly type: string })[] = JSON.parse(text).included;
    return included.map((it) => [it.type, it.id, it.attributes]);
  };
  expect(includedBy(() => undefined)).toEqual([]);
  expect(includedBy((_type, own) => ({ id: own }))).toEqual([
    ['people', '7', {}],
    ['things', '2', {}],
    ['things', '3', {}],
  ]);
  expect(includedBy((type, own) => (type === 'people' ? { id: own, name: 'x' } : undefined))).toEqual([
    ['people', '7', { name: 'x' }],
  ]);
});

test('the meta object of an identifier comes from the record of `recordOf`, if the resource is included', () => {
  const identifierMeta = ({ record }: { readonly record: object | undefined }): object => ({
    name: (record as Rec | undefined)?.name,
  });
  const metaOf = (owner: unknown, include: readonly string[]): unknown => {
    const recordOf = (_type: string, own: string): object => ({ id: own, name: 'x' });
    const plan = includePlan(api, ['things'], include);
    const options = { plan, recordOf, resources: { people: { identifierMeta } } } as object;
    const text = writer.write(['things'], { id: '1', owner }, options);
    expect(JSON.parse(JSON.stringify(writer.build(['things'], { id: '1', owner }, options)))).toEqual(JSON.parse(text));
    return JSON.parse(text).data.relationships.owner.data.meta;
  };
  for (const owner of ['7', { type: 'people', id: '7' }, { id: '7', name: 'y' }]) {
    expect(metaOf(owner, ['owner'])).toEqual({ name: 'x' });
  }
  expect(metaOf({ id: '7', name: 'y' }, [])).toEqual({ name: 'y' });
  expect(metaOf('7', [])).toEqual({});
});
