/** Data of memberships: columns of a join table as `meta` of identifiers. */
import { DatabaseSync } from 'node:sqlite';
import { attribute, defineApi, toMany } from '@linkage/core';
import { createKyselySources, createNodeSqliteDialect } from '@linkage/kysely';
import { createServer } from '@linkage/server';
import { Kysely } from 'kysely';
import { z } from 'zod';

const database = new DatabaseSync(':memory:');
database.exec(`
  create table clinic (id text primary key, name text not null);
  create table doctor (id text primary key, name text not null);
  create table clinic_doctor (
    clinic_id text not null references clinic (id), doctor_id text not null references doctor (id),
    role text not null, since text not null, seniority integer,
    primary key (clinic_id, doctor_id)
  );
  insert into clinic values ('1', 'North');
  insert into doctor values ('7', 'Ada'), ('8', 'Bo');
  insert into clinic_doctor values ('1', '7', 'head', '2021-05-01', 1);
`);
const db = new Kysely({ dialect: createNodeSqliteDialect(database) });

// #region declaration
const member = {
  role: z.enum(['head', 'staff']).default('staff'),
  since: z.iso.date(),
  rank: attribute(z.int().nullable(), { write: false }),
};
export const api = defineApi({
  clinics: {
    attributes: { name: z.string() },
    relationships: { doctors: toMany('doctors', { member, inverse: 'clinics' }) },
  },
  doctors: { attributes: { name: z.string() }, relationships: { clinics: toMany('clinics', { member }) } },
});
// #endregion declaration

// #region mapping
const columns = { rank: 'seniority' };
const through = 'clinic_doctor';
const sources = createKyselySources(api, db, {
  clinics: {
    table: 'clinic',
    relationships: { doctors: { through, from: 'clinic_id', to: 'doctor_id', member: columns } },
  },
  doctors: {
    table: 'doctor',
    relationships: { clinics: { through, from: 'doctor_id', to: 'clinic_id', member: columns } },
  },
});
// #endregion mapping
export const server = createServer(api, sources);
