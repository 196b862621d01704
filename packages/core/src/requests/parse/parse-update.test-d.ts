import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { attribute } from '../../schema/attribute.ts';
import { defineApi } from '../../schema/define-api.ts';
import { toMany, toOne } from '../../schema/relationship.ts';
import { parseCreate, parseCreateAsync } from './parse-create.ts';
import { parseUpdate, parseUpdateAsync } from './parse-update.ts';

const api = defineApi({
  books: {
    attributes: {
      title: z.string(),
      subtitle: z.string().nullable(),
      kind: z.string().default('novel'),
      stock: attribute(z.number(), { write: false }),
    },
    relationships: { author: toOne('people'), editors: toMany('people'), owner: toOne('people', { write: false }) },
  },
  people: {},
});

test('an update is partial: absent stays absent, null is null (UPD-02, UPD-16)', () => {
  const { id, attributes, relationships } = parseUpdate(api, 'books', '');
  expectTypeOf(id).toEqualTypeOf<string>();
  expectTypeOf(attributes).toEqualTypeOf<{
    readonly title?: string;
    readonly subtitle?: string | null;
    readonly kind?: string;
  }>();
  expectTypeOf<keyof typeof relationships>().toEqualTypeOf<'author' | 'editors'>();
  type Changes = typeof attributes;
  const none: Changes = {};
  const cleared: Changes = { subtitle: null };
  // @ts-expect-error absent is not a value: undefined is not what an absent attribute is.
  const undefinedTitle: Changes = { title: undefined };
  // @ts-expect-error this attribute takes no null.
  const nullTitle: Changes = { title: null };
  // @ts-expect-error a read-only attribute never comes with a request.
  attributes.stock;
  // @ts-expect-error nor does a read-only relationship.
  relationships.owner;
  // @ts-expect-error what is read is not changed.
  attributes.title = 'B';
  expectTypeOf([none, cleared, undefinedTitle, nullTitle]).not.toBeNever();
});

test('relationships are partial too: null clears to-one, to-many is an array', () => {
  type Relationships = ReturnType<typeof parseUpdate<typeof api, 'books'>>['relationships'];
  const cleared: Relationships = { author: null, editors: [] };
  // @ts-expect-error absent is not a value.
  const absent: Relationships = { author: undefined };
  // @ts-expect-error to-many is never null.
  const none: Relationships = { editors: null };
  expectTypeOf([cleared, absent, none]).not.toBeNever();
});

test('a create request has what its schemas give: required, defaults included', () => {
  const { attributes } = parseCreate(api, 'books', '');
  expectTypeOf(attributes.title).toEqualTypeOf<string>();
  expectTypeOf(attributes.kind).toEqualTypeOf<string>();
  expectTypeOf(attributes.subtitle).toEqualTypeOf<string | null>();
});

test('the asynchronous functions give the same, later', () => {
  expectTypeOf(parseUpdateAsync(api, 'books', '')).resolves.toEqualTypeOf(parseUpdate(api, 'books', ''));
  expectTypeOf(parseCreateAsync(api, 'books', '')).resolves.toEqualTypeOf(parseCreate(api, 'books', ''));
  // @ts-expect-error the API has no such type.
  expectTypeOf(parseUpdateAsync(api, 'films', '')).not.toBeAny();
});
