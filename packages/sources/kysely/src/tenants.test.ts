/** The option `tenant` of the sources: the rows of other tenants do not exist, and no type can be forgotten, on every database. */
import { defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { databases, type OpenDatabase } from '../test/databases.ts';
import { api, type Context, describeTenants, others, tables, tenant } from '../test/tenants-world.ts';
import {
  createKyselySources,
  type KyselySourceOptions,
  type MappingWarning,
  type RowColumn,
  type RowExpressionBuilder,
  readDatabaseSchema,
} from './index.ts';

const isOpen = (row: RowColumn, eb: RowExpressionBuilder) => eb(row('open'), '=', 1);
const mapping = {
  patients: {
    table: 'patient',
    relationships: { visits: { foreignKey: 'patient_id' }, country: { column: 'country_id' } },
  },
  visits: {
    table: 'visit',
    relationships: {
      patient: { column: 'patient_id' },
      doctors: { through: 'visit_physician', from: 'visit_id', to: 'physician_id' },
    },
  },
  doctors: {
    table: 'physician',
    relationships: { visits: { through: 'visit_physician', from: 'physician_id', to: 'visit_id' } },
  },
  openVisits: { table: 'visit', where: isOpen },
  countries: { table: 'country' },
} as const;

describe.each(databases)('$name', ({ missing, open }) => {
  describe.skipIf(missing !== undefined)(missing ?? 'tenants', () => {
    const opened: OpenDatabase[] = [];
    beforeAll(async () => {
      for (const script of [tables, `${tables}${others}`]) {
        const database = await open();
        opened.push(database);
        await database.exec(script);
      }
    }, 120_000);
    afterAll(async () => {
      for (const database of opened) await database.close();
    });

    const dbOf = (index: number) => new Kysely<never>({ dialect: (opened[index] as OpenDatabase).dialect });
    const start = async (
      given: object,
      options: Partial<KyselySourceOptions<Context>> = {},
      db: Kysely<never> = dbOf(0),
    ) =>
      createKyselySources(
        api,
        db,
        given as never,
        { databaseSchema: await readDatabaseSchema(db), tenant, ...options } as never,
      );
    const warningsOf = async (given: object, options: Partial<KyselySourceOptions<Context>> = {}) => {
      const warnings: MappingWarning[] = [];
      await start(given, { ...options, onWarning: (warning) => void warnings.push(warning) });
      return warnings.map(({ where, message }) => `${where}: ${message}`);
    };

    describeTenants(async (index) => {
      const db = dbOf(index);
      const databaseSchema = await readDatabaseSchema(db);
      return {
        sources: (newId) =>
          createKyselySources(
            api,
            db,
            {
              ...mapping,
              visits: { ...mapping.visits, newId },
              openVisits: { ...mapping.openVisits, newId },
            } as never,
            { databaseSchema, tenant } as never,
          ),
        rows: (table) =>
          db
            .selectFrom(table as never)
            .selectAll()
            .orderBy((table === 'visit_physician' ? 'visit_id' : 'id') as never)
            .execute(),
      };
    });

    test('a server without `context` does not start', async () => {
      const sources = await start(mapping);
      expect(() => createServer(api, sources as never)).toThrow('context');
    });

    test('a type whose table does not have the column does not start', async () => {
      await expect(start(mapping, { tenant: { column: 'clinic_id', of: tenant.of } })).rejects.toThrow(
        'createKyselySources: mapping.countries: the table does not have the column "clinic_id" of `tenant`. If its rows belong to all tenants, add "countries" to `tenant.except`.',
      );
      await expect(start(mapping, { tenant: { ...tenant, except: ['contries'] } })).rejects.toThrow(
        'tenant.except: unknown resource type "contries". Did you mean "countries"?',
      );
      await expect(start({ ...mapping, doctors: { ...mapping.doctors, where: { clinic_id: 1 } } })).rejects.toThrow(
        'mapping.doctors.where must not contain "clinic_id", because `tenant` determines it.',
      );
      await expect(start(mapping, { tenant: { ...tenant, of: 'x' as never } })).rejects.toThrow(
        'createKyselySources: tenant: `of` must be a function',
      );
    });

    test('clients cannot write the column', async () => {
      const writable = defineApi({ doctors: { attributes: { name: z.string(), clinic_id: z.int() } } });
      const db = dbOf(0);
      const databaseSchema = await readDatabaseSchema(db);
      const doctors = { doctors: { table: 'physician' } };
      expect(() =>
        createKyselySources(
          writable,
          db,
          doctors as never,
          { databaseSchema, tenant: { ...tenant, except: [] } } as never,
        ),
      ).toThrow('clients can write the column "clinic_id" as the attribute "clinic_id"');
    });

    test('warnings about indexes know that those of tenants begin with the column', async () => {
      const ofIndexes = (await warningsOf(mapping)).filter((it) => it.includes('index'));
      expect(ofIndexes.filter((it) => it.includes('patients'))).toEqual([]);
      expect(ofIndexes).toContain(
        'mapping.doctors.attributes.name: Requests can sort by "name", but no index begins with the columns "clinic_id", "name".',
      );
    });

    test('without the option, a type that alone has all rows is a warning', async () => {
      const rowFilter = { clinic_id: ({ context }: { context: Context }) => context.clinic };
      const by = (...names: readonly string[]) =>
        Object.fromEntries(
          Object.entries(mapping).map(([name, it]) => [name, names.includes(name) ? { ...it, where: rowFilter } : it]),
        );
      const shared = async (given: object, options: object) =>
        (await warningsOf(given, options)).filter((it) => it.includes('has all rows'));
      expect(await shared(by('patients', 'visits', 'openVisits'), { tenant: undefined })).toEqual([
        'mapping.doctors: The `where` of the other types with the column "clinic_id" contains it, but this type has all rows. Add it to the `where`, or use the option `tenant`.',
      ]);
      expect(await shared(by('patients'), { tenant: undefined })).toEqual([]);
      expect(await shared(mapping, { tenant: { ...tenant, except: ['countries', 'doctors'] } })).toEqual([]);
    });
  });
});
