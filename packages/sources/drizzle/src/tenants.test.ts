import { eq } from 'drizzle-orm';
import { int, mysqlTable, varchar } from 'drizzle-orm/mysql-core';
import * as pg from 'drizzle-orm/pg-core';
import * as sqlite from 'drizzle-orm/sqlite-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { api, describeTenants, others, tables, tenant } from '../../kysely/test/tenants-world.ts';
import { type OpenDrizzle, places } from '../test/databases.ts';
import { createDrizzleSources, kyselyOf } from './index.ts';

// biome-ignore lint/suspicious/noExplicitAny: the functions of three databases have the same parameters
const schemaOf = (table: any, string: any, integer: any) => {
  const text = (name: string) => string(name, { length: 20 });
  const clinicId = () => integer('clinic_id').notNull();
  return {
    country: table('country', { id: text('id').primaryKey(), name: text('name').notNull() }),
    patient: table('patient', {
      ...{ id: text('id').primaryKey(), name: text('name').notNull(), clinicId: clinicId() },
      countryId: text('country_id'),
    }),
    visit: table('visit', {
      ...{ id: text('id').primaryKey(), text: text('text').notNull(), open: integer('open').notNull() },
      ...{ clinicId: clinicId(), patientId: text('patient_id') },
    }),
    physician: table('physician', { id: text('id').primaryKey(), name: text('name').notNull(), clinicId: clinicId() }),
    link: table('visit_physician', {
      visitId: text('visit_id').notNull(),
      physicianId: text('physician_id').notNull(),
    }),
  };
};
const schemas: Readonly<Record<string, ReturnType<typeof schemaOf>>> = {
  PostgreSQL: schemaOf(pg.pgTable, pg.varchar, pg.integer),
  MariaDB: schemaOf(mysqlTable, varchar, int),
};
const ofSqlite = schemaOf(sqlite.sqliteTable, sqlite.text, sqlite.integer);

const mappingOf = (name: string, newId?: () => string) => {
  const { country, patient, visit, physician, link } = schemas[name] ?? ofSqlite;
  return {
    patients: {
      table: patient,
      relationships: { visits: { foreignKey: visit.patientId }, country: { column: patient.countryId } },
    },
    visits: {
      ...{ table: visit, newId },
      relationships: {
        patient: { column: visit.patientId },
        doctors: { from: link.visitId, to: link.physicianId },
      },
    },
    doctors: { table: physician, relationships: { visits: { from: link.physicianId, to: link.visitId } } },
    // biome-ignore lint/suspicious/noExplicitAny: the table is one of three databases
    openVisits: { table: visit, newId, where: (row: any) => eq(row.open, 1) },
    countries: { table: country },
  };
};

describe.each(places)('$title', ({ name, missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'tenants', () => {
    const opened: OpenDrizzle[] = [];
    beforeEach(async () => {
      for (const script of [tables, `${tables}${others}`]) {
        const database = await open();
        opened.push(database);
        await database.exec(script);
      }
    }, 120_000);
    afterEach(async () => {
      for (const database of opened.splice(0)) await database.close();
    });
    const option = { ...tenant, column: 'clinicId' };
    const create = (given: object, mapping: object = mappingOf(name)) =>
      createDrizzleSources(api, opened[0]?.db as never, mapping as never, given as never);

    describeTenants(async (index) => {
      const { db } = opened[index] as OpenDrizzle;
      return {
        sources: (newId) => createDrizzleSources(api, db, mappingOf(name, newId) as never, { tenant: option } as never),
        rows: async (table) => {
          const rows = await kyselyOf(db)
            .selectFrom(table as never)
            .selectAll()
            .execute();
          return (rows as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1));
        },
      };
    });

    test('a type whose table does not have the property does not start', () => {
      expect(() => create({ tenant: { ...option, except: [] } })).toThrow(
        'createDrizzleSources: mapping.countries: the table does not have the column "clinicId" of `tenant`. If its rows belong to all tenants, add "countries" to `tenant.except`.',
      );
      expect(() => create({ tenant: { ...option, column: 'clinic_id' } })).toThrow(
        'the table does not have the column "clinic_id" of `tenant`. Did you mean "clinicId"?',
      );
      const { doctors, ...mapping } = mappingOf(name);
      expect(() => create({ tenant: option }, { ...mapping, doctors: { ...doctors, where: { clinicId: 1 } } })).toThrow(
        'mapping.doctors.where must not contain "clinicId", because `tenant` determines it.',
      );
      expect(() => create({ tenant: { ...option, of: 1 } })).toThrow(
        'createDrizzleSources: tenant: `of` must be a function',
      );
    });
  });
});
