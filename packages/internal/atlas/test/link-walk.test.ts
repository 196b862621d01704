import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLong } from '../../../core/test/runs.ts';
import { walkLinks } from '../../../server/test/walk-links.ts';
import { api } from '../src/api.ts';
import { createAtlas } from '../src/create-atlas.ts';
import { openSqlite } from '../src/open-storage.ts';
import { makeFolder, silent, writeDatabase } from './served-atlas.ts';

test('links followed at random never fail (FET-05, FET-06)', async () => {
  const { folder, remove } = makeFolder();
  const failures: unknown[] = [];
  const file = join(folder, 'atlas.db');
  await writeDatabase(file);
  const atlas = createAtlas(await openSqlite(file, silent), {
    onError: (error) => failures.push(error),
  });
  const get = async (url: string) => {
    const response = await atlas.fetch(new Request(new URL(url, 'http://localhost')));
    return { status: response.status, body: await response.text() };
  };
  const starts = [
    '/countries?include=languages,currencies,region&page[size]=10&sort=-area',
    '/cities?filter[country]=FRA&sort=-population&page[size]=5&include=country',
    '/regions?include=countries&fields[regions]=name,countries',
    '/languages?page[size]=50',
    '/currencies',
    '/countries/JPN/cities?filter[population][gt]=1000000&sort=name',
    '/countries/FRA/relationships/borders?include=borders.languages&page[size]=3',
  ];
  const most = isLong ? 1500 : 300;
  const { requests, places } = await walkLinks({ api, starts, most, get });
  await atlas.close();
  remove();
  expect(failures).toEqual([]);
  expect(requests).toBe(most);
  expect(places.size).toBeGreaterThanOrEqual(8);
}, 60_000);
