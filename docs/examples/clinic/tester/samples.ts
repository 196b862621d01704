import type { Samples } from '@linkage/conformance';
import { one } from './requests.ts';

/** What the conformance tests cannot discover about the clinic. */
export const samples: Samples = {
  headers: { authorization: 'Bearer ada' },
  pageSize: 'page[size]',
  cursor: { type: 'patients', maxSize: 100 },
  atomic: '/operations',
  types: {
    patients: {
      create: { attributes: { name: 'Una {unique}', bornOn: '2000-01-01', insuranceNumber: '{unique}' } },
      update: { attributes: { name: 'Una {unique}', email: 'una@example.com' } },
      invalid: { name: 7 },
      ...{ include: ['appointments', 'appointments.doctor'], sort: ['name'], filter: { 'filter[name]': 'Paul' } },
      relationships: { appointments: { to: 'many', types: ['appointments'], writable: false } },
    },
    doctors: {
      create: {
        attributes: { name: 'Dave {unique}' },
        relationships: {
          specialty: { data: one('specialties', '1') },
          clinics: { data: [{ ...one('clinics', '1'), meta: { since: '2026-01-01' } }] },
        },
      },
      ...{ update: false, delete: false, include: ['clinics', 'specialty'], sort: ['name'] },
    },
    invoices: {
      create: {
        attributes: { dueOn: '{date}' },
        relationships: { appointment: { data: one('appointments', '3') } },
      },
      update: { attributes: { dueOn: '2030-01-01' } },
      ...{ invalid: { dueOn: 'soon' }, include: ['appointment', 'lines'], sort: ['dueOn'] },
    },
    lines: {
      create: {
        attributes: { text: 'Bandage {unique}', price: '0.10' },
        relationships: { invoice: { data: one('invoices', '2') } },
      },
      ...{ update: false, include: ['invoice'], sort: ['price'] },
    },
  },
};
