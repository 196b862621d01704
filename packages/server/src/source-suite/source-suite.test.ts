import { expect, test } from 'vitest';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import type { DataSource } from '../source/data-source.ts';
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
])('a source that does not do its work is found: %s', async (feature, broken, message) => {
  const sources = () => ({ ...open(), articles: { ...open()['articles'], ...broken } });
  const results = sourceSuite(sources).filter((it) => it.feature === feature);
  const failures = await Promise.all(results.map(({ run }) => run().then(() => '', String)));
  expect(failures.filter((it) => message.test(it))).not.toEqual([]);
});
