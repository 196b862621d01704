import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterEach, describe } from 'vitest';
import { api, describeMembership } from '../../../server/test/membership-suite.ts';
import { databases } from '../test/databases.ts';
import { membershipTables } from '../test/membership-tables.ts';
import { createKyselySources, readCatalog } from './index.ts';

const through = 'clinic_doctor';
const member = { hours: 'weekly_hours', rank: 'rank_no' };

describe.each(databases)('$name', ({ missing, open }) => {
  if (missing !== undefined) return;
  const closing: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });
  describeMembership(async (options) => {
    const database = await open();
    const db = new Kysely<never>({ dialect: database.dialect });
    closing.push(async () => {
      await db.destroy();
      await database.close();
    });
    await database.exec(membershipTables);
    const mapping = {
      clinics: {
        table: 'clinic',
        relationships: { doctors: { through, from: 'clinic_id', to: 'doctor_id', member } },
      },
      doctors: {
        table: 'doctor',
        relationships: { clinics: { through, from: 'doctor_id', to: 'clinic_id', member } },
      },
    } as const;
    const sources = createKyselySources(api, db as never, mapping, { catalog: await readCatalog(db) });
    return createServer(api, sources, options);
  });
});
