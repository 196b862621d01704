/** A table with values that drivers change, for `exact-values.test.ts`. */
import { attribute, defineApi } from '@linkage/core';
import { createServer, cursorPagination } from '@linkage/server';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import {
  arrayColumn,
  base64Column,
  createKyselySources,
  instantColumn,
  localDateTimeColumn,
  readDatabaseSchema,
} from '../src/index.ts';
import type { DatabaseName } from './databases.ts';
import { requestsTo } from './requests.ts';

const on = { sort: true, filter: ['eq', 'gt', 'le'] } as const;
const text = z.string().nullable().default(null);
const list = z.array(z.unknown()).nullable().default(null);

export const api = defineApi({
  readings: {
    attributes: {
      at: attribute(z.iso.datetime({ offset: true }).nullable().default(null), on),
      wall: attribute(z.iso.datetime({ local: true }).nullable().default(null), on),
      bytes: attribute(text, { filter: ['eq'] }),
      tags: list,
      size: attribute(z.union([z.int(), z.string()]).nullable().default(null), on),
    },
    clientGeneratedIds: true,
  },
});

const columns: Readonly<Record<'SQLite' | 'PostgreSQL' | 'MariaDB', string>> = {
  SQLite: 'at datetime, wall datetime, bytes blob, tags text, size integer',
  PostgreSQL: 'at timestamptz, wall timestamp, bytes bytea, tags text[], size integer',
  MariaDB: 'at datetime(6), wall datetime(6), bytes blob, tags json, size integer',
};
const values: Readonly<Record<'SQLite' | 'PostgreSQL' | 'MariaDB', string>> = {
  SQLite: `'2026-03-08T02:30:00.123456Z', '2026-03-08T02:30:00.123456', x'00ff0a', '["a","b,\\"c",null,"NULL"]', 7`,
  PostgreSQL: `'2026-03-08 02:30:00.123456Z', '2026-03-08 02:30:00.123456', '\\x00ff0a', '{a,"b,\\"c",null,"NULL"}', 7`,
  MariaDB: `'2026-03-08 02:30:00.123456', '2026-03-08 02:30:00.123456', x'00ff0a', '["a","b,\\\\"c",null,"NULL"]', 7`,
};

const kindOf = (name: DatabaseName) => (name === 'PGlite' ? 'PostgreSQL' : name);

export function schemaOf(name: DatabaseName): string {
  return `create table reading (id varchar(20) primary key, ${columns[kindOf(name)]});
    insert into reading values ('1', ${values[kindOf(name)]});
    insert into reading (id) values ('2');`;
}

/** The values of the first row, in every database. */
export const expected = {
  at: '2026-03-08T02:30:00.123456Z',
  wall: '2026-03-08T02:30:00.123456',
  bytes: 'AP8K',
  tags: ['a', 'b,"c', null, 'NULL'],
  size: 7,
};

export const formats = {
  at: instantColumn(),
  wall: localDateTimeColumn(),
  bytes: base64Column(),
  tags: arrayColumn(),
};

/** Serves types over tables; without a database schema, only the mapping says their types. */
export async function serve(db: Kysely<never>, types: object, mapping: object, hasDatabaseSchema: boolean) {
  const options = hasDatabaseSchema ? { databaseSchema: await readDatabaseSchema(db) } : {};
  const sources = createKyselySources(types as typeof api, db, mapping as never, options);
  const failures: unknown[] = [];
  const onError = (error: unknown): void => void failures.push(error);
  const profiles = [cursorPagination({ key: 'a key of thirty-two bytes or more', applied: 'always' })];
  const send = (more: object) =>
    requestsTo(createServer(types as typeof api, sources as never, { onError, ...more }) as never);
  return { send: send({}), paged: send({ profiles }), failures };
}
