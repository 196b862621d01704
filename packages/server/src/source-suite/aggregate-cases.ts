import { aggregates } from '../extensions/aggregates/aggregates.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import { suiteApi } from './suite-api.ts';
import { type CaseOfFeature, expectEqual, type SuiteWorld } from './suite-case.ts';

const fields = {
  articles: {
    groupBy: ['title', 'words', 'open', 'author'],
    sum: ['words'],
    min: ['title', 'words'],
    max: ['title', 'words'],
  },
  samples: {
    groupBy: ['day', 'day.month', 'token', 'big'],
    sum: ['count', 'big', 'rate'],
    min: ['day', 'big', 'rate'],
    max: ['day', 'note', 'count'],
  },
};
// The type of the API does not know the names of its attributes.
const profile = aggregates(suiteApi, fields as never, { applied: 'always' });

const call = { context: undefined, signal: new AbortController().signal };
const nothing = { groupBy: [], sum: [], min: [], shownMin: [], max: [], atMost: 2 };

/** Whether a source aggregates. One that does not omits the member, and the server rejects such requests. */
async function canAggregate({ sources }: SuiteWorld): Promise<boolean> {
  const { list } = sources['articles'] as Required<DataSource>;
  const selection = { attributes: new Set<string>(), relationships: new Set<string>() };
  const query = { filter: [], sort: [], page: { offset: 0, limit: 1 }, selection, total: false, aggregates: nothing };
  return (
    ((await list.call(sources['articles'], query, call)) as { readonly aggregates?: unknown }).aggregates !== undefined
  );
}

function aggregateCase(url: string, expected: unknown): CaseOfFeature {
  return {
    feature: 'aggregates',
    name: `GET ${url}`,
    run: async (world) => {
      if (!(await canAggregate(world))) return;
      const server = createServer(suiteApi, { shelves: {}, ...world.sources }, { profiles: [profile] });
      const { status, body } = await server.handle({ method: 'GET', url, headers: {} });
      // SQLite has no decimal numbers: its sums have no zeros at their ends.
      const document = JSON.parse((body ?? '{}').replaceAll('"12.50"', '"12.5"'));
      expectEqual([status, document.meta?.aggregates ?? document], [200, expected], `the aggregates of ${url}`);
    },
  };
}

/** Cases that aggregate. A source that does not aggregate passes them, because the server rejects these requests. */
export const aggregateCases: readonly CaseOfFeature[] = [
  aggregateCase('/articles?groupBy=', [{ count: 5 }]),
  aggregateCase('/articles?groupBy=open', [
    { by: { open: false }, count: 2 },
    { by: { open: true }, count: 3 },
  ]),
  aggregateCase('/articles?groupBy=words&maxOf=title', [
    { by: { words: null }, count: 1, max: { title: 'Gamma' } },
    { by: { words: 100 }, count: 2, max: { title: 'Delta' } },
    { by: { words: 200 }, count: 1, max: { title: 'Beta' } },
    { by: { words: 300 }, count: 1, max: { title: 'Alpha' } },
  ]),
  aggregateCase('/articles?groupBy=title,open&filter[words][ge]=100', [
    { by: { title: 'Alpha', open: true }, count: 1 },
    { by: { title: 'Beta', open: false }, count: 1 },
    { by: { title: 'Beta', open: true }, count: 1 },
    { by: { title: 'Delta', open: false }, count: 1 },
  ]),
  aggregateCase('/articles?sumOf=words&minOf=title,words&maxOf=words', [
    { count: 5, sum: { words: 700 }, min: { title: 'Alpha', words: 100 }, max: { words: 300 } },
  ]),
  aggregateCase('/articles?groupBy=open&sumOf=words&filter[author]=1', [
    { by: { open: true }, count: 2, sum: { words: 300 } },
  ]),
  aggregateCase('/articles?sumOf=words&minOf=title&filter[title]=none', [
    { count: 0, sum: { words: null }, min: { title: null } },
  ]),
  aggregateCase('/articles?groupBy=open&filter[title]=none', []),
  aggregateCase('/articles?groupBy=author&sumOf=words', [
    { by: { author: null }, count: 1, sum: { words: 100 } },
    { by: { author: { type: 'people', id: '1' } }, count: 2, sum: { words: 300 } },
    { by: { author: { type: 'people', id: '2' } }, count: 1, sum: { words: 100 } },
    { by: { author: { type: 'people', id: '3' } }, count: 1, sum: { words: 200 } },
  ]),
  aggregateCase('/samples?groupBy=day.month', [
    { by: { 'day.month': null }, count: 1 },
    { by: { 'day.month': '2026-02' }, count: 1 },
  ]),
  // The page does not change what is aggregated.
  aggregateCase('/articles?groupBy=open&sumOf=words&sort=-title&page[size]=1', [
    { by: { open: false }, count: 2, sum: { words: 200 } },
    { by: { open: true }, count: 3, sum: { words: 500 } },
  ]),
  // Values of several types, and sums of more digits than a number has.
  aggregateCase('/samples?sumOf=count,big,rate&minOf=day,big,rate&maxOf=day,note,count', [
    {
      count: 2,
      sum: { count: 7, big: '9007199254740993', rate: '12.5' },
      min: { day: '2026-02-28', big: '9007199254740993', rate: '12.5' },
      max: { day: '2026-02-28', note: 'plain', count: 7 },
    },
  ]),
  aggregateCase('/samples?groupBy=day,token,big', [
    { by: { day: null, token: null, big: null }, count: 1 },
    {
      by: { day: '2026-02-28', token: '0f8fad5b-d9cb-469f-a165-70867728950e', big: '9007199254740993' },
      count: 1,
    },
  ]),
];
