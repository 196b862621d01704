/** Kysely over libSQL and D1, whose dialects have the adapter of SQLite: the catalog knows what their drivers cannot do. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { defineApi } from '@linkage/core';
import { createKyselySources, readCatalog } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { libsqlDialectOf } from '../test/libsql-kysely.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
const mapping = { notes: { table: 'note', idType: 'integer' } } as const;

async function open(hasTransactions?: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-libsql-'));
  const client = createClient({ url: `file:${join(folder, 'test.db')}` });
  onTestFinished(() => {
    client.close();
    rmSync(folder, { recursive: true });
  });
  await client.execute('create table note (id integer primary key, text text not null)');
  return new Kysely<never>({ dialect: libsqlDialectOf(client, hasTransactions) });
}

test('libSQL cuts texts at U+0000, so a text with this character is 422, and others are stored', async () => {
  const db = await open();
  const catalog = await readCatalog(db);
  expect(catalog.driver).toEqual({ cutsTexts: true });
  const server = createServer(api, createKyselySources(api, db, mapping, { catalog }));
  const send = async (text: string) => {
    const body = JSON.stringify({ data: { type: 'notes', attributes: { text } } });
    const headers = { 'content-type': 'application/vnd.api+json' };
    const response = await server.handle({ method: 'POST', url: '/notes', headers, body });
    const { errors, data } = JSON.parse(response.body ?? '{}');
    return [response.status, errors?.[0].source.pointer ?? data.attributes.text];
  };
  expect(await send('a\u0000b')).toEqual([422, '/data/attributes/text']);
  expect(await send('ab')).toEqual([201, 'ab']);
});

test('a driver without transactions, as that of D1: an error at start says what is missing', async () => {
  const db = await open(false);
  const catalog = await readCatalog(db);
  expect(() => createKyselySources(api, db, mapping, { catalog })).toThrow(
    /cannot begin a transaction \("Transactions are not supported yet\."\).*D1/,
  );
});
