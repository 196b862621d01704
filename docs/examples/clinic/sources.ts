import { booleanColumn, createKyselySources, readDatabaseSchema } from '@linkage/kysely';
import { type Kysely, sql } from 'kysely';
import { api } from './schema.ts';
import { sessionsOf } from './sessions.ts';

const column = <Name extends string>(name: Name) => ({ column: name }) as const;
const foreignKey = <Name extends string>(name: Name) => ({ foreignKey: name }) as const;
const through = 'clinic_doctor';

export async function createSources(db: Kysely<never>) {
  const context = sessionsOf(db);
  const databaseSchema = await readDatabaseSchema(db);
  return createKyselySources(
    api,
    db,
    {
      clinics: {
        table: 'clinic',
        where: { id: (call) => call.context.clinic }, // The own clinic only.
        relationships: { doctors: { through, from: 'clinic_id', to: 'doctor_id' } },
      },
      specialties: { table: 'specialty' },
      doctors: {
        table: 'doctor',
        columns: { '@accepts': booleanColumn('accepts_invitations') },
        relationships: {
          specialty: column('specialty_id'),
          clinics: { through, from: 'doctor_id', to: 'clinic_id' },
          appointments: foreignKey('doctor_id'),
        },
      },
      patients: {
        table: 'patient',
        attributes: { bornOn: 'born_on', insuranceNumber: 'insurance_number' },
        relationships: { appointments: foreignKey('patient_id') },
      },
      appointments: {
        ...{ table: 'appointment', version: 'version' },
        attributes: { startsAt: 'starts_at', doctorId: 'doctor_id' },
        relationships: {
          ...{ doctor: column('doctor_id'), patient: column('patient_id'), invoices: foreignKey('appointment_id') },
        },
      },
      invoices: {
        ...{ table: 'invoice', version: 'version' },
        attributes: {
          dueOn: 'due_on',
          total: {
            expression: (row) =>
              sql`(select coalesce(sum(quantity * price), 0)::numeric(12, 2) from line where invoice_id = ${row('id')})`,
          },
        },
        relationships: { appointment: column('appointment_id'), lines: foreignKey('invoice_id') },
      },
      lines: { table: 'line', relationships: { invoice: column('invoice_id') } },
      entries: { table: 'entry' },
    },
    {
      ...{ context, databaseSchema, outbox: 'outbox' },
      tenant: { column: 'clinic_id', of: ({ clinic }) => clinic, except: ['clinics', 'doctors', 'specialties'] },
    },
  );
}
