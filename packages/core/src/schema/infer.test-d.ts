import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import type {
  AttributeDate,
  AttributeInput,
  AttributeName,
  AttributeOutput,
  FieldName,
  IncludedType,
  IncludePath,
  KindOf,
  RelationshipName,
  TargetOf,
  TypeName,
} from './infer.ts';
import { toMany, toOne } from './relationship.ts';
import type { StandardSchema } from './standard-schema.ts';

const api = defineApi({
  articles: {
    attributes: {
      title: z.string(),
      words: attribute(z.string().transform(Number), { sort: true }),
      subtitle: z.string().optional(),
      state: z.enum(['draft', 'done']).default('draft'),
    },
    relationships: { author: toOne('people'), secret: toOne('people', { include: false }) },
  },
  people: { attributes: { name: z.string() }, relationships: { notes: toMany('notes') } },
  notes: { relationships: { on: toOne(['articles', 'tags', 'notes']) } },
  tags: { attributes: { label: z.string() } },
});
type A = typeof api;

test('TypeName', () => {
  expectTypeOf<TypeName<A>>().toEqualTypeOf<'articles' | 'people' | 'notes' | 'tags'>();
});

test('AttributeName, RelationshipName and FieldName, for one type and for several', () => {
  expectTypeOf<AttributeName<A, 'articles'>>().toEqualTypeOf<'title' | 'words' | 'subtitle' | 'state'>();
  expectTypeOf<AttributeName<A, 'notes'>>().toEqualTypeOf<never>();
  expectTypeOf<AttributeName<A, 'people' | 'tags' | 'notes'>>().toEqualTypeOf<'name' | 'label'>();
  expectTypeOf<RelationshipName<A, 'articles'>>().toEqualTypeOf<'author' | 'secret'>();
  expectTypeOf<RelationshipName<A, 'tags'>>().toEqualTypeOf<never>();
  expectTypeOf<RelationshipName<A, 'people' | 'tags'>>().toEqualTypeOf<'notes'>();
  expectTypeOf<FieldName<A, 'people'>>().toEqualTypeOf<'name' | 'notes'>();
  expectTypeOf<FieldName<A, 'tags' | 'notes'>>().toEqualTypeOf<'label' | 'on'>();
});

test('TargetOf and KindOf', () => {
  expectTypeOf<TargetOf<A, 'articles', 'author'>>().toEqualTypeOf<'people'>();
  expectTypeOf<TargetOf<A, 'notes', 'on'>>().toEqualTypeOf<'articles' | 'tags' | 'notes'>();
  expectTypeOf<TargetOf<A, 'notes' | 'articles', 'on' | 'author'>>().toEqualTypeOf<TypeName<A>>();
  expectTypeOf<TargetOf<A, 'articles', 'title'>>().toEqualTypeOf<never>();
  expectTypeOf<TargetOf<A, 'tags', 'anything'>>().toEqualTypeOf<never>();
  expectTypeOf<KindOf<A, 'articles', 'author'>>().toEqualTypeOf<'to-one'>();
  expectTypeOf<KindOf<A, 'people', 'notes'>>().toEqualTypeOf<'to-many'>();
  expectTypeOf<KindOf<A, 'articles' | 'people', 'author' | 'notes'>>().toEqualTypeOf<'to-one' | 'to-many'>();
  // @ts-expect-error Type '"missing"' does not satisfy the constraint
  expectTypeOf<TargetOf<A, 'missing', 'author'>>().toEqualTypeOf<never>();
});

test('AttributeInput and AttributeOutput: both relationships of a schema', () => {
  expectTypeOf<AttributeInput<A, 'articles', 'title'>>().toEqualTypeOf<string>();
  expectTypeOf<AttributeInput<A, 'articles', 'words'>>().toEqualTypeOf<string>();
  expectTypeOf<AttributeOutput<A, 'articles', 'words'>>().toEqualTypeOf<number>();
  expectTypeOf<AttributeOutput<A, 'articles', 'subtitle'>>().toEqualTypeOf<string | undefined>();
  expectTypeOf<AttributeInput<A, 'articles', 'state'>>().toEqualTypeOf<'draft' | 'done' | undefined>();
  expectTypeOf<AttributeOutput<A, 'articles', 'state'>>().toEqualTypeOf<'draft' | 'done'>();
});

test('AttributeDate: a Date for strings that are a date and time, and for those of which the schema does not say it', () => {
  const dated = defineApi({
    notes: {
      attributes: {
        at: attribute(z.iso.datetime(), { sort: true }),
        maybe: z.iso.datetime().nullable().optional(),
        coded: z.codec(z.iso.datetime(), z.date(), { decode: (it) => new Date(it), encode: (it) => it.toISOString() }),
        either: z.union([z.string(), z.iso.datetime()]),
        defaulted: z.iso.datetime().default('2026-01-01T00:00:00Z'),
        later: z.lazy(() => z.string()),
        custom: z.custom<string>(),
        any: z.string() as z.ZodType<string, string>,
        foreign: {} as StandardSchema<string, string>,
        text: z.string(),
        email: z.email().nullable(),
        day: z.iso.date(),
        time: z.iso.time(),
        kind: z.enum(['a', 'b']),
        union: z.union([z.string(), z.number(), z.literal('a'), z.object({ a: z.string() }), z.array(z.string())]),
        size: z.string().transform(Number),
        count: z.int(),
      },
    },
  });
  type DateOf<Name extends keyof (typeof dated)['declaration']['notes']['attributes']> = AttributeDate<
    typeof dated,
    'notes',
    Name
  >;
  expectTypeOf<DateOf<'at'>>().toEqualTypeOf<Date>();
  expectTypeOf<DateOf<'maybe'>>().toEqualTypeOf<Date>();
  expectTypeOf<DateOf<'coded'>>().toEqualTypeOf<Date>();
  expectTypeOf<DateOf<'either'>>().toEqualTypeOf<Date>();
  expectTypeOf<DateOf<'defaulted'>>().toEqualTypeOf<Date>();
  expectTypeOf<DateOf<'later'>>().toEqualTypeOf<Date>();
  expectTypeOf<DateOf<'custom'>>().toEqualTypeOf<Date>();
  expectTypeOf<DateOf<'any'>>().toEqualTypeOf<Date>();
  expectTypeOf<DateOf<'foreign'>>().toEqualTypeOf<Date>();
  expectTypeOf<
    DateOf<'text' | 'email' | 'day' | 'time' | 'kind' | 'union' | 'size' | 'count'>
  >().toEqualTypeOf<never>();
});

test('IncludePath: the legal paths, three steps deep, without what is not for include', () => {
  expectTypeOf<IncludePath<A, 'articles'>>().toEqualTypeOf<'author' | 'author.notes' | 'author.notes.on'>();
  expectTypeOf<IncludePath<A, 'notes'>>().toEqualTypeOf<
    'on' | 'on.author' | 'on.author.notes' | 'on.on' | 'on.on.on' | 'on.on.author'
  >();
  expectTypeOf<IncludePath<A, 'tags'>>().toEqualTypeOf<never>();
  expectTypeOf<IncludePath<A, 'articles' | 'tags' | 'people'>>().toEqualTypeOf<
    ('author' | 'author.notes' | 'author.notes.on') | ('notes' | 'notes.on' | 'notes.on.on' | 'notes.on.author')
  >();
  expectTypeOf<'author.notes.on.author'>().not.toExtend<IncludePath<A, 'articles'>>();
  expectTypeOf<'secret'>().not.toExtend<IncludePath<A, 'articles'>>();
});

test('a relationship counts on those types only that let it be included', () => {
  const mixed = defineApi({
    articles: { relationships: { owner: toOne('articles', { include: false }) } },
    pictures: { relationships: { owner: toOne('people') } },
    people: { relationships: { pictures: toMany('pictures') } },
  });
  expectTypeOf<IncludePath<typeof mixed, 'articles'>>().toEqualTypeOf<never>();
  expectTypeOf<IncludePath<typeof mixed, 'articles' | 'pictures'>>().toEqualTypeOf<
    'owner' | 'owner.pictures' | 'owner.pictures.owner'
  >();
});

test('IncludedType: every type that a path brings in, intermediate ones too', () => {
  expectTypeOf<IncludedType<A, 'articles', 'author'>>().toEqualTypeOf<'people'>();
  expectTypeOf<IncludedType<A, 'articles', 'author.notes'>>().toEqualTypeOf<'people' | 'notes'>();
  expectTypeOf<IncludedType<A, 'people', 'notes.on'>>().toEqualTypeOf<'notes' | 'articles' | 'tags'>();
  expectTypeOf<IncludedType<A, 'notes', 'on.author'>>().toEqualTypeOf<TypeName<A>>();
  expectTypeOf<IncludedType<A, 'articles', 'author' | 'author.notes'>>().toEqualTypeOf<'people' | 'notes'>();
  expectTypeOf<IncludedType<A, 'articles', never>>().toEqualTypeOf<never>();
});
