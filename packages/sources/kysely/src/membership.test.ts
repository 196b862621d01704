import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { afterEach, describe } from 'vitest';
import { api, describeMembership } from '../../../server/test/membership-suite.ts';
import { databases } from '../test/databases.ts';
import { createKyselySources, readCatalog } from './index.ts';

const script = `
  create table clinic (id varchar(36) primary key, name varchar(40) not null);
  create table doctor (id varchar(36) primary key, name varchar(40) not null);
  create table clinic_doctor (
    clinic_id varchar(36) not null references clinic (id), doctor_id varchar(36) not null references doctor (id),
    role varchar(10) not null, since date not null, weekly_hours integer, rank_no integer,
    primary key (clinic_id, doctor_id)
  );
  insert into clinic values ('1', 'A'), ('2', 'B');
  insert into doctor values ('7', 'Ada'), ('8', 'Bo'), ('9', 'Cy');
  insert into clinic_doctor values
    ('1', '7', 'head', '2021-05-01', 40, null), ('1', '8', 'staff', '2022-06-02', null, null),
    ('2', '7', 'staff', '2022-06-02', null, null);
`;
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
    await database.exec(script);
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
