import { expect, test } from 'vitest';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import type { DataSource } from '../sources/port/data-source.ts';
import { sourceSuite } from './source-suite.ts';
import { suiteApi, suiteRecords } from './suite-api.ts';

const open = () => createMemorySources(suiteApi, suiteRecords) as Readonly<Record<string, DataSource>>;

test.each(sourceSuite(open).map(({ name, run }) => [name, run] as const))('memory: %s', (_, run) => run());

test('the names of the cases are unique', () => {
  const names = sourceSuite(open).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(60);
});

test.each<[string, Partial<DataSource>, RegExp]>([
  ['sorting', { list: () => ({ records: [] }) }, /sort=words.* must be/],
  ['writes', { delete: () => true }, /the status of DELETE must be 404/],
  ['includes', { find: () => [] }, /included resources/],
  ['collections', { stream: () => [] }, /the stream of .* must be/],
  ['aggregates', { list: () => ({ records: [], aggregates: [] }) }, /the aggregates of .* must be/],
])('a source that does not do its work is found: %s', async (feature, broken, message) => {
  const sources = () => ({ ...open(), articles: { ...open()['articles'], ...broken } });
  const results = sourceSuite(sources).filter((it) => it.feature === feature);
  const failures = await Promise.all(results.map(({ run }) => run().then(() => '', String)));
  expect(failures.filter((it) => message.test(it))).not.toEqual([]);
});

test('a source that does not apply an order and a page to the members of each resource is found', async () => {
  const sources = () => {
    const all = open();
    const articles = all['articles'] as Required<DataSource>;
    const related: DataSource['related'] = (ids, name, query, given) =>
      articles.related(ids, name, { ...query, sort: [] } as never, given);
    return { ...all, articles: { ...articles, related } } as typeof all;
  };
  const results = sourceSuite(sources).filter(({ name }) => name.includes('relatedQuery'));
  const failures = await Promise.all(results.map(({ run }) => run().then(() => '', String)));
  expect(results.length).toBeGreaterThan(4);
  expect(failures.filter((it) => /relatedQuery.* must be/.test(it))).not.toEqual([]);
});

const call = { context: undefined, signal: new AbortController().signal };

test('a source that does not do what it declares is found', async () => {
  const sources = () => {
    const all = open();
    const articles = all['articles'] as Required<DataSource>;
    const find: DataSource['find'] = (ids, selection) => articles.find(ids, selection, call);
    const appliesFilters = { ...articles.appliesFilters, methods: [find] };
    return { ...all, articles: { ...articles, find, appliesFilters, loadsIncludes: true } } as typeof all;
  };
  const results = sourceSuite(sources).filter(({ name }) => name.includes('that declares'));
  const failures = await Promise.all(results.map(({ run }) => run().then(() => '', String)));
  expect(failures.filter((it) => /`find` returns with conditions|loaded author/.test(it))).toHaveLength(2);
});

test('a source that does not aggregate passes', async () => {
  const list: DataSource['list'] = async (query, own) => {
    const { aggregates: _, ...page } = Object(await open()['articles']?.list?.(query, own));
    return page;
  };
  const sources = () => ({ ...open(), articles: { ...open()['articles'], list } });
  for (const { feature, run } of sourceSuite(sources)) if (feature === 'aggregates') await run();
});

test('a filter that a source does not declare must be rejected', async () => {
  const sources = () => {
    const all = open();
    const { appliesFilters: _, ...articles } = all['articles'] as Required<DataSource>;
    return { ...all, articles };
  };
  for (const { feature, run } of sourceSuite(sources)) if (feature === 'filters') await run();
});
