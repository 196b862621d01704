import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { isLong, skippedInShort } from '../../../core/test/runs.ts';
import { openDatabase } from '../src/open-storage.ts';
import { createProgress } from '../src/progress.ts';
import { makeFolder, silent } from './served-atlas.ts';

const { folder, remove } = makeFolder();
afterAll(remove);
const timeout = 30_000;

/** A screen that keeps what it is shown. */
function createScreen() {
  const shown: string[] = [];
  const screen = { write: (text: string) => shown.push(text) > 0 } as unknown as NodeJS.WritableStream;
  return { screen, shown };
}

function count(database: DatabaseSync, table: string) {
  return database.prepare(`select count(*) as count from ${table}`).get()?.['count'];
}

test.skipIf(!isLong)(
  `everything is imported, once, and again when the importer has changed${skippedInShort}`,
  { timeout },
  async () => {
    const file = join(folder, 'deep', 'er', 'atlas.db');
    const { screen, shown } = createScreen();
    const first = await openDatabase(file, createProgress(screen));
    expect(['countries', 'cities', 'regions'].map((table) => count(first, table))).toEqual([250, 135_233, 6]);
    expect(count(first, 'languages')).toBeGreaterThan(150);
    expect(count(first, 'currencies')).toBeGreaterThan(150);
    expect(first.prepare('pragma foreign_key_check').all()).toEqual([]);
    expect(first.prepare('pragma foreign_keys').get()).toEqual({ foreign_keys: 1 });
    expect(first.prepare('pragma journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(shown.filter((line) => line.startsWith('Importing: '))).toHaveLength(10);
    expect(shown.at(-2)).toMatch(/^Importing: 100 % of \d+ records\n$/);

    first.exec("delete from cities where country_id = 'FRA'");
    first.close();
    const second = await openDatabase(file, silent);
    expect(count(second, 'cities')).toBe(135_233 - 8836);

    second.exec('pragma user_version = 1');
    second.close();
    const third = await openDatabase(file, silent);
    expect(count(third, 'cities')).toBe(135_233);
    third.close();
  },
);

test.skipIf(!isLong)(`two starts at once make one import${skippedInShort}`, { timeout }, async () => {
  const file = join(folder, 'twice.db');
  const both = await Promise.all([openDatabase(file, silent), openDatabase(file, silent)]);
  for (const database of both) {
    expect(count(database, 'cities')).toBe(135_233);
    database.close();
  }
});

test('a terminal gets a bar', () => {
  const { screen, shown } = createScreen();
  const progress = createProgress(Object.assign(screen, { isTTY: true, columns: 80, on() {} }));
  progress.start(10);
  progress.advance(10);
  progress.stop();
  expect(shown.join('')).toMatch(/Importing █+.* 100 % of 10 records/);
});
