import { type AccessRules, isSame } from '@linkage/server';
import type { Api } from './schema.ts';
import type { Session } from './sessions.ts';

type Role = Session['role'];
const is =
  (...roles: readonly Role[]) =>
  ({ role }: Session) =>
    roles.includes(role);
const all = () => true;
const isAdministrator = is('administrator');
const isOffice = is('administrator', 'receptionist');
const isStaff = is('administrator', 'receptionist', 'doctor');
const isOpen = (status?: string) => status === 'requested' || status === 'confirmed';

/** Patients see what is theirs, by a path that ends at the patient, and the staff sees everything of the clinic. */
const ofPatient =
  <Field extends string>(field: Field) =>
  ({ role, patient }: Session) =>
    role !== 'patient' || [{ field, values: [patient] } as const];

export const rules: AccessRules<Api, Session> = {
  clinics: { read: all, update: isAdministrator },
  specialties: { read: all },
  doctors: {
    read: ({ clinic }) => [{ field: 'clinics', values: [clinic] }],
    // An administrator can invite doctors of other clinics who accept that, and sees nothing of them before.
    link: (session, { type }) =>
      type === 'clinics' && isAdministrator(session) && [{ field: '@accepts', values: [true] }],
    create: isAdministrator,
    // Links of doctors are also those of appointments, which other roles write.
    updateRelationship: (session, { relationship }) => relationship === 'appointments' || isAdministrator(session),
  },
  patients: {
    read: ofPatient('id'),
    fields: (session) => session.role !== 'doctor' || { except: ['insuranceNumber'] },
    create: isOffice,
    update: isOffice,
    delete: isAdministrator,
    updateRelationship: all, // Only of appointments: those who may book are named there.
  },
  appointments: {
    read: ofPatient('patient'),
    // Findings are for the doctor who wrote them.
    fields: ({ role, doctor }) =>
      role === 'doctor' ? { where: { findings: [{ field: 'doctor', values: [doctor] }] } } : { except: ['findings'] },
    create: ({ role, patient }, { input }) =>
      role === 'patient' ? isSame(input.relationships.patient, { type: 'patients', id: patient }) : role !== 'doctor',
    update: (session, { record, input }) =>
      session.role === 'doctor'
        ? Object.keys(input.attributes).join() === 'findings' && isOpen(record.status)
        : isOffice(session) && isOpen(record.status),
    updateRelationship: (session, { relationship, record }) =>
      record === undefined || (isOffice(session) && (relationship === 'invoices' || isOpen(record.status))),
    act: (session, { action, record }) =>
      action === 'complete'
        ? isSame(record.doctor, { type: 'doctors', id: session.doctor })
        : action === 'cancel' || isStaff(session),
  },
  invoices: {
    read: ({ role, patient }) =>
      role === 'patient'
        ? [
            { field: 'appointment.patient', values: [patient] },
            { field: 'status', operator: 'ne', values: ['draft'] },
          ]
        : role !== 'doctor',
    create: isOffice,
    update: (session, { record }) => isOffice(session) && record.status === 'draft',
    delete: (session, { record }) => isOffice(session) && record.status === 'draft',
    // Also called if a line is added, changed, or removed: an invoice that was issued stays as it is.
    updateRelationship: (session, { record }) =>
      isOffice(session) && (record === undefined || record.status === 'draft'),
    act: isOffice,
  },
  lines: {
    read: ({ role, patient }) =>
      role === 'patient'
        ? [
            { field: 'invoice.appointment.patient', values: [patient] },
            { field: 'invoice.status', operator: 'ne', values: ['draft'] },
          ]
        : role !== 'doctor',
    create: isOffice,
    // A deletion does not ask the rule of the invoice.
    delete: (session) => isOffice(session) && [{ field: 'invoice.status', values: ['draft'] }],
  },
  entries: { read: isAdministrator }, // No rule allows a write.
};
