import { createHash } from 'node:crypto';
import { defineContext, unauthorized } from '@linkage/server';
import { type Kysely, sql } from 'kysely';

/** The user of a request: an account of one clinic. A doctor of two clinics has two. */
export interface Session {
  readonly user: string;
  readonly clinic: string;
  readonly role: 'administrator' | 'receptionist' | 'doctor' | 'patient';
  /** The id of the doctor or the patient, or empty. */
  readonly doctor: string;
  readonly patient: string;
}

/** The database contains no tokens, so a copy of it does not let anybody in. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Identifies users by a bearer token, or by the cookie of the page, which `EventSource` sends. */
export const sessionsOf = (db: Kysely<never>) =>
  defineContext(async ({ headers }): Promise<Session> => {
    const [, bearer] = /^Bearer (\S+)$/i.exec(String(headers['authorization'])) ?? [];
    const cookie = String(headers['cookie'])
      .split('; ')
      .find((it) => it.startsWith('session='));
    const { rows } = await sql<Session>`
      select name as "user", clinic_id as clinic, role, coalesce(doctor_id, '') as doctor, coalesce(patient_id, '') as patient
      from account where token_hash = ${hashToken(bearer ?? cookie?.slice('session='.length) ?? '')}`.execute(db);
    const [user] = rows;
    if (user === undefined) throw unauthorized('Bearer', 'A valid bearer token is required.');
    return user;
  });
