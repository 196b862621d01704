import { type Kysely, sql } from 'kysely';
import { hashToken } from './sessions.ts';

type Row = readonly (string | number | boolean | null)[];

/** Two clinics. Dora works in both. In North, Ada administrates, Rita receives, and Paul and Pia are patients. South belongs to Eve. */
const rows: Readonly<Record<string, readonly Row[]>> = {
  'clinic (id, name)': [
    ['1', 'North'],
    ['7', 'South'],
  ],
  'specialty (id, name)': [
    ['1', 'Cardiology'],
    ['2', 'Dermatology'],
  ],
  'doctor (id, name, accepts_invitations, specialty_id)': [
    ['1', 'Dora', false, '1'],
    ['2', 'Dan', false, '2'],
    ['7', 'Don', true, '1'],
    ['8', 'Dee', false, '2'],
  ],
  'clinic_doctor (clinic_id, doctor_id, role, since)': [
    ['1', '1', 'head', '2021-05-01'],
    ['1', '2', 'staff', '2024-01-01'],
    ['7', '1', 'staff', '2023-03-01'],
    ['7', '7', 'head', '2020-01-01'],
    ['7', '8', 'staff', '2020-01-01'],
  ],
  'patient (id, name, born_on, email, insurance_number, clinic_id)': [
    ['1', 'Paul', '1980-02-03', 'paul@example.com', 'A000000001', '1'],
    ['2', 'Pia', '1990-12-24', null, 'A000000002', '1'],
    ['7', 'Per', '1970-01-01', 'per@example.com', 'B000000007', '7'],
  ],
  'appointment (id, starts_at, minutes, reason, findings, status, clinic_id, doctor_id, patient_id)': [
    ['1', '2026-03-02T09:00:00Z', 30, 'Check', 'A secret murmur', 'confirmed', '1', '1', '1'],
    ['2', '2026-03-02T10:00:00Z', 30, 'Rash', null, 'requested', '1', '2', '2'],
    ['3', '2026-04-01T09:00:00Z', 60, 'ECG', null, 'done', '1', '1', '2'],
    ['7', '2026-03-02T09:00:00Z', 30, 'A secret visit', 'Secret', 'confirmed', '7', '7', '7'],
  ],
  'invoice (id, status, due_on, clinic_id, appointment_id)': [
    ['1', 'issued', '2026-05-01', '1', '3'],
    ['2', 'draft', '2026-05-02', '1', '1'],
    ['7', 'paid', '2026-04-01', '7', '7'],
  ],
  'line (id, text, quantity, price, clinic_id, invoice_id)': [
    ['1', 'ECG', 1, '80.10', '1', '1'],
    ['2', 'Consultation', 2, '20.20', '1', '1'],
    ['3', 'Check', 1, '45.00', '1', '2'],
    ['7', 'A secret treatment', 1, '99.99', '7', '7'],
  ],
  'account (token_hash, name, role, clinic_id, doctor_id, patient_id)': [
    [hashToken('ada'), 'Ada', 'administrator', '1', null, null],
    [hashToken('rita'), 'Rita', 'receptionist', '1', null, null],
    [hashToken('dora'), 'Dora', 'doctor', '1', '1', null],
    [hashToken('dan'), 'Dan', 'doctor', '1', '2', null],
    [hashToken('paul'), 'Paul', 'patient', '1', null, '1'],
    [hashToken('pia'), 'Pia', 'patient', '1', null, '2'],
    [hashToken('eve'), 'Eve', 'administrator', '7', null, null],
    [hashToken('dora-in-south'), 'Dora', 'doctor', '7', '1', null],
  ],
};

/** Inserts the rows of the demo. The token of a user is the first name in lower case. */
export async function insertDemo(db: Kysely<never>): Promise<void> {
  for (const [into, values] of Object.entries(rows)) {
    const tuples = values.map((row) => sql`(${sql.join(row)})`);
    await sql`insert into ${sql.raw(into)} values ${sql.join(tuples)}`.execute(db);
  }
}
