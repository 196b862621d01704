/** The calls that requests make to sources: every change of them is a change of a file that a reader sees. */
import { type Api, attribute, defineApi, toMany, toOne } from '@linkage/core';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { someOf } from '../../../core/test/runs.ts';
import { createMemorySources } from '../../src/memory/create-memory-sources.ts';
import { api, records } from './blog-world.ts';
import type { SourcesByType } from './recorder.ts';
import { type Case, noteRequests, requests } from './requests.ts';
import { rewritten, transcriptOf } from './transcript.ts';

const text = attribute(z.string().default(''), { sort: true, filter: true });
const status = attribute(z.enum(['shown', 'hidden']).default('shown'), { filter: true });
/** Notes lead to types of two sources, of which each has its own transactions. */
const notesApi = defineApi({
  articles: { attributes: { title: text, status }, clientGeneratedIds: true },
  people: { attributes: { name: text, status }, clientGeneratedIds: true },
  notes: {
    attributes: { text, status },
    relationships: { subject: toOne(['articles', 'people'], { filter: true }), about: toMany(['articles', 'people']) },
    clientGeneratedIds: true,
  },
});

const without = (sources: SourcesByType, isLeftOut: (name: string) => boolean): SourcesByType =>
  Object.fromEntries(
    Object.entries(sources).map(([type, source]) => [
      type,
      Object.fromEntries(Object.entries(source).filter(([name]) => !isLeftOut(name))),
    ]),
  );
const blog = (): SourcesByType => createMemorySources(api, records as never) as never;
const article = { type: 'articles', id: '1' };
const ada = { type: 'people', id: '1' };

function twoSources(): SourcesByType {
  const { articles } = createMemorySources(notesApi, {
    articles: ['1', '2', '3'].map((id) => ({ id, title: `t${id}`, status: id === '3' ? 'hidden' : 'shown' })),
  });
  const { people, notes } = createMemorySources(notesApi, {
    people: ['1', '2', '3'].map((id) => ({ id, name: `n${id}`, status: id === '3' ? 'hidden' : 'shown' })),
    notes: [
      { id: '1', text: 'a', status: 'shown', subject: article, about: [article, ada, { type: 'people', id: '3' }] },
      { id: '2', text: 'b', status: 'shown', subject: ada, about: [] },
      { id: '3', text: 'c', status: 'shown', subject: null, about: [{ type: 'articles', id: '3' }] },
      { id: '4', text: 'd', status: 'hidden', subject: { type: 'people', id: '3' }, about: [ada] },
    ],
  });
  return { articles, people, notes } as never;
}

const statements = [
  'appliesFilters',
  'atomicWrites',
  'readsParameters',
  'filterOperators',
  'storage',
  'transactionGroup',
  'version',
];
const kinds: readonly (readonly [name: string, api: Api, table: readonly Case[], open: () => SourcesByType])[] = [
  ['memory', api, requests, blog],
  ['stating-nothing', api, requests, () => without(blog(), (name) => statements.includes(name))],
  ['without-transactions', api, requests, () => without(blog(), (name) => name.startsWith('transaction'))],
  ['two-sources', notesApi, noteRequests, twoSources],
];

test.each(someOf(kinds, 3))(
  '%s',
  async (name, of, table, open) => {
    const transcript = await transcriptOf(of, table, () => ({ sources: open() }));
    await expect(transcript, rewritten('packages/server/test/transcripts')).toMatchFileSnapshot(`./${name}.txt`);
  },
  60_000,
);

test('there are about 300 requests, of every kind', () => {
  const count = (pattern: RegExp): number => requests.filter(({ line }) => pattern.test(line)).length;
  expect(requests.length).toBeGreaterThan(290);
  for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) expect(count(new RegExp(`^${method} `))).toBeGreaterThan(20);
});
