/** Applications and clients learn that a database cannot be reached: 503, `onError` once, and a reason for `onRequest`. */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { defineApi, JsonApiError } from '@linkage/core';
import { atomicOperations, createServer, idempotencyKeys, type RequestEnd } from '@linkage/server';
import { type Dialect, Kysely, MysqlDialect, PostgresDialect } from 'kysely';
import { createPool } from 'mysql2';
import { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createKyselyIdempotencyStore, createKyselySources, createNodeSqliteDialect } from './index.ts';

const api = defineApi({ counters: { attributes: { value: z.number() }, clientGeneratedIds: true } });
const atomic = 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"';

/** Databases that cannot be reached. SQLite is a file that another process has locked. */
const places: Readonly<Record<string, () => Dialect>> = {
  PostgreSQL: () => new PostgresDialect({ pool: new Pool({ host: '/nowhere' }) }),
  MariaDB: () => new MysqlDialect({ pool: createPool({ socketPath: '/nowhere' }) }),
  SQLite() {
    const folder = mkdtempSync(join(tmpdir(), 'linkage-outage-'));
    const other = new DatabaseSync(join(folder, 'locked.db'));
    other.exec('create table counter (id text primary key, value integer not null); begin exclusive');
    onTestFinished(() => {
      other.close();
      rmSync(folder, { recursive: true });
    });
    // The driver waits, and not the sources, for a second.
    return createNodeSqliteDialect(new DatabaseSync(join(folder, 'locked.db'), { timeout: 20 }));
  },
};

function serve(dialect: Dialect, hasKeys: boolean, hasHooks: boolean) {
  const db = new Kysely<never>({ dialect });
  onTestFinished(() => db.destroy());
  const failures: (readonly [error: unknown, id: string])[] = [];
  const ends: RequestEnd[] = [];
  const server = createServer(api, createKyselySources(api, db, { counters: { table: 'counter' } }), {
    stream: { counters: true },
    extensions: [atomicOperations()],
    ...(hasKeys && {
      idempotency: {
        keys: idempotencyKeys({ store: createKyselyIdempotencyStore(db), hours: 1 }),
        user: () => 'all',
      },
    }),
    ...(hasHooks && { hooks: { counters: { update: { before: () => undefined } } } as never }),
    onError: (error, id) => void failures.push([error, id]),
    onRequest: () => (end) => void ends.push(end),
  });
  return { server, failures, ends };
}

const counter = { type: 'counters', id: '1', attributes: { value: 1 } };
interface Request {
  readonly name: string;
  readonly method: string;
  readonly url: string;
  readonly document?: object;
  readonly key?: string;
}
const operations = { 'atomic:operations': [{ op: 'add', data: counter }] };
const requests: readonly Request[] = [
  { name: 'a page', method: 'GET', url: '/counters?page[size]=2' },
  { name: 'a stream', method: 'GET', url: '/counters' },
  { name: 'a resource', method: 'GET', url: '/counters/1' },
  { name: 'a creation', method: 'POST', url: '/counters', document: { data: counter } },
  { name: 'an update', method: 'PATCH', url: '/counters/1', document: { data: counter } },
  { name: 'a deletion', method: 'DELETE', url: '/counters/1' },
  { name: 'a creation with a key', method: 'POST', url: '/counters', document: { data: counter }, key: 'k' },
  { name: 'a deletion with a key', method: 'DELETE', url: '/counters/1', key: 'k' },
  { name: 'operations', method: 'POST', url: '/operations', document: operations },
];

describe.each(Object.keys(places))('%s', (place) => {
  test.each(requests)('$name', async ({ method, url, document, key }) => {
    for (const hasHooks of [false, true]) {
      const { server, failures, ends } = serve((places[place] as () => Dialect)(), key !== undefined, hasHooks);
      const type = url === '/operations' ? atomic : 'application/vnd.api+json';
      const headers = {
        accept: type,
        'content-type': document === undefined ? undefined : type,
        'idempotency-key': key,
      };
      const response = await server.handle({
        method,
        url,
        headers,
        body: document === undefined ? undefined : JSON.stringify(document),
      });
      const [error] = JSON.parse(response.body ?? '{}').errors;
      // A write that another process blocks is a conflict: no failure of the server.
      const isConflict = place === 'SQLite' && method !== 'GET' && response.status === 409;
      if (isConflict) {
        expect([error.code, failures, ends.at(0)?.failure]).toEqual(['WRITE_CONFLICT', [], undefined]);
        continue;
      }
      expect([response.status, error.code, response.headers['Retry-After']]).toEqual([503, 'SERVICE_UNAVAILABLE', '1']);
      const [cause, id] = failures.at(0) ?? [];
      expect(failures).toHaveLength(1);
      expect(error.id).toBe(id);
      expect(['ENOENT', 'ERR_SQLITE_ERROR']).toContain((cause as { code?: string }).code);
      expect(ends).toHaveLength(1);
      const failure = ends.at(0)?.failure;
      expect(JsonApiError.is(failure) && failure.cause).toBe(cause);
    }
  });
});
