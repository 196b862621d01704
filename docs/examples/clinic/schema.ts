import { attribute, defineAction, defineApi, toMany, toOne } from '@linkage/core';
import { z } from 'zod';

const both = { filter: true, sort: true } as const;
const readOnly = { write: false } as const;
const text = z.string().min(1).max(200);
const instant = z.iso.datetime();
/** Amounts are strings of digits: a number of JSON cannot contain 0.10. */
const money = z.string().regex(/^\d{1,7}\.\d\d$/);
const named = attribute(text, both);
const ofAppointment = toOne('appointments', { required: true, write: 'create', filter: true });
const ofInvoice = toOne('invoices', { required: true, write: 'create', filter: true });
const change = defineAction({ ifMatch: true });

/** What the join table says about a doctor in a clinic. */
const member = { role: z.enum(['head', 'staff']).default('staff'), since: z.iso.date() };

export const api = defineApi({
  clinics: {
    attributes: { name: named },
    relationships: { doctors: toMany('doctors', { member, inverse: 'clinics' }) },
  },
  // Doctors and specialties belong to no tenant: a doctor can work in several clinics.
  specialties: { attributes: { name: named } },
  doctors: {
    attributes: { name: named },
    relationships: {
      specialty: toOne('specialties', { required: true, filter: ['id', 'name'] }),
      clinics: toMany('clinics', { member }),
      appointments: toMany('appointments', readOnly),
    },
  },
  patients: {
    attributes: {
      name: named,
      bornOn: z.iso.date(),
      email: z.email().nullable().default(null),
      insuranceNumber: attribute(z.string().regex(/^\w{6,40}$/), { filter: ['eq'] }),
    },
    relationships: { appointments: toMany('appointments', { ...readOnly, filter: true }) },
  },
  appointments: {
    attributes: {
      startsAt: attribute(instant, both),
      minutes: z.int().min(5).max(240).default(30),
      doctorId: attribute(z.string(), readOnly), // for groups: those of a relationship need users who read all doctors
      reason: z.string().max(1000).default(''),
      findings: z.string().max(10_000).nullable().default(null), // of the doctor
      status: attribute(z.enum(['requested', 'confirmed', 'done', 'cancelled']).default('requested'), {
        ...{ ...both, write: false },
      }),
    },
    relationships: {
      doctor: toOne('doctors', { required: true, filter: ['id', 'name'], sort: ['name'] }),
      patient: toOne('patients', { required: true, write: 'create', filter: ['id', 'name'], sort: ['name'] }),
      invoices: toMany('invoices', readOnly),
    },
    actions: { confirm: change, complete: change, cancel: change },
    defaultSort: ['startsAt', 'id'],
  },
  invoices: {
    attributes: {
      status: attribute(z.enum(['draft', 'issued', 'paid']).default('draft'), { ...both, write: false }),
      dueOn: attribute(z.iso.date(), both),
      total: attribute(money, { ...both, write: false }),
    },
    relationships: { appointment: ofAppointment, lines: toMany('lines', readOnly) },
    actions: { issue: change, pay: change },
  },
  lines: {
    attributes: { text, quantity: z.int().min(1).max(99).default(1), price: attribute(money, both) },
    relationships: { invoice: ofInvoice },
  },
  // The audit log. Entries outlive their subjects.
  entries: {
    attributes: {
      ...{ user: attribute(text, both), action: text, subject: attribute(text, { filter: true }) },
      ...{ at: attribute(instant, both), changes: z.json() },
    },
  },
});
export type Api = typeof api;
