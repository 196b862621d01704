import { createKyselySources, type RowColumn, type RowExpressionBuilder } from '@linkage/kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api, describeTenants, others, tables, tenant } from '../../kysely/test/tenants-world.ts';
import { missing, openPrisma } from '../test/open-prisma.ts';
import { createPrismaSources, kyselyOf } from './index.ts';

const mappingOf = (newId?: () => string) => ({
  patients: { model: 'patient' },
  visits: {
    ...{ model: 'visit', newId },
    relationships: { doctors: { through: 'VisitPhysician', from: 'visitId', to: 'physicianId' } },
  },
  doctors: {
    model: 'physician',
    relationships: { visits: { through: 'VisitPhysician', from: 'physicianId', to: 'visitId' } },
  },
  countries: { model: 'country' },
});
// Prisma has no conditions of expressions, so this type has the option of Kysely.
const openVisits = {
  table: 'visit',
  where: (row: RowColumn, eb: RowExpressionBuilder) => eb(row('open'), '=', 1),
};
const option = { ...tenant, column: 'clinicId' };

describe.skipIf(missing !== undefined)(missing ?? 'over Prisma', () => {
  const opened: Awaited<ReturnType<typeof openPrisma>>[] = [];
  beforeAll(async () => {
    for (const script of [tables, `${tables}${others}`]) {
      const database = await openPrisma('tenants');
      opened.push(database);
      await database.exec(script);
    }
  }, 120_000);
  afterAll(async () => {
    for (const database of opened) await database.close();
  });
  const create = (given: object, index = 0, newId?: () => string) =>
    createPrismaSources(api, opened[index]?.prisma, mappingOf(newId) as never, { tenant: given } as never);

  describeTenants(async (index) => {
    let count = 0;
    let newId = () => String(++count);
    const sources = await create(option, index, () => newId());
    const db = kyselyOf(opened[index]?.prisma);
    const open = createKyselySources(
      api,
      db,
      { openVisits: { ...openVisits, newId: () => newId() } } as never,
      { tenant } as never,
    );
    return {
      sources: (given) => {
        newId = given;
        return { ...sources, ...(open as object) };
      },
      rows: async (table) => {
        const rows = await db
          .selectFrom(table as never)
          .selectAll()
          .execute();
        return (rows as { id: string }[]).sort((a, b) => (a.id < b.id ? -1 : 1));
      },
    };
  });

  test('a type whose model does not have the field does not start', async () => {
    await expect(create({ ...option, except: [] })).rejects.toThrow(
      'createPrismaSources: mapping.countries: the table does not have the column "clinicId" of `tenant`. If its rows belong to all tenants, add "countries" to `tenant.except`.',
    );
    await expect(create({ ...option, column: 'clinic_id' })).rejects.toThrow('Did you mean "clinicId"?');
  });
});
