/** The sentences of the pages about several processes, clusters, and replicas. What a test cannot start here, the lab runs. */

import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer, cursorPagination } from '@linkage/server';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, proven, send, serve } from './fact.ts';

const page = 'guide/clusters.md';
const sources = 'packages/sources/kysely/src';
const faults = `${sources}/statements/faults.test.ts`;
const codes = `${sources}/dialects/faults.test.ts`;
const replicas = `${sources}/replicas.test.ts`;
const libsql = 'packages/sources/drizzle/src/libsql-with-kysely.test.ts';
proven(
  page,
  [
    'and repeat a request after 409, 503, or 504 with the same key.',
    'packages/internal/lab/cluster/load.ts',
    'new Set([200, 201, 204, 409, 412, 503, 504])',
  ],
  [
    'tests these clusters while 32 clients write',
    'packages/internal/lab/cluster/load.ts',
    'export const CLIENTS = 32;',
  ],
  [
    'its nodes respond with 503 until you make one of them the primary component.',
    codes,
    "[1047, 'unavailable', 'WSREP has not yet prepared node for application use']",
  ],
  [
    'A demoted server and a standby reject writes with `25006`, which clients see as 503.',
    codes,
    "['25006', 'unavailable', 'a standby, or a primary that was demoted']",
  ],
  [
    'writes wait until the time limit of the request, and get 504.',
    `${sources}/transactions-end.test.ts`,
    '%s never settles: the connections are free',
  ],
  [
    'set `server_login_retry` to 1 second',
    'packages/internal/lab/cluster/postgres-cluster.ts',
    "'server_login_retry = 1'",
  ],
  [
    'Ids of `serial` have 64 bits: the sources keep them exact.',
    `${sources}/large-ids.test.ts`,
    "const [one, two, three] = ['9007199254740992', '9007199254740993', '9223372036854775807'];",
  ],
  [
    'Without care, a client gets 404 for what it has just created.',
    replicas,
    'a user sees what it has written, others see it later, and no stale entity tag is accepted',
  ],
  [
    '`If-Match` is compared in the primary database, so a stale one gets 412.',
    replicas,
    'an entity tag of the replica is not accepted for a write',
  ],
  [
    'With the database schema, the sources reject these strings with 422.',
    libsql,
    'libSQL cuts strings at U+0000, so a text with this character is 422, and others are stored',
  ],
  ['rejects its next commits, and clients get 409.', libsql, 'without a busy timeout, a warning says how to set one'],
  ['If the connection to a libSQL server is lost, clients get 503', codes, "{ code: 'HRANA_CLOSED_ERROR' }, 'lost'"],
  [
    'Behind a load balancer, a client gets 404 for what it has just created',
    replicas,
    'it reaches a position later, and strings that are none never; a user sees what it has written',
  ],
  [
    'After that, a write gets 409 and a read 503, both with `Retry-After`.',
    faults,
    'SQLite: a database that another process has locked is WRITE_CONFLICT, and serves again when it is free',
  ],
);
factOf(
  page,
  '| Two releases that declare different attributes run at the same time, and clients send `If-Match` | **yes**, or clients get 412 |',
  async () => {
    const release = (attributes: object) => {
      const api = defineApi({ notes: { attributes: { title: attribute(z.string(), {}), ...attributes } } });
      return createServer(api, createMemorySources(api, { notes: [{ id: '1', title: 'x', size: 1 }] } as never));
    };
    const [old, next] = [release({ size: z.int() }), release({ size: z.int(), words: z.int().optional() })];
    const other = release({ size: z.int().transform((size) => size), color: z.string().default('red') });
    const tag = String((await send(old, 'GET /notes/1')).headers['ETag']);
    const data = { type: 'notes', id: '1', attributes: { title: 'New' } };
    const statuses = [next, other].map(
      async (server) => (await send(server, 'PATCH /notes/1', data, { 'if-match': tag })).status,
    );
    expect(await Promise.all(statuses)).toContain(412);
  },
);

const scaling = 'guide/scaling.md';
factOf(
  scaling,
  '| the `key` of [cursors](cursor-pagination.md) | if each has its own, cursors of one process are 400 at the others | set one `key` |',
  async () => {
    const serveWith = (letter: string) =>
      serve({ profiles: [cursorPagination({ key: letter.repeat(32), applied: 'always' })] });
    const next = (await send(serveWith('a'), 'GET /notes')).document.data[0].meta.page.cursor;
    const statusAt = async (letter: string) => (await send(serveWith(letter), `GET /notes?page[after]=${next}`)).status;
    expect([await statusAt('a'), await statusAt('b')]).toEqual([200, 400]);
  },
);
factOf(scaling, '| Can a shared cache respond? How cheap is a 304? |', async () => {
  expect((await send(serve(), 'GET /notes', undefined, { 'if-none-match': '*' })).status).toBe(304);
});
const pooler = 'packages/internal/lab/cluster/postgres-cluster.ts';
proven(
  scaling,
  [
    'of the demo with 1, 2, and 4 processes on one PostgreSQL.',
    'docs/reliability.md',
    'Several processes of the atlas on one PostgreSQL',
  ],
  [
    'A request without a free connection then gets 503 with `Retry-After`',
    faults,
    'a pool without a free connection is 503, and serves again when one is free',
  ],
  ['fails single requests with 503.', faults, 'terminated connections fail their requests at most: 503, then 200'],
  ['runs again, at most 8 times.', faults, 'expect(run).toHaveBeenCalledTimes(8)'],
  [
    'tests run 32 clients on one row at each level.',
    faults,
    "'32 clients on one row, %s: each write is counted or rejected, none is 500'",
  ],
  [
    'In MySQL and MariaDB, the sources always use `read committed`.',
    `${sources}/list-statements.test.ts`,
    'sets the isolation level',
  ],
  [
    'with three connections for 12 clients.',
    `${sources}/pgbouncer.test.ts`,
    'const pool = new Pool({ ...pgbouncer.connection, max: 12 });',
  ],
  [
    'PgBouncer by default waits for 15 seconds before it tries the database again.',
    pooler,
    'By default, PgBouncer waits 15 seconds',
  ],
  ['Set `server_login_retry` to 1 second.', pooler, "'server_login_retry = 1'"],
);
