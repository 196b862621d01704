import { createIdempotencyTable, createOutboxTable } from '@linkage/kysely';
import { type Kysely, sql } from 'kysely';

const tenant = 'clinic_id text not null references clinic (id)';
/** A foreign key with the tenant: no row can reference one of another clinic, whatever a program writes. */
const inClinic = (column: string, table: string, more = '') =>
  `${column} text not null, foreign key (clinic_id, ${column}) references ${table} (clinic_id, id) ${more}`;

const tables = [
  'create extension if not exists btree_gist',
  'create table clinic (id text primary key, name text not null)',
  'create table specialty (id text primary key, name text not null)',
  `create table doctor (id text primary key, name text not null, accepts_invitations boolean not null default false,
     specialty_id text not null references specialty (id))`,
  `create table clinic_doctor (clinic_id text not null references clinic (id), doctor_id text not null references doctor (id),
     role text not null, since date not null, primary key (clinic_id, doctor_id))`,
  `create table patient (id text primary key, name text not null, born_on date not null, email text,
     insurance_number text not null, ${tenant}, unique (clinic_id, id), unique (clinic_id, insurance_number))`,
  // Two appointments of a doctor cannot overlap, also if two requests book at the same time.
  `create table appointment (
     id text primary key, starts_at timestamptz not null, minutes integer not null, reason text not null, findings text,
     status text not null default 'requested', version integer not null default 1, ${tenant},
     ${inClinic('patient_id', 'patient')}, doctor_id text not null,
     foreign key (clinic_id, doctor_id) references clinic_doctor (clinic_id, doctor_id), unique (clinic_id, id),
     during tstzrange not null generated always as
       (tstzrange(starts_at, (starts_at at time zone 'UTC' + minutes * interval '1 minute') at time zone 'UTC')) stored,
     constraint no_double_booking exclude using gist (clinic_id with =, doctor_id with =, during with &&)
       where (status <> 'cancelled'))`,
  `create table invoice (id text primary key, status text not null default 'draft', due_on date not null,
     version integer not null default 1, ${tenant}, ${inClinic('appointment_id', 'appointment')}, unique (clinic_id, id))`,
  `create table line (id text primary key, text text not null, quantity integer not null,
     price numeric(9, 2) not null check (price >= 0), ${tenant}, ${inClinic('invoice_id', 'invoice', 'on delete cascade')})`,
  `create table entry (id text primary key, "user" text not null, action text not null, subject text not null,
     at timestamptz not null, changes jsonb not null, ${tenant})`,
  // A user of a clinic. Who leaves the clinic has no account there any more.
  `create table account (
     token_hash text primary key, name text not null, role text not null, ${tenant}, doctor_id text, patient_id text,
     foreign key (clinic_id, doctor_id) references clinic_doctor (clinic_id, doctor_id) on delete cascade,
     foreign key (clinic_id, patient_id) references patient (clinic_id, id) on delete cascade)`,
];
const indexed = `clinic_doctor (doctor_id, clinic_id); doctor (specialty_id, id); patient (clinic_id, name, id);
  appointment (clinic_id, starts_at, id); appointment (patient_id, id); appointment (doctor_id, id);
  invoice (clinic_id, due_on, id); invoice (appointment_id, id); line (invoice_id, id); entry (clinic_id, at, id);
  entry (clinic_id, subject, id); account (clinic_id, doctor_id); account (clinic_id, patient_id)`;

/** Creates the tables. Each table of a tenant has the column `clinic_id`, with which all indexes of lists begin. */
export async function createTables(db: Kysely<never>): Promise<void> {
  const indexes = indexed.split(';').map((it, index) => `create index clinic_${index} on ${it}`);
  for (const statement of [...tables, ...indexes]) await sql.raw(statement).execute(db);
  await createIdempotencyTable(db);
  await createOutboxTable(db);
}
