import { defineApi, toMany, toOne } from '@linkage/core';
import { expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { type Blog, blog, blogSources } from '../../test/blog.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { WriteHooks } from '../writing/hooks/write-hooks.ts';
import type { AccessRules } from './access-rules.ts';

interface User {
  readonly id: string;
}
const context = (): User => ({ id: '7' });

test('rules know the context and the subject', () => {
  createServer(blog, blogSources(), {
    context,
    access: {
      articles: {
        read: (user) => {
          expectTypeOf(user).toEqualTypeOf<User>();
          return [{ field: 'author', values: [user.id] }];
        },
        fields: () => ['title', 'author'],
        create: (_, { input }) => input.attributes.title !== '',
        update: async (user, { record, input, call }) => {
          expectTypeOf(record.views).toEqualTypeOf<number | undefined>();
          expectTypeOf(call.context).toEqualTypeOf<User>();
          return input.attributes.title === undefined && user.id === '7';
        },
        updateRelationship: (_, { relationship }) => {
          expectTypeOf(relationship).toEqualTypeOf<'author' | 'reviewer' | 'comments' | 'history' | 'secrets'>();
          return relationship !== 'author';
        },
      },
    },
  });
});

test('values for a relationship with several target types are identifiers', () => {
  const api = defineApi({
    notes: {
      attributes: { text: z.string() },
      relationships: {
        owner: toOne(['people', 'teams']),
        author: toOne('people'),
        readers: toMany(['people', 'teams']),
      },
    },
    people: { attributes: { name: z.string() } },
    teams: { attributes: { name: z.string() } },
  });
  type Rules = AccessRules<typeof api, User>;
  const rules: Rules[] = [
    { notes: { read: (user) => [{ field: 'owner', values: [{ type: 'people', id: user.id }, null] }] } },
    { notes: { read: () => [{ or: [{ field: 'readers', values: [{ type: 'teams', id: 7 }] }] }] } },
    {
      notes: {
        read: ({ id }) => [
          { field: 'author', values: [id, null] },
          { field: 'author.name', values: ['x'] },
        ],
      },
    },
    // @ts-expect-error An id does not contain its type.
    { notes: { read: () => [{ field: 'owner', values: ['7'] }] } },
    // @ts-expect-error An id does not contain its type.
    { notes: { read: () => [{ not: { field: 'readers', values: ['7'] } }] } },
    // @ts-expect-error This is not a target type.
    { notes: { read: () => [{ field: 'owner', values: [{ type: 'notes', id: '7' }] }] } },
  ];
  expectTypeOf(rules).not.toBeAny();
});

test('conditions are checked by field, operator, and schema, also behind a relationship', () => {
  type Rules = AccessRules<Blog, User>;
  const rules: Rules[] = [
    {
      articles: {
        read: ({ id }) => [
          { field: 'id', values: [id, 5] },
          { field: 'views', operator: 'between', values: [1, 5n].map(Number) },
          { field: 'publishedAt', operator: 'le', values: [new Date(), null] },
          {
            or: [
              { field: 'author.friend', values: [null] },
              { field: 'author.id', operator: 'ne', values: [id] },
            ],
          },
          { field: 'author.name', operator: 'startsWith', values: ['A'] },
          { field: 'author.@tenant', values: [{}] },
          { field: 'author.friend.name', values: ['x'] },
        ],
      },
    },
    // @ts-expect-error Views are numbers
    { articles: { read: () => [{ field: 'views', values: [new Date()] }] } },
    // @ts-expect-error A number does not contain a string
    { articles: { read: () => [{ field: 'views', operator: 'contains', values: ['1'] }] } },
    // @ts-expect-error A title is not null
    { articles: { read: () => [{ field: 'title', values: [null] }] } },
    // @ts-expect-error Ids have no order
    { articles: { read: () => [{ field: 'author', operator: 'lt', values: ['1'] }] } },
    // @ts-expect-error The id of a resource is not null
    { articles: { read: () => [{ field: 'id', values: [null] }] } },
    // @ts-expect-error A person does not have this field
    { articles: { read: () => [{ field: 'author.nmae', values: ['x'] }] } },
    // @ts-expect-error The name of a person is a string
    { articles: { read: () => [{ field: 'author.name', values: [true] }] } },
    // @ts-expect-error A path does not continue behind a relationship with several target types
    { comments: { read: () => [{ field: 'on.title', values: ['x'] }] } },
  ];
  expectTypeOf(rules).not.toBeAny();
});

test('the context comes from the option context, whatever the hooks declare', () => {
  const hooks: WriteHooks<Blog> = {};
  createServer(blog, blogSources(), {
    context: ({ headers }) => headers['x-user'] as string | undefined,
    access: {
      people: {
        read: (user) => {
          expectTypeOf(user).toEqualTypeOf<string | undefined>();
          return user !== undefined && [{ field: 'id', values: [user] }];
        },
      },
    },
    hooks,
  });
});

test('and the names of the API', () => {
  const rules: AccessRules<Blog, User>[] = [
    // @ts-expect-error This type does not exist.
    { nope: {} },
    // @ts-expect-error This field does not exist.
    { articles: { fields: () => ['nope'] } },
    // @ts-expect-error A path begins with a relationship.
    { articles: { read: () => [{ field: 'title.name', values: ['x'] }] } },
    // @ts-expect-error This field does not exist in a group.
    { articles: { read: () => [{ or: [{ field: 'nope', values: ['x'] }] }] } },
    // @ts-expect-error This field does not exist.
    { articles: { fields: () => ({ except: ['nope'] }) } },
    {
      articles: {
        read: () => [{ or: [{ field: 'author.name', values: ['x'] }, { not: { field: '@a', values: [1] } }] }],
      },
    },
    // @ts-expect-error This operator does not exist.
    { articles: { read: () => [{ field: 'title', operator: 'is', values: ['x'] }] } },
    // @ts-expect-error An answer is true or false.
    { articles: { update: () => undefined } },
  ];
  expectTypeOf(rules).not.toBeAny();
});

test('fields of some resources have conditions, as in `read`', () => {
  const rules: AccessRules<Blog, User>[] = [
    { articles: { fields: ({ id }) => ({ where: { views: [{ field: 'author', values: [id] }], title: true } }) } },
    { articles: { fields: () => ({ only: ['title', 'views'], where: { views: false } }) } },
    {
      articles: {
        fields: () => ({ except: ['author'], where: { views: [{ field: 'views', operator: 'gt', values: [1] }] } }),
      },
    },
    { articles: { link: ({ id }) => [{ field: 'author', values: [id] }] } },
    { articles: { link: async () => true } },
    // @ts-expect-error A relationship cannot have conditions.
    { articles: { fields: () => ({ where: { author: [{ field: 'views', values: [1] }] } }) } },
    // @ts-expect-error This attribute does not exist.
    { articles: { fields: () => ({ where: { nope: true } }) } },
    // @ts-expect-error Views are numbers.
    { articles: { fields: () => ({ where: { title: [{ field: 'views', values: ['1'] }] } }) } },
    // @ts-expect-error Two lists contradict each other.
    { articles: { fields: () => ({ only: ['title'], except: ['views'] }) } },
    // @ts-expect-error This field does not exist.
    { articles: { link: () => [{ field: 'nope', values: [1] }] } },
    // @ts-expect-error A result is true, false, or conditions.
    { articles: { link: () => 'yes' } },
  ];
  expectTypeOf(rules).not.toBeAny();
});
