import { attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { DataSource } from '../../sources/port/data-source.ts';
import { extendSource } from '../../sources/port/extend-source.ts';
import type { TypeCosts } from './describe-costs.ts';

const api = defineApi({
  articles: { attributes: { title: z.string() }, relationships: { author: toOne('people') } },
  people: { attributes: { name: z.string() }, relationships: { articles: toMany('articles', { write: false }) } },
});
const none: TypeCosts = {
  ...{ returnsWritten: [], create: [], update: [], delete: [], createAll: [], updateAll: [] },
  ...{ checksLinks: [], appliesFilters: [], pages: [] },
};
const { articles, people } = createMemorySources(api);
/** A source that declares all that a source can declare. */
const stating: DataSource = (() => {
  const [createAll, updateAll] = [async () => [], async () => []];
  const { create, update, delete: remove, updateRelationship, transaction } = articles as Required<DataSource>;
  const written = [create, createAll, update, updateAll, remove, updateRelationship];
  return {
    ...(articles as object as DataSource),
    ...{
      createAll,
      updateAll,
      returnsWritten: written,
      atomicWrites: [create, update, remove, updateRelationship, transaction],
    },
    checksLinks: { methods: [create, update], relationships: ['author'] },
    obstacles: () => ({ pages: [] }),
  };
})();
const costsOf = async (source: object, options: object = {}): Promise<TypeCosts | undefined> => {
  const server = createServer(api, { articles: source, people } as never, options);
  return (await server.costs())['articles'];
};

test('a source that declares everything costs nothing', async () => {
  expect(await costsOf(stating)).toEqual(none);
  expect(await costsOf(stating, { defaultAccess: 'deny', access: { articles: { update: () => true } } })).toEqual(none);
});

const hook = { before: () => undefined };
test.each<[what: string, options: object, expected: Partial<TypeCosts>]>([
  [
    'a hook',
    { hooks: { articles: { create: hook } } },
    {
      create: ['`create.before`: hooks are part of the write.'],
      createAll: ['A hook of `create` declares neither `onlyReads` nor `onlyCreates`.'],
    },
  ],
  [
    'a hook that only reads',
    { hooks: { articles: { update: { ...hook, onlyReads: true } } } },
    { update: ['`update.before`: hooks are part of the write.'] },
  ],
  [
    'hooks of all writes',
    {
      hooks: { articles: { update: { ...hook, after: hook.before } } },
      beforeWrite: hook.before,
      afterWrite: hook.before,
    },
    {
      create: ['`beforeWrite`, `afterWrite`: hooks are part of the write.'],
      update: ['`beforeWrite`, `update.after`, `afterWrite`: hooks are part of the write.'],
      delete: ['`beforeWrite`, `afterWrite`: hooks are part of the write.'],
      createAll: ['A hook of `create` declares neither `onlyReads` nor `onlyCreates`.'],
      updateAll: ['A hook of `update` declares neither `onlyReads` nor `onlyCreates`.'],
    },
  ],
  [
    'only `afterWrite`',
    { afterWrite: hook.before },
    {
      create: ['`afterWrite`: hooks are part of the write.'],
      update: ['`afterWrite`: hooks are part of the write.'],
      delete: ['`afterWrite`: hooks are part of the write.'],
    },
  ],
  [
    'a rule that receives the resource',
    { access: { articles: { delete: (_: unknown, { record }: { record: object }) => record !== undefined } } },
    { delete: ['The rule `access.articles.delete` receives the resource.'] },
  ],
  [
    'required versions',
    { requireIfMatch: ['articles'] },
    {
      update: ['`requireIfMatch` compares the version before the write.'],
      delete: ['`requireIfMatch` compares the version before the write.'],
    },
  ],
  [
    'members of the application',
    { documents: { meta: () => ({}) } },
    {
      create: ['The application or a profile adds members to responses.'],
      update: ['The application or a profile adds members to responses.'],
    },
  ],
])('%s', async (_, options, expected) => {
  expect(await costsOf(stating, options)).toEqual({ ...none, ...expected });
});

test('a source that declares nothing', async () => {
  const { list, find, create, update, delete: remove } = articles as Required<DataSource>;
  const own = { list, find, create, update, delete: remove };
  const undeclared = (name: string) => `The source does not declare \`${name}\`, or one of its methods was replaced.`;
  const atomic = (name: string) => `The source does not declare \`${name}\` in \`atomicWrites\`.`;
  const written = undeclared('returnsWritten');
  expect(await costsOf(own, { access: { articles: {} } })).toEqual({
    returnsWritten: [written],
    create: [atomic('create'), written],
    update: [atomic('update'), written],
    delete: [atomic('delete')],
    createAll: [written],
    updateAll: [written],
    checksLinks: [undeclared('checksLinks')],
    appliesFilters: ['list', 'find', 'update', 'delete'].map(
      (name) => `The source does not declare \`${name}\` in \`appliesFilters\`.`,
    ),
    pages: ['The source does not say which orders have an index.'],
  });
});

test('the reasons of the source come before those of the server', async () => {
  const because = ['A trigger.'];
  const own = { ...stating, returnsWritten: undefined, obstacles: () => ({ returnsWritten: because, pages: [] }) };
  const expected = {
    returnsWritten: because,
    create: because,
    update: because,
    createAll: because,
    updateAll: because,
  };
  expect(await costsOf(own)).toEqual({ ...none, ...expected });
});

test('a method that was replaced takes its promises away', async () => {
  const replaced = extendSource(stating, { update: async () => null } as never) as object;
  const { returnsWritten, update, delete: remove } = (await costsOf(replaced)) as TypeCosts;
  expect([returnsWritten.length, update.length, remove]).toEqual([1, 2, []]);
});

test('computed attributes and a version of a function are part of a response', async () => {
  const computed = defineApi({
    articles: {
      attributes: { title: z.string(), size: attribute(z.number(), { needs: ['title'], compute: () => 1 }) },
    },
  });
  const sources = createMemorySources(computed);
  const server = createServer(computed, { articles: { ...sources.articles, version: () => 'x' } } as never);
  const { create } = (await server.costs())['articles'] as TypeCosts;
  expect(create).toEqual(['The version is a function of the record.', 'The type computes `size`.']);
});
