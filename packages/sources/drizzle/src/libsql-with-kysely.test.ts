/** Kysely over libSQL and D1, whose dialects have the adapter of SQLite: the database schema knows what their drivers cannot do. */

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@libsql/client';
import { defineApi } from '@linkage/core';
import { createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { libsqlDialectOf } from '../test/libsql-kysely.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
const program = fileURLToPath(new URL('../test/libsql-process.ts', import.meta.url));
const mapping = { notes: { table: 'note', idType: 'integer' } } as const;

async function open(hasTransactions?: boolean, timeout?: number) {
  const folder = mkdtempSync(join(tmpdir(), 'linkage-libsql-'));
  const url = `file:${join(folder, 'test.db')}`;
  const client = createClient({ url, ...(timeout !== undefined && { timeout }) });
  onTestFinished(() => {
    client.close();
    rmSync(folder, { recursive: true });
  });
  await client.execute('create table note (id integer primary key, text text not null)');
  return { db: new Kysely<never>({ dialect: libsqlDialectOf(client, hasTransactions) }), url };
}

test('libSQL cuts strings at U+0000, so a text with this character is 422, and others are stored', async () => {
  const { db } = await open();
  const databaseSchema = await readDatabaseSchema(db);
  expect(databaseSchema.driver).toEqual({ cutsStrings: true, withoutBusyTimeout: true });
  const server = createServer(api, createKyselySources(api, db, mapping, { databaseSchema }));
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

test('without a busy timeout, a warning says how to set one', async () => {
  const warningsOf = async (timeout?: number) => {
    const { db } = await open(true, timeout);
    const warnings: string[] = [];
    const onWarning = ({ message }: { readonly message: string }) => warnings.push(message);
    createKyselySources(api, db, mapping, { databaseSchema: await readDatabaseSchema(db), onWarning });
    return warnings;
  };
  expect(await warningsOf()).toEqual([expect.stringContaining('pass `timeout: 5000` to `createClient`')]);
  expect(await warningsOf(5000)).toEqual([]);
});

test('two processes write to one file with a busy timeout: each write succeeds', { timeout: 120_000 }, async () => {
  const { db, url } = await open(true, 5000);
  const run = promisify(execFile);
  const ends = await Promise.all([1, 2].map(() => run(process.execPath, [program, url, '30'])));
  for (const { stdout } of ends) expect(JSON.parse(stdout)).toEqual({ 201: 30 });
  const { rows } = await sql<{ readonly n: number }>`select count(*) as n from note`.execute(db);
  expect(rows).toEqual([{ n: 60 }]);
});

test('a driver without transactions, as that of D1: an error at start says what is missing', async () => {
  const { db } = await open(false);
  const databaseSchema = await readDatabaseSchema(db);
  expect(() => createKyselySources(api, db, mapping, { databaseSchema })).toThrow(
    /cannot begin a transaction \("Transactions are not supported yet\."\).*D1/,
  );
});
