/** Aggregates of every type of column, on every database: values as documents show them, or 400. Never 500, and never another value. */
import { attribute, defineApi } from '@linkage/core';
import { aggregates, createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { columnTypes, type TypedValues } from '../test/column-types-world.ts';
import { type DatabaseName, databases, type OpenDatabase } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { createKyselySources, jsonColumn, readDatabaseSchema } from './index.ts';

type Part = 'groupBy' | 'sum' | 'extremes';
/** A type, its values from the least to the greatest, and what the database cannot do with it. */
interface Typed extends Pick<TypedValues, 'type' | 'values'> {
  readonly rejected?: readonly Part[];
  /** Without a database schema, more is rejected: the type is not known. */
  readonly rejectedIfUnknown?: readonly Part[];
  /** Whether the mapping says that it is JSON. */
  readonly isJson?: true;
  /** Whether documents show it as another value without a database schema. */
  readonly needsDatabaseSchema?: true;
  /** Whether the database cannot sort by it. */
  readonly isUnordered?: true;
}

const objects = [`'{"a":1}'`, `'{"a":2}'`];
const extremes = { rejectedIfUnknown: ['extremes'] } as const;
const postgres: readonly Typed[] = [
  { type: 'json', values: objects, isJson: true, isUnordered: true, rejected: ['groupBy', 'extremes'] },
  { type: 'jsonb', values: objects, isJson: true },
  { type: 'xml', values: ["'<a/>'", "'<b/>'"], isUnordered: true, rejected: ['groupBy', 'extremes'] },
  { type: 'point', values: ["'(1,2)'", "'(3,4)'"], isUnordered: true, rejected: ['groupBy', 'extremes'] },
  { type: 'boolean', values: ['false', 'true'], ...extremes },
  { type: 'bytea', values: ["'\\x00ff'", "'\\x0100'"], ...extremes },
  { type: 'text[]', values: ["'{a,b}'", "'{b}'"] },
  { type: 'integer[]', values: ["'{1,2}'", "'{3}'"] },
  { type: 'timestamptz[]', values: ["'{2026-01-01T00:00:00Z}'", "'{2026-01-02T00:00:00Z,2026-01-01T00:00:00Z}'"] },
  { type: 'mood', values: ["'sad'", "'happy'"] },
  { type: 'int4range', values: ["'[1,5)'", "'[2,3)'"], ...extremes },
  { type: 'bit(3)', values: ["b'001'", "b'101'"], ...extremes },
];
const more: Readonly<Record<DatabaseName, readonly Typed[]>> = {
  SQLite: [
    { type: 'json', values: objects, isJson: true },
    { type: 'blob', values: ["x'00ff'", "x'0100'"], needsDatabaseSchema: true },
  ],
  PGlite: postgres,
  PostgreSQL: postgres,
  MariaDB: [
    { type: 'json', values: objects, isJson: true },
    { type: 'varbinary(20)', values: ["x'00ff'", "x'0100'"] },
    { type: 'bit(1)', values: ["b'0'", "b'1'"], needsDatabaseSchema: true },
    { type: 'bit(8)', values: ["b'00000001'", "b'10000001'"], needsDatabaseSchema: true },
    { type: 'text', values: ["'a'", "'b'"] },
    { type: 'point', values: ['point(1, 2)', 'point(3, 4)'], isUnordered: true },
    { type: "set('a','b')", values: ["'a'", "'b'"] },
  ],
};
/** The types whose values are numbers. */
const numbers = /^(?:integer|bigint|real|double precision|double|float|numeric|decimal|year)(?:\(.*\))?(?: unsigned)?$/;

const typesOf = (name: DatabaseName): readonly Typed[] => {
  const others = more[name].map(({ type }) => type);
  const postgresName = name === 'PostgreSQL' || name === 'PGlite';
  const given = columnTypes[name].filter(({ type }) => !others.includes(type));
  const all = [...given.map((it) => (postgresName && it.type === 'uuid' ? { ...it, ...extremes } : it)), ...more[name]];
  // PGlite returns these as values that JSON does not have: a BigInt and bytes.
  return all.map((it) =>
    name === 'PGlite' && /^(?:bigint|bytea)$/.test(it.type) ? { ...it, needsDatabaseSchema: true } : it,
  );
};

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'aggregates of types', () => {
    let database: OpenDatabase;
    let db: Kysely<never>;
    beforeAll(async () => {
      database = await open();
      db = new Kysely<never>({ dialect: database.dialect });
      if (name === 'PostgreSQL' || name === 'PGlite') await database.exec("create type mood as enum ('sad', 'happy')");
    });
    afterAll(async () => {
      await db?.destroy();
      await database?.close();
    });

    const serve = async (typed: Typed, hasDatabaseSchema: boolean) => {
      const sort = typed.isUnordered !== true;
      const api = defineApi({ events: { attributes: { value: attribute(z.unknown().nullable(), { sort }) } } });
      const value = typed.isJson === true ? jsonColumn('val') : 'val';
      const mapping = { events: { table: 'event', idType: 'integer', attributes: { value } } };
      const options = hasDatabaseSchema ? { databaseSchema: await readDatabaseSchema(db) } : {};
      const sources = createKyselySources(api, db, mapping as never, options);
      const all = ['value'] as const;
      const profile = aggregates(
        api,
        { events: { groupBy: all, sum: all, min: all, max: all } },
        { applied: 'always' },
      );
      const failures: unknown[] = [];
      const onError = (error: unknown): void => void failures.push(error);
      return { send: requestsTo(createServer(api, sources as never, { profiles: [profile], onError })), failures };
    };

    for (const typed of typesOf(name)) {
      for (const hasDatabaseSchema of typed.needsDatabaseSchema === true ? [true] : [true, false]) {
        test(`${typed.type}, ${hasDatabaseSchema ? 'with' : 'without'} a databaseSchema`, async () => {
          const { type, values, rejected = [], rejectedIfUnknown = [] } = typed;
          const rows = ['null', ...values, values[0]].map((it, index) => `insert into event values (${index}, ${it});`);
          await database.exec(
            `drop table if exists event; create table event (id integer primary key, val ${type}); ${rows.join('\n')}`,
          );
          const { send, failures } = await serve(typed, hasDatabaseSchema);
          const list = await send(`GET /events${typed.isUnordered === true ? '' : '?sort=value'}`);
          const shown: unknown[] = list.document.data.map((it: { readonly attributes: object }) =>
            JSON.stringify((it.attributes as { readonly value: unknown }).value),
          );
          const isDistinct = new Set(shown).size === values.length + 1;
          const rejections: readonly Part[] = [
            ...rejected,
            ...(hasDatabaseSchema ? [] : rejectedIfUnknown),
            ...(isDistinct ? [] : (['groupBy'] as const)),
          ];
          const asked = async (query: string, part: Part) => {
            const { status, document } = await send(`GET /events?${query}`);
            expect([query, failures]).toEqual([query, []]);
            expect([query, status]).toEqual([query, rejections.includes(part) ? 400 : 200]);
            return document.meta?.aggregates;
          };
          const groups = await asked('groupBy=value', 'groupBy');
          if (groups !== undefined) {
            const counted = groups.map(({ by, count }: { by: { value: unknown }; count: number }) => [
              JSON.stringify(by.value),
              count,
            ]);
            const expected = [...new Set(shown)].map((it) => [it, shown.filter((other) => other === it).length]);
            const inOrder = (all: unknown[]): unknown[] => (typed.isUnordered === true ? all.sort() : all);
            expect(inOrder(counted)).toEqual(inOrder(expected));
          }
          const [found] = (await asked('minOf=value&maxOf=value', 'extremes')) ?? [];
          if (found !== undefined && typed.isUnordered !== true)
            expect([JSON.stringify(found.min.value), JSON.stringify(found.max.value)]).toEqual([
              shown[1],
              shown.at(-1),
            ]);
          const sum = await send('GET /events?sumOf=value');
          expect(failures).toEqual([]);
          if (numbers.test(type)) expect(sum.status).toBe(200);
          // Without a database schema, these documents show booleans as numbers.
          else if (hasDatabaseSchema || type !== 'boolean') expect([type, sum.status]).toEqual([type, 400]);
        }, 30_000);
      }
    }
  });
});
