import { createServer } from '@linkage/server';
import { afterAll, beforeAll, describe } from 'vitest';
import { api, describeMembership } from '../../../server/test/membership-suite.ts';
import { membershipTables } from '../../kysely/test/membership-tables.ts';
import { missing, openPrisma } from '../test/open-prisma.ts';
import { createPrismaSources } from './index.ts';

const member = { hours: 'weeklyHours', rank: 'rankNo' };
const through = 'ClinicDoctor';
const mapping = {
  clinics: {
    model: 'Clinic',
    relationships: { doctors: { through, from: 'clinicId', to: 'doctorId', member } },
  },
  doctors: {
    model: 'Doctor',
    relationships: { clinics: { through, from: 'doctorId', to: 'clinicId', member } },
  },
};

describe.skipIf(missing !== undefined)(missing ?? 'over Prisma', () => {
  let opened: Awaited<ReturnType<typeof openPrisma>>;
  beforeAll(async () => {
    opened = await openPrisma('membership');
  }, 120_000);
  afterAll(() => opened?.close());
  describeMembership(async (options, rank) => {
    await opened.exec('drop table if exists clinic_doctor; drop table if exists clinic; drop table if exists doctor;');
    await opened.exec(membershipTables(rank));
    return createServer(api, (await createPrismaSources(api, opened.prisma, mapping as never)) as never, options);
  });
});
