/** The sentences of the pages about SQL in detail, and of recipes over SQL. */

import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toOne } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect, readDatabaseSchema } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { expect } from 'vitest';
import { z } from 'zod';
import { fact as factOf, proven, send } from './fact.ts';

const page = 'guide/sql-reference.md';
const fact = (sentence: string, check: () => unknown): void => factOf(page, sentence, check);
/** A server over SQLite, whose tables are created by some statements. */
async function serveOver(api: object, statements: string, mapping: object, options: object = {}) {
  const database = new DatabaseSync(':memory:');
  database.exec(statements);
  const db = new Kysely<never>({ dialect: createNodeSqliteDialect(database) });
  const sources = createKyselySources(api as never, db, mapping as never, {
    databaseSchema: await readDatabaseSchema(db),
  });
  return createServer(api as never, sources as never, { onError: () => undefined, ...options } as never);
}
const notes = defineApi({ notes: { attributes: { title: z.string() } } });
const statusOf = async (server: Awaited<ReturnType<typeof serveOver>>, line: string, data?: unknown) =>
  (await send(server, line, data)).status;

fact('Declare its columns `not null`: a collection with such a row responds with 500.', async () => {
  const server = await serveOver(
    notes,
    "create table note (id text primary key, title text not null); insert into note values (null, 'x')",
    { notes: { table: 'note' } },
  );
  expect(await statusOf(server, 'GET /notes')).toBe(500);
});
fact('An id that does not fit the columns receives 404.', async () => {
  const server = await serveOver(
    notes,
    "create table note (id integer primary key, title text not null); insert into note values (1, 'x')",
    { notes: { table: 'note', idType: 'integer' } },
  );
  expect(await statusOf(server, 'GET /notes/1')).toBe(200);
  for (const id of ['x', '01', '1.0', '99999999999999999999'])
    expect(await statusOf(server, `GET /notes/${id}`)).toBe(404);
});
fact("An id never changes: the fields of its columns must have `write: 'create'` or `write: false`", async () => {
  const start = (write: object) => {
    const api = defineApi({
      notes: { attributes: { area: attribute(z.string(), write), nr: attribute(z.int(), write) } },
    });
    return serveOver(api, 'create table note (area text not null, nr integer not null, primary key (area, nr))', {
      notes: { table: 'note', id: ['area', 'nr'] },
    });
  };
  await expect(start({})).rejects.toThrow(TypeError);
  await start({ write: 'create' });
});
fact('| SQLite | as stored; an integer beyond 2^53 is a string |', async () => {
  const api = defineApi({ notes: { attributes: { size: z.union([z.string(), z.number()]) } } });
  const statements =
    "create table note (id text primary key not null, size integer not null); insert into note values ('a', 9007199254740993), ('b', 7)";
  const server = await serveOver(api, statements, { notes: { table: 'note' } });
  const { document } = await send(server, 'GET /notes?fields[notes]=size');
  expect(document.data.map(({ attributes }: { attributes: { size: unknown } }) => attributes.size)).toEqual([
    '9007199254740993',
    7,
  ]);
});

const sources = 'packages/sources/kysely/src';
const session = `${sources}/request-session.test.ts`;
const exact = `${sources}/exact-values.test.ts`;
const polymorphic = `${sources}/polymorphic.test.ts`;
proven(
  page,
  [
    '- `restrict`: 409. The error names the relationship',
    `${sources}/violations.test.ts`,
    'a resource that others refer to: 409',
  ],
  [
    'the request receives 503 with `Retry-After`',
    `${sources}/statements/faults.test.ts`,
    'terminated connections fail their requests at most: 503, then 200',
  ],
  ['| `date` and 64-bit integers | a string |', exact, 'formats, with a database schema: %s'],
  ['its numbers keep their digits, such as 9007199254740993 and 1.10 |', exact, "bigs: ['9007199254740993', '1'],"],
  [
    '- **Values that cannot be read** are null: Infinity, NaN, invalid JSON, impossible dates, and booleans such as 5 in `tinyint(1)`',
    `${sources}/unreadable-values.test.ts`,
    "['real', \"'NaN'\", '1.5', 1.5],",
  ],
  [
    'so a write reads and locks the related row: 404 if it does not exist.',
    polymorphic,
    'a related resource must exist in the table of its type',
  ],
  [
    'A stored value that is not in `types` is a 500, and `onError` receives it.',
    polymorphic,
    'a stored value that is not a type is a failure, which the response does not contain',
  ],
  [
    'and `restrict` responds with 409.',
    `${sources}/polymorphic-members.test.ts`,
    'a deletion applies `onDelete` to the rows of the join table',
  ],
  ['- **What is hidden** is 404, and missing in collections', session, 'a user reads the rows of its policies'],
  ['What a role or a `with check` forbids is 403.', session, 'a role without the right gets 403'],
  [
    'A policy that cannot read a setting is 403, and `onError` receives why.',
    `${sources}/failing-policies.test.ts`,
    "toMatchObject([line, 403, { code: 'FORBIDDEN' }])",
  ],
  [
    'the name of a missing role is a 500.',
    session,
    "serverOf(() => ({ role: 'missing' }), other))('GET /notes')).status).toBe(500)",
  ],
);

const one = `${sources}/one-to-one.test.ts`;
const rowFilter = `${sources}/row-filter.test.ts`;
const tenants = 'packages/sources/kysely/test/tenants-world.ts';
proven(
  'guide/sql.md',
  [
    'a value that a column cannot store is rejected with 422',
    `${sources}/violations.test.ts`,
    'a value out of range or too long: 422, with a database schema and without one',
  ],
  [
    '`PATCH /profiles/2/relationships/person` is 409 if the person has another profile.',
    one,
    "'PATCH /profiles/p2/relationships/user', { type: 'users', id: '1' })).status).toBe(409)",
  ],
  [
    'Null or undefined is a 500: throw a `JsonApiError` for users without a tenant.',
    tenants,
    'a request without a tenant is an error of the server',
  ],
  [
    'A write after which the row does not match is 422.',
    rowFilter,
    "'PATCH /longArticles/l', article('l', 2))).status).toBe(422)",
  ],
  ['A new resource with the id of another row of the table receives 409.', rowFilter, 'expect(again.status).toBe(409)'],
  [
    'runs again, at most 8 times; then 409 `WRITE_CONFLICT`.',
    `${sources}/statements/faults.test.ts`,
    'a repeated conflict is WRITE_CONFLICT, 409 with Retry-After, after 8 runs',
  ],
);
factOf('guide/sql.md', 'and releases the one before: 409 if `person_id` cannot be NULL.', async () => {
  const api = defineApi({
    people: { attributes: {}, relationships: { profile: toOne('profiles', { inverse: 'person' }) } },
    profiles: { attributes: {}, relationships: { person: toOne('people', { inverse: 'profile' }) } },
  });
  const statusWith = async (constraint: string) => {
    const statements = `create table person (id text primary key not null);
      create table profile (id text primary key not null, person_id text ${constraint} unique references person (id));
      insert into person values ('1'), ('2'); insert into profile values ('a', '1'), ('b', '2');`;
    const server = await serveOver(api, statements, {
      people: { table: 'person', relationships: { profile: { foreignKey: 'person_id' } } },
      profiles: { table: 'profile', relationships: { person: { column: 'person_id' } } },
    });
    return statusOf(server, 'PATCH /people/1/relationships/profile', { type: 'profiles', id: 'b' });
  };
  expect([await statusWith(''), await statusWith('not null')]).toEqual([204, 409]);
});
proven(
  'recipes/multi-tenancy.md',
  [
    'A write of such a link is 404, as if the row did not exist.',
    tenants,
    'a link to a row of another tenant is rejected as one to no row',
  ],
  [
    'If `of` returns null or undefined, the response is 500.',
    tenants,
    'a request without a tenant is an error of the server',
  ],
  ['reveals values of other tenants by its 409.', rowFilter, 'expect(again.status).toBe(409)'],
  [
    '| New resources | receive the values of its columns | must match it, otherwise 403 |',
    rowFilter,
    'a new row receives the values of the row filter',
  ],
  [
    '| A write that takes the row out | 422 | 403 |',
    rowFilter,
    'a write must not take a row out of a filter that is an expression',
  ],
);

const reading = `${sources}/outbox/read-outbox.test.ts`;
const stream = 'docs/examples/event-stream.test.ts';
const code = `${sources}/outbox/event-stream.ts`;
proven(
  'guide/events.md',
  ['by default 10 times, with growing waits.', `${sources}/outbox/read-outbox.ts`, 'attempts: given.attempts ?? 10'],
  [
    '- **Far behind.** Positions are given, and events deleted, 1,000 at a time.',
    reading,
    'a read gives positions to a bounded number of events, and the next ones need none',
  ],
  ['Each process reads the table once in an `interval` (500 ms), for all streams.', code, 'interval = 500'],
  [
    'Each stream then reads up to 100 new events, and sends one GET for 50 resources of each type.',
    stream,
    'a page of events is one read for 50 resources of each type',
  ],
  [
    'A user that the server does not accept receives its response, such as 401. Other methods than GET and HEAD are 405. More than `limit` streams are 503.',
    stream,
    'a user whom the server does not accept has no stream, and there is a limit',
  ],
);
factOf('guide/drizzle.md', '`2.50` becomes `2.5`, and more than 15 digits are rounded.', () => {
  const database = new DatabaseSync(':memory:');
  database.exec("create table t (n numeric); insert into t values ('2.50'), ('1.23456789012345678')");
  const [short, long] = database
    .prepare('select n from t')
    .all()
    .map(({ n }) => String(n));
  expect([short, long?.startsWith('1.23456789012345'), long === '1.23456789012345678']).toEqual(['2.5', true, false]);
});
proven('guide/drizzle.md', [
  'so a string with this character is 422.',
  'packages/sources/drizzle/src/libsql-with-kysely.test.ts',
  'libSQL cuts strings at U+0000, so a text with this character is 422, and others are stored',
]);
const counts = `${sources}/list-statements.test.ts`;
const hooks = 'packages/server/src/pipeline/writes-within.test.ts';
proven('recipes/audit-log.md', [
  '100 creations or updates take at most 6 statements over SQLite.',
  `${sources}/audit-log.test.ts`,
  'expect([count, count <= 6]).toEqual([count, true]);',
]);
proven(
  'recipes/hooks.md',
  [
    '| `afterCommit` | once after the commit; never after a rollback |',
    'packages/server/src/rules/both-sides.test.ts',
    'afterCommit` runs once, also if the source repeats the transaction',
  ],
  ['100 creations take 4 statements over SQLite.', counts, "['open', 'hooks', [4, 4, 5]],"],
  [
    'it responds to the inner request with 500, and `onError` receives the reason.',
    hooks,
    'a write within a transaction of the same sources',
  ],
  [
    'The response is then 500, and `onError` receives the error',
    `${sources}/hook-faults.test.ts`,
    "[line, 500, 'INTERNAL_ERROR', 1]",
  ],
);
const membership = 'packages/server/test/membership-suite.ts';
proven(
  'recipes/membership-data.md',
  [
    'Undeclared members of a row never appear:',
    'docs/examples/membership.test.ts',
    'records of the serializer contain it',
  ],
  [
    'A wrong value, or a new member without its data, is 422 with the code `MEMBER_INVALID`.',
    membership,
    'a wrong value of a member',
  ],
  [
    'A value with `write: false` is 403, unless it is the stored one: a client can send back what it has read.',
    membership,
    'a value of the server is accepted as it is stored, and not written',
  ],
);
proven(
  'recipes/sequences.md',
  [
    'The issues of each project have the numbers 1, 2, 3, …',
    `${sources}/numbered-issues.test.ts`,
    'have no gaps and occur once, also with requests at the same time',
  ],
  [
    'The tests run this on SQLite, PostgreSQL, and MariaDB with 24 requests at the same time.',
    `${sources}/numbered-issues.test.ts`,
    'Array.from({ length: 24 }',
  ],
);
proven('recipes/files.md', [
  '- Of two uploads at the same time, one receives 409.',
  'docs/examples/files.test.ts',
  'of two uploads at the same time, one is stored',
]);
proven(
  'recipes/soft-delete.md',
  [
    'so a second `DELETE` responds with 404.',
    'docs/examples/recipes.test.ts',
    'soft delete: a deleted resource is missing, and its row is still there',
  ],
  [
    '`slug` is taken is then a conflict: 409.',
    `${sources}/trash.test.ts`,
    'editors see and restore what is deleted, readers do not, and a key is free again',
  ],
);
proven('recipes/computed-and-write-only-attributes.md', [
  '- The server never asks the source for the attribute.',
  'docs/examples/recipes.test.ts',
  'write-only attributes: stored as a hash, and never in a response',
]);
