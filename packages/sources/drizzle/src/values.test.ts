/** The values of columns of PostgreSQL in documents, for every mode of Drizzle. */
import { attribute, defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import {
  bigint,
  boolean,
  char,
  customType,
  date,
  doublePrecision,
  integer,
  interval,
  json,
  jsonb,
  numeric,
  pgEnum,
  pgTable,
  real,
  smallint,
  text,
  timestamp,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { requestsTo } from '../../kysely/test/requests.ts';
import { type OpenDrizzle, otherDrivers, places } from '../test/databases.ts';
import { createDrizzleSources } from './index.ts';

const mood = pgEnum('mood', ['ok', 'sad']);
const rows = pgTable('row', {
  id: text().primaryKey(),
  small: smallint(),
  whole: integer(),
  large: bigint({ mode: 'bigint' }),
  largeNumber: bigint('large_number', { mode: 'number' }),
  exact: numeric({ precision: 30, scale: 18 }),
  exactNumber: numeric('exact_number', { mode: 'number' }),
  single: real(),
  double: doublePrecision(),
  is: boolean(),
  code: varchar({ length: 5 }),
  letter: char({ length: 1 }),
  key: uuid(),
  day: date({ mode: 'date' }),
  dayText: date('day_text'),
  at: timestamp({ withTimezone: true }),
  atText: timestamp('at_text', { withTimezone: true, mode: 'string' }),
  local: timestamp(),
  span: interval(),
  bytes: customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })(),
  plain: json(),
  binary: jsonb(),
  names: text().array(),
  sizes: integer().array(),
  mood: mood(),
  moods: mood().array(),
});
const script = `
  create type mood as enum ('ok', 'sad');
  create table row (
    id text primary key, small smallint, whole integer, large bigint, large_number bigint, exact numeric(30, 18),
    exact_number numeric, single real, double double precision, "is" boolean, code varchar(5), letter char(1), key uuid, day date,
    day_text date, at timestamptz, at_text timestamptz, local timestamp, span interval, bytes bytea, plain json,
    "binary" jsonb, names text[], sizes integer[], mood mood, moods mood[]
  );`;

const value = z.json().nullable().default(null);
const number = attribute(z.number().nullable().default(null), { sort: true, filter: true });
const word = attribute(z.string().nullable().default(null), { sort: true, filter: true });
const api = defineApi({
  rows: {
    attributes: {
      ...{ small: number, whole: number, large: word, largeNumber: number, exact: word, exactNumber: number },
      ...{
        single: number,
        double: number,
        is: z.boolean().nullable().default(null),
        code: word,
        letter: word,
        key: word,
      },
      ...{ day: word, dayText: word, at: word, atText: word, local: word, span: z.string().nullable().default(null) },
      ...{ bytes: z.string().nullable().default(null), plain: value, binary: value },
      ...{ names: z.array(z.string()).nullable().default(null), sizes: z.array(z.number()).nullable().default(null) },
      ...{ mood: word, moods: z.array(z.string()).nullable().default(null) },
    },
    clientGeneratedIds: true,
  },
});
const values = {
  ...{ small: -5, whole: 7, large: '9007199254740993', largeNumber: 9007199254740991 },
  ...{ exact: '1.100000000000000001', exactNumber: 1.25, single: 0.1, double: 0.1, is: true, code: 'abc', letter: 'x' },
  ...{ key: '0f8fad5b-d9cb-469f-a165-70867728950e', day: '2026-02-28', dayText: '2026-02-28' },
  ...{ at: '2026-02-28T10:00:00.000001Z', atText: '2026-02-28T10:00:00.500Z', local: '2026-02-28T10:00:00.000Z' },
  ...{ span: '1 day 02:00:00', bytes: 'aGk=', plain: { b: 1, a: ['x', null] }, binary: 'text' },
  ...{ names: ['a', 'b "c"', '{}'], sizes: [1, 2], mood: 'sad', moods: ['ok', 'sad'] },
};

const postgres = [...places, ...otherDrivers].filter(({ name }) => name === 'PostgreSQL');

describe.each(postgres)('$title', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'values', () => {
    let database: OpenDrizzle;
    beforeAll(async () => {
      database = await open();
      await database.exec(script);
    });
    afterAll(() => database?.close());
    const send = () => requestsTo(createServer(api, createDrizzleSources(api, database.db, { rows: { table: rows } })));

    test('a value that was written is the value that is read, also by itself in a filter', async () => {
      const made = await send()('POST /rows', { type: 'rows', id: '1', attributes: values });
      expect([made.status, made.document.data?.attributes]).toEqual([201, values]);
      expect((await send()('GET /rows/1')).document.data.attributes).toEqual(values);
      for (const [name, { filter }] of api.types.get('rows')?.attributes ?? []) {
        if (!filter) continue;
        const url = `GET /rows?filter[${name}]=${encodeURIComponent(String(values[name as 'code']))}`;
        expect([url, (await send()(url)).ids]).toEqual([url, '1']);
      }
    });

    test('NULL is null', async () => {
      const { status, document } = await send()('POST /rows', { type: 'rows', id: '2', attributes: {} });
      expect([status, new Set(Object.values(document.data.attributes))]).toEqual([201, new Set([null])]);
    });

    test.each([
      ['small', 40000],
      ['large', '9223372036854775808'],
      ['exact', '1.0000000000000000001'],
      ['code', 'too long'],
      ['key', 'x'],
      ['day', '2026-02-30'],
      ['mood', 'angry'],
      ['bytes', '?'],
    ])('%s: %s is 422', async (name, wrong) => {
      const attributes = { [name]: wrong };
      expect((await send()('POST /rows', { type: 'rows', id: '3', attributes })).status).toBe(422);
    });
  });
});
