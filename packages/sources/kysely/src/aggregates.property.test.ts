/** Groups of relationships and of parts of times, and exact sums: equal to those of memory on every database, also under access rules. */
import { attribute, defineApi, toOne } from '@linkage/core';
import { aggregates, createMemorySources, createServer } from '@linkage/server';
import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases } from '../test/databases.ts';
import { requestsTo } from '../test/requests.ts';
import { useDatabase } from '../test/use-database.ts';
import { createKyselySources, instantColumn, localDateTimeColumn, readDatabaseSchema } from './index.ts';

const on = { sort: true, filter: true } as const;
const api = defineApi({
  visits: {
    attributes: {
      at: attribute(z.iso.datetime().nullable(), on),
      local: attribute(z.iso.datetime({ local: true }).nullable(), on),
      day: attribute(z.iso.date().nullable(), on),
      price: z.string().nullable(),
      isSecret: attribute(z.boolean(), on),
    },
    relationships: { doctor: toOne('doctors', on) },
  },
  doctors: { attributes: { name: attribute(z.string(), on) } },
});
const times = ['at', 'local', 'day'] as const;
const parts = ['year', 'month', 'day', 'hour'] as const;
const keys = [
  'doctor',
  'isSecret',
  ...times.flatMap((name) => parts.map((part) => `${name}.${part}` as const)),
] as const;
const ofVisits = { groupBy: keys, sum: ['price'], min: ['at'], max: ['day'] } as const;

const tables = `
  create table doctor (id varchar(20) primary key, name varchar(20) not null, gone boolean not null);
  create table visit (
    id varchar(20) primary key, at_time datetime(3), local_time datetime(3), day date, price numeric(20, 2), is_secret boolean not null,
    doctor_id varchar(20)
  );
`;
const ofDatabase = (name: string) =>
  name === 'SQLite'
    ? tables.replaceAll('datetime(3)', 'text').replace('numeric(20, 2)', 'integer').replace('day date', 'day text')
    : name === 'MariaDB'
      ? tables
      : tables.replace('at_time datetime(3)', 'at_time timestamptz(3)').replaceAll('datetime(3)', 'timestamp(3)');

/** The row filter of the mapping excludes doctor 3. */
const doctors = ['1', '2', '3'].map((id) => ({ id, name: `D${id}`, gone: id === '3' }));

const instant = fc
  .oneof(
    fc.integer({ min: Date.UTC(1971), max: Date.UTC(2049) }),
    // Around changes of clocks, and the ends of months.
    fc
      .tuple(
        fc.constantFrom(Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1), Date.UTC(2026, 2), Date.UTC(2027)),
        fc.integer({ min: -5, max: 5 }),
      )
      .map(([time, hours]) => time + hours * 1_800_000),
  )
  .map((time) => new Date(time).toISOString());
const visit = fc.record({
  at: fc.option(instant),
  local: fc.option(instant.map((text) => text.slice(0, -1))),
  day: fc.option(instant.map((text) => text.slice(0, 10))),
  cents: fc.option(fc.integer({ min: -99_999, max: 99_999 })),
  isSecret: fc.boolean(),
  doctor: fc.option(fc.constantFrom('1', '2', '3')),
});
type Visit = typeof visit extends fc.Arbitrary<infer Value> ? Value : never;

const world = fc.record({
  visits: fc.array(visit, { maxLength: 12 }),
  groupBy: fc.uniqueArray(fc.constantFrom(...keys), { minLength: 1, maxLength: 3 }),
  timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'),
  isRuled: fc.boolean(),
});

describe.each(databases)('$name', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'groups', () => {
    const used = useDatabase<Record<string, Record<string, unknown>>>(open, ofDatabase(name));
    const isSqlite = name === 'SQLite';

    const fill = async (visits: readonly Visit[]) => {
      await used.db.deleteFrom('visit').execute();
      for (const [index, it] of visits.entries()) {
        const stored = (text: string | null) =>
          text === null ? null : name === 'MariaDB' ? text.replace('T', ' ').replace('Z', '') : text;
        await used.db
          .insertInto('visit')
          .values({
            id: String(index),
            at_time: stored(it.at),
            local_time: stored(it.local),
            day: it.day,
            price: it.cents === null ? null : isSqlite ? it.cents : sql`${it.cents / 100}`,
            is_secret: isSqlite ? Number(it.isSecret) : it.isSecret,
            doctor_id: it.doctor,
          })
          .execute();
      }
    };

    const serversFor = async (visits: readonly Visit[], timeZone: string, isRuled: boolean) => {
      const sources = createKyselySources(
        api,
        used.db as never,
        {
          visits: {
            table: 'visit',
            attributes: {
              at: instantColumn('at_time'),
              local: localDateTimeColumn('local_time'),
              isSecret: { column: 'is_secret', decode: Boolean },
              ...(isSqlite && { price: { column: 'price', decode: (it: unknown) => String(it) } }),
            },
            relationships: { doctor: { column: 'doctor_id' } },
          },
          doctors: { table: 'doctor', where: { gone: false } },
        } as never,
        { databaseSchema: await readDatabaseSchema(used.db as never), onWarning: () => undefined },
      );
      const records = visits.map(({ cents, doctor, ...it }, index) => ({
        ...it,
        id: String(index),
        price: cents === null ? null : isSqlite ? String(cents) : (cents / 100).toFixed(2),
        doctor: doctor === '3' ? null : doctor,
      }));
      const memory = createMemorySources(api, {
        visits: records,
        doctors: doctors.slice(0, 2).map(({ gone: _, ...it }) => it),
      } as never);
      const profiles = [aggregates(api, { visits: ofVisits }, { applied: 'always', timeZone })];
      const read = () => true;
      const access = { visits: { read: () => [{ field: 'isSecret', values: [false] }] }, doctors: { read } };
      return [sources, memory].map((it) =>
        requestsTo(createServer(api, it as never, { profiles, ...(isRuled && { access }) } as never)),
      );
    };

    test('equal those of memory, and do not depend on hidden resources', async () => {
      await used.exec(
        doctors
          .map(({ id, gone }) => `insert into doctor values ('${id}', 'D${id}', ${isSqlite ? Number(gone) : gone});`)
          .join('\n'),
      );
      const property = fc.asyncProperty(
        world,
        fc.array(visit, { maxLength: 3 }),
        async ({ visits, groupBy, timeZone, isRuled }, more) => {
          const line = `GET /visits?groupBy=${groupBy.join()}&sumOf=price&minOf=at&maxOf=day&page[size]=0`;
          await fill(visits);
          const [one, other] = await serversFor(visits, timeZone, isRuled);
          const [found, expected] = [await one?.(line), await other?.(line)];
          expect([found?.status, found?.document.meta]).toEqual([200, expected?.document.meta]);
          if (!isRuled) return;
          const hidden = more.map((it) => ({ ...it, isSecret: true }));
          await fill([...visits.filter((it) => !it.isSecret), ...hidden]);
          const again = await one?.(line);
          expect(again?.document).toEqual(found?.document);
        },
      );
      await fc.assert(property, { numRuns: Number(process.env['RUNS'] ?? (isSqlite ? 60 : 25)) });
    }, 120_000);
  });
});
