import type { Api, CreateInput } from '@linkage/core';
import type { DataSource, Selection, SourceRecord } from '../sources/port/data-source.ts';
import { type CaseOfFeature, expectEqual, expectTrue } from './suite-case.ts';

const call = { context: undefined, signal: new AbortController().signal };
const fields = (attributes: readonly string[], relationships: readonly string[] = []): Selection => ({
  attributes: new Set(attributes),
  relationships: new Set(relationships),
});
const identifier = (type: string, id: string) => ({ type, id });
const all: Selection = fields(['title', 'words', 'open', 'labels'], ['author', 'tags', 'comments']);
const inputOf = (id: string, relationships: object = {}) =>
  ({
    ...identifier('articles', id),
    attributes: { title: `New ${id}`, words: 5, open: true, labels: ['n', { deep: [1, null] }] },
    relationships,
  }) as unknown as CreateInput<Api, string>;
const author = identifier('people', '2');
const tags = [identifier('tags', 't3'), identifier('tags', 't1')];
const comments = [identifier('comments', '3')];

/** Throws unless a written record is what `find` returns. */
async function expectStored(source: Required<DataSource>, written: unknown, what: string): Promise<void> {
  const { id } = written as SourceRecord;
  const [stored] = await source.find([String(id)], all, call);
  const sorted = (record: object) => Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
  expectEqual(sorted(written as object), sorted(stored as object), what);
}

/** Cases about what sources declare, and the server therefore does not check. */
export const declaredCases: readonly CaseOfFeature[] = [
  {
    feature: 'writes',
    name: 'a source that declares `returnsWritten` returns what `find` returns after the write',
    run: async ({ sources }) => {
      const source = sources['articles'] as Required<DataSource>;
      if (source.returnsWritten === undefined) return;
      const created = await source.create(inputOf('n', { author, tags, comments }), call);
      await expectStored(source, created, 'the record that `create` returns');
      await expectStored(source, await source.create(inputOf('m'), call), 'the record of a creation without links');
      const changes: readonly (readonly [attributes: object, relationships: object])[] = [
        [{ title: 'Changed', words: null }, {}],
        [{ labels: [] }, { author: null, tags: [], comments: [...comments, identifier('comments', '1')] }],
        [{}, { author }],
        [{}, { tags, comments: [] }],
        [{}, {}],
      ];
      for (const [attributes, relationships] of changes) {
        const given = { ...identifier('articles', 'a'), attributes, relationships };
        const updated = await source.update('a', given as never, call);
        await expectStored(source, updated, `the record that \`update\` returns after ${JSON.stringify(given)}`);
      }
    },
  },
  {
    feature: 'writes',
    name: 'a source with `createAll` creates several resources, and returns their records in order',
    run: async ({ sources, send }) => {
      const source = sources['articles'] as Required<DataSource>;
      if (source.createAll === undefined) return;
      const inputs = ['n3', 'n1', 'n2'].map((id) => inputOf(id, id === 'n1' ? { author, tags, comments } : {}));
      const given = [...inputs, { ...inputOf('n4'), attributes: { title: 'Few', open: false, labels: [] } } as never];
      const created = await source.createAll(given, call);
      expectEqual(
        created.map(({ id }) => id),
        ['n3', 'n1', 'n2', 'n4'],
        'the ids of the created records',
      );
      if (source.returnsWritten !== undefined)
        for (const record of created) await expectStored(source, record, 'a record that `createAll` returns');
      const { document } = await send('GET /articles/n1?include=tags,comments');
      const { attributes, relationships } = document?.data ?? {};
      expectEqual([attributes?.title, relationships?.author?.data?.id], ['New n1', '2'], 'the title and the author');
      const ids = document?.included?.map(({ id }: { readonly id: string }) => id).sort();
      expectEqual(ids, ['3', 't1', 't3'], 'the tags and the comments');
      const { title, words = null } = (await send('GET /articles/n4')).document?.data?.attributes ?? {};
      expectEqual([title, words], ['Few', null], 'the attributes of a resource with fewer of them');
      expectEqual(await source.createAll([], call), [], 'the records of no inputs');
    },
  },
  {
    feature: 'writes',
    name: 'a copy of a source with another `create` uses it for `createAll`, too',
    run: async ({ sources }) => {
      const source = sources['articles'] as Required<DataSource>;
      if (source.createAll === undefined) return;
      const ids: unknown[] = [];
      const create: DataSource['create'] = (input, given) => {
        ids.push((input as { readonly id?: string }).id);
        return source.create(input, given);
      };
      const records = await { ...source, create }.createAll([inputOf('n1'), inputOf('n2')], call);
      expectEqual(
        [ids, records.map(({ id }) => id)],
        [
          ['n1', 'n2'],
          ['n1', 'n2'],
        ],
        'the ids of both, and of the records',
      );
    },
  },
  {
    feature: 'writes',
    name: 'a source with `createAll` creates none if one cannot be created',
    run: async ({ sources, send }) => {
      const source = sources['articles'] as Required<DataSource>;
      if (source.createAll === undefined) return;
      for (const wrong of [inputOf('a'), inputOf('n1')]) {
        const run = async () => source.createAll([inputOf('n1'), inputOf('n2'), wrong], call);
        const failure = await run().catch((error: unknown) => error);
        expectTrue(failure instanceof Error, 'An id that is taken must be an error.');
        for (const id of ['n1', 'n2'])
          expectEqual((await send(`GET /articles/${id}`)).status, 404, `the status of ${id}, which was not created`);
      }
      expectEqual((await send('GET /articles/a')).document?.data?.attributes?.title, 'Alpha', 'the title of article a');
    },
  },
  {
    feature: 'includes',
    name: 'a source that declares `loadsIncludes` loads related records at once',
    run: async ({ sources }) => {
      const source = sources['articles'] as Required<DataSource>;
      if (source.loadsIncludes !== true) return;
      const boss = { ...fields(['name']), atMost: 1 };
      const author = { ...fields(['name'], ['boss']), atMost: 1, include: new Map([['boss', boss]]) };
      const tags = { ...fields(['name']), atMost: 100 };
      const include = new Map<string, typeof tags>([
        ['author', author],
        ['tags', tags],
      ]);
      const selection = { ...fields(['title'], ['author', 'tags']), include };
      const [b] = await source.find(['b'], selection, call);
      const { author: bo, tags: sky } = b as Readonly<Record<string, unknown>>;
      const { name, boss: ada } = (bo ?? {}) as Readonly<Record<string, unknown>>;
      const { name: nameOfAda } = (ada ?? {}) as Readonly<Record<string, unknown>>;
      expectEqual([name, nameOfAda], ['Bo', 'Ada'], 'the names of the loaded author and of the boss of the author');
      const names = (sky as readonly { readonly name?: unknown }[] | undefined)?.map((it) => it.name);
      expectEqual(names, ['sky'], 'the names of the loaded tags');
      const [d] = await source.find(['d'], selection, call);
      expectEqual((d as { author?: unknown }).author, null, 'the loaded author of article d');
    },
  },
];
