import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';

const cache = join(import.meta.dirname, '../../../.cache');
const { resolve } = createRequire(import.meta.url);
const { version } = JSON.parse(readFileSync(join(resolve('@electric-sql/pglite'), '../../package.json'), 'utf8'));
const file = join(cache, `pglite-${version}.tar`);

/** Keeps the files of an empty database. */
async function writeFiles(): Promise<void> {
  const created = await PGlite.create();
  const files = await created.dumpDataDir('none');
  await created.close();
  mkdirSync(cache, { recursive: true });
  // Another process may read the file, or write it as well.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, await files.bytes());
  renameSync(own, file);
}

/**
 * Opens an empty database of PGlite. To create one takes seconds, so this opens a copy of one that is kept in `.cache`.
 *
 * @param folder The folder of the database. By default, it is in memory.
 */
export async function openEmptyPglite(folder?: string): Promise<PGlite> {
  if (!existsSync(file)) await writeFiles();
  return PGlite.create({ ...(folder && { dataDir: folder }), loadDataDir: new Blob([readFileSync(file)]) });
}
