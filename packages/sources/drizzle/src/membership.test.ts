import { createServer } from '@linkage/server';
import { date, int, mysqlTable, varchar } from 'drizzle-orm/mysql-core';
import * as pg from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';
import { afterEach, describe, expect, test } from 'vitest';
import { api, describeMembership } from '../../../server/test/membership-suite.ts';
import { membershipTables } from '../../kysely/test/membership-tables.ts';
import { places } from '../test/databases.ts';
import { createDrizzleSources } from './index.ts';

const id = { length: 36 };
/** The tables of each database. The columns `role` and `since` have the names of the data. */
const schemas = {
  SQLite: () => ({
    clinic: sqlite.sqliteTable('clinic', { id: sqlite.text('id').primaryKey(), name: sqlite.text('name').notNull() }),
    doctor: sqlite.sqliteTable('doctor', { id: sqlite.text('id').primaryKey(), name: sqlite.text('name').notNull() }),
    link: sqlite.sqliteTable('clinic_doctor', {
      ...{ clinicId: sqlite.text('clinic_id').notNull(), doctorId: sqlite.text('doctor_id').notNull() },
      ...{ role: sqlite.text('role').notNull(), since: sqlite.text('since').notNull() },
      ...{ weeklyHours: sqlite.integer('weekly_hours'), rankNo: sqlite.integer('rank_no') },
    }),
  }),
  PostgreSQL: () => ({
    clinic: pg.pgTable('clinic', { id: pg.varchar('id', id).primaryKey(), name: pg.varchar('name').notNull() }),
    doctor: pg.pgTable('doctor', { id: pg.varchar('id', id).primaryKey(), name: pg.varchar('name').notNull() }),
    link: pg.pgTable('clinic_doctor', {
      ...{ clinicId: pg.varchar('clinic_id', id).notNull(), doctorId: pg.varchar('doctor_id', id).notNull() },
      ...{ role: pg.varchar('role').notNull(), since: pg.date('since').notNull() },
      ...{ weeklyHours: pg.integer('weekly_hours'), rankNo: pg.integer('rank_no') },
    }),
  }),
  MariaDB: () => ({
    clinic: mysqlTable('clinic', { id: varchar('id', id).primaryKey(), name: varchar('name', id).notNull() }),
    doctor: mysqlTable('doctor', { id: varchar('id', id).primaryKey(), name: varchar('name', id).notNull() }),
    link: mysqlTable('clinic_doctor', {
      ...{ clinicId: varchar('clinic_id', id).notNull(), doctorId: varchar('doctor_id', id).notNull() },
      ...{ role: varchar('role', id).notNull(), since: date('since', { mode: 'string' }).notNull() },
      ...{ weeklyHours: int('weekly_hours'), rankNo: int('rank_no') },
    }),
  }),
} as const;

const mappingOf = (name: string, member?: object) => {
  const make = (schemas as unknown as Readonly<Record<string, (typeof schemas)['SQLite']>>)[name] ?? schemas.SQLite;
  const { clinic, doctor, link } = make();
  const data = member ?? { hours: link.weeklyHours, rank: link.rankNo };
  return {
    clinics: { table: clinic, relationships: { doctors: { from: link.clinicId, to: link.doctorId, member: data } } },
    doctors: { table: doctor, relationships: { clinics: { from: link.doctorId, to: link.clinicId, member: data } } },
  } as never;
};

describe.each(places)('$title', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'membership data', () => {
    const closing: (() => unknown)[] = [];
    afterEach(async () => {
      for (const close of closing.splice(0)) await close();
    });
    describeMembership(async (options, rank) => {
      const database = await open();
      closing.push(database.close);
      await database.exec(membershipTables(rank));
      return createServer(api, createDrizzleSources(api, database.db, mappingOf(name)), options);
    });
  });
});

test('data without a column of the join table is a mistake at start', async () => {
  const place = places.find(({ name }) => name === 'SQLite');
  const database = await place?.open();
  const create = (member: object) => () =>
    createDrizzleSources(api, database?.db as never, mappingOf('SQLite', member));
  expect(create({})).toThrow('relationships.doctors.member.hours must be a column of the table "clinic_doctor"');
  expect(create({ stray: 1 })).toThrow('must not contain `stray`');
  await database?.close();
});
