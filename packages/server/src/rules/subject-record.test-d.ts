import { defineAction, defineApi, type ResourceIdentifierObject, toMany, toOne } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import type { ActionFunctions } from '../extensions/actions/action-functions.ts';
import type { WriteHooks } from '../writing/hooks/write-hooks.ts';
import type { AccessRules } from './access-rules.ts';
import { isSame } from './is-same.ts';
import type { SubjectRecord } from './subject-record.ts';

const api = defineApi({
  notes: {
    attributes: { text: z.string() },
    relationships: { author: toOne('people'), about: toOne(['people', 'teams']), readers: toMany('people') },
    actions: { close: defineAction({}) },
  },
  people: { attributes: { name: z.string() } },
  teams: { attributes: { name: z.string() } },
});
type Api = typeof api;
interface User {
  readonly id: string;
  readonly key: number;
}

test('a relationship of a record is linkage, and its id a string', () => {
  type Note = SubjectRecord<Api, 'notes'>;
  expectTypeOf<Note['id']>().toEqualTypeOf<string>();
  expectTypeOf<Note['author']>().toEqualTypeOf<ResourceIdentifierObject<'people'> | null | undefined>();
  expectTypeOf<Note['about']>().toEqualTypeOf<ResourceIdentifierObject<'people' | 'teams'> | null | undefined>();
  expectTypeOf<Note['readers']>().toEqualTypeOf<readonly ResourceIdentifierObject<'people'>[] | undefined>();
  expectTypeOf<Note['text']>().toEqualTypeOf<string | undefined>();
});

test('rules cannot compare a relationship with an id', () => {
  const rules: AccessRules<Api, User>['notes'][] = [
    // @ts-expect-error The author is an identifier.
    { update: (me, { record }) => record.author !== me.id },
    // @ts-expect-error The author is an identifier.
    { delete: (me, { record }) => record.author === me.key },
    // @ts-expect-error The readers are identifiers.
    { updateRelationship: (me, { record }) => record?.readers?.includes(me.id) === true },
    // @ts-expect-error The id is a string.
    { act: (me, { record }) => record.id === me.key },
    { update: (me, { record }) => isSame(record.author, { type: 'people', id: me.id }) },
    { update: (me, { record }) => record.readers?.some((it) => isSame(it, { type: 'people', id: me.id })) === true },
    // @ts-expect-error An author is a person.
    { update: (me, { record }) => isSame(record.author, { type: 'teams', id: me.id }) },
    // @ts-expect-error An id does not contain its type.
    { update: (me, { record }) => isSame(record.about, me) },
    // @ts-expect-error Ids are strings.
    { update: (me, { record }) => isSame(record.about, { type: 'people', id: me.key }) },
    // @ts-expect-error Several members are not one resource.
    { update: (me, { record }) => isSame(record.readers, { type: 'people', id: me.id }) },
  ];
  expectTypeOf(rules).not.toBeAny();
});

test('hooks and actions cannot compare a relationship with an id', () => {
  const fail = (isWrong: boolean): undefined => void isWrong;
  const hooks: WriteHooks<Api, User>['notes'][] = [
    // @ts-expect-error The author is an identifier.
    { create: { after: ({ written, call }) => fail(written.author === call.context.id) } },
    // @ts-expect-error The author is an identifier.
    { update: { before: ({ record, call }) => fail(record.author === call.context.id) } },
    // @ts-expect-error The author is an identifier.
    { delete: { afterCommit: ({ record, context }) => fail(record.author === context.id) } },
    // @ts-expect-error The author is an identifier.
    { updateRelationship: { before: ({ record, call }) => fail(record.author === call.context.id) } },
  ];
  const actions: ActionFunctions<Api, User> = {
    // @ts-expect-error The author is an identifier.
    notes: { close: ({ record, call }) => fail(record.author === call.context.id) },
  };
  expectTypeOf(hooks).not.toBeAny();
  expectTypeOf(actions).not.toBeAny();
});
