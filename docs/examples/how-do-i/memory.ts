import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineApi, toMany, toOne } from '@linkage/core';
import { createMemorySources, createServer, memoryRecords } from '@linkage/server';
import { z } from 'zod';

// #region seeds
const api = defineApi({
  orders: {
    attributes: { item: z.string() },
    relationships: { buyer: toOne('people', { inverse: 'orders', onDelete: 'restrict' }) },
  },
  people: { attributes: { name: z.string() }, relationships: { orders: toMany('orders') } },
});
export const sources = createMemorySources(api, {
  orders: [{ id: '1', item: 'Tea', buyer: '9' }],
  people: [{ id: '9', name: 'Dan' }], // `orders` of Dan contains order 1
});
// #endregion
export const server = createServer(api, sources);
const file = join(await mkdtemp(join(tmpdir(), 'linkage-')), 'data.json');

// #region file
/** Returns sources with the records of the file. */
export async function load() {
  return createMemorySources(api, JSON.parse(await readFile(file, 'utf8')));
}

/** Writes all records to the file. Waits for running writes. */
export async function save(): Promise<void> {
  await writeFile(file, JSON.stringify(await memoryRecords(sources)));
}
// #endregion
export const reloaded = async () => createServer(api, await load());
