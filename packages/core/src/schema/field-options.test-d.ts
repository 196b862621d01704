/** Options of fields in the types: write-only attributes are not in documents, and fields that the server sets not in inputs. */
import { describe, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { BuiltResource } from '../documents/build/built-document.ts';
import type { ResourceRecord } from '../documents/record/record.ts';
import { attribute } from './attribute.ts';
import { defineApi } from './define-api.ts';
import type { FieldName, IncludePath, RelationshipName, StoredAttributeName, StoredRelationshipName } from './infer.ts';
import type { CreateInput, UpdateInput } from './input.ts';
import { toMany, toOne } from './relationship.ts';

const api = defineApi({
  accounts: {
    attributes: {
      name: z.string(),
      email: attribute(z.string(), { write: 'create' }),
      approved: attribute(z.boolean(), { write: 'update' }),
      createdAt: attribute(z.string(), { write: false }),
      password: attribute(z.string(), { read: false }),
      biography: attribute(z.string(), { onDemand: true }),
      label: attribute(z.string(), { compute: ({ name }) => name, needs: ['name'] }),
    },
    relationships: {
      team: toOne('teams', { required: true }),
      sponsor: toOne('accounts', { write: 'update' }),
      reviewers: toMany('accounts', { read: false }),
      members: toMany('accounts', { required: true, write: 'create', onDemand: true }),
    },
  },
  teams: {},
});
type A = typeof api;

describe('names', () => {
  test('of fieldsets and of records', () => {
    expectTypeOf<FieldName<A, 'accounts'>>().toEqualTypeOf<
      'name' | 'email' | 'approved' | 'createdAt' | 'biography' | 'label' | 'team' | 'sponsor' | 'members'
    >();
    expectTypeOf<StoredAttributeName<A, 'accounts'>>().toEqualTypeOf<
      'name' | 'email' | 'approved' | 'createdAt' | 'password' | 'biography'
    >();
    expectTypeOf<RelationshipName<A, 'accounts'>>().toEqualTypeOf<'team' | 'sponsor' | 'members'>();
    expectTypeOf<StoredRelationshipName<A, 'accounts'>>().toEqualTypeOf<'team' | 'sponsor' | 'members' | 'reviewers'>();
    expectTypeOf<IncludePath<A, 'accounts', [1]>>().toEqualTypeOf<'team' | 'sponsor' | 'members'>();
  });

  test('of documents, with and without a fieldset', () => {
    expectTypeOf<keyof BuiltResource<A, 'accounts'>['attributes']>().toEqualTypeOf<
      'name' | 'email' | 'approved' | 'createdAt' | 'label'
    >();
    type Asked = BuiltResource<A, 'accounts', { readonly accounts: readonly ['biography'] }>;
    expectTypeOf<keyof Asked['attributes']>().toEqualTypeOf<'biography'>();
    expectTypeOf<keyof ResourceRecord<A, 'accounts'>>().toEqualTypeOf<
      'id' | 'name' | 'email' | 'approved' | 'createdAt' | 'team' | 'sponsor' | 'members'
    >();
    expectTypeOf<keyof NonNullable<BuiltResource<A, 'accounts'>['relationships']>>().toEqualTypeOf<
      'team' | 'sponsor' | 'members'
    >();
  });

  test('of inputs', () => {
    expectTypeOf<keyof CreateInput<A, 'accounts'>['attributes']>().toEqualTypeOf<
      'name' | 'email' | 'password' | 'biography'
    >();
    expectTypeOf<keyof UpdateInput<A, 'accounts'>['attributes']>().toEqualTypeOf<
      'name' | 'approved' | 'password' | 'biography'
    >();
    expectTypeOf<CreateInput<A, 'accounts'>['relationships']['team']>().not.toBeNullable();
    expectTypeOf<keyof CreateInput<A, 'accounts'>['relationships']>().toEqualTypeOf<'team' | 'members' | 'reviewers'>();
    expectTypeOf<CreateInput<A, 'accounts'>['relationships']>().toHaveProperty('members').not.toBeNullable();
    expectTypeOf<keyof UpdateInput<A, 'accounts'>['relationships']>().toEqualTypeOf<'team' | 'sponsor' | 'reviewers'>();
  });
});
