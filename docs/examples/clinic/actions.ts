import type { ActionFunctions, ActionRequest, AfterWrite } from '@linkage/server';
import { wrongStatus } from './messages.ts';
import type { Api } from './schema.ts';
import type { Session } from './sessions.ts';

/** The statuses from which an action leads to another one. */
const transitions = {
  confirm: { from: ['requested'], to: 'confirmed' },
  complete: { from: ['confirmed'], to: 'done' },
  cancel: { from: ['requested', 'confirmed'], to: 'cancelled' },
  issue: { from: ['draft'], to: 'issued' },
  pay: { from: ['issued'], to: 'paid' },
} as const;

/** Returns the next status. The record of an action is locked: of two actions at the same time, the second one sees the first. */
function next<Name extends keyof typeof transitions>(action: Name, status?: string): (typeof transitions)[Name]['to'] {
  const { from, to } = transitions[action];
  if (from.some((it) => it === status)) return to;
  throw wrongStatus(status);
}
const ofAppointment =
  (action: 'confirm' | 'complete' | 'cancel') =>
  async ({ id, record, writes }: ActionRequest<Api, 'appointments', 'confirm', Session>) => {
    const attributes = { status: next(action, record.status) };
    await writes.withoutRules.update('appointments', id, { attributes });
  };
const ofInvoice =
  (action: 'issue' | 'pay') =>
  async ({ id, record, writes }: ActionRequest<Api, 'invoices', 'issue', Session>) => {
    await writes.withoutRules.update('invoices', id, { attributes: { status: next(action, record.status) } });
  };

/** Clients cannot write a status. These functions can. */
export const actions: ActionFunctions<Api, Session> = {
  appointments: {
    confirm: ofAppointment('confirm'),
    complete: ofAppointment('complete'),
    cancel: ofAppointment('cancel'),
  },
  invoices: { issue: ofInvoice('issue'), pay: ofInvoice('pay') },
};

/** Writes an entry for each write, in its transaction. Administrators read it, so it does not contain what only a doctor reads. */
export const audit: AfterWrite<Api, Session> = async ({ type, id, action, changes, context: { user }, writes }) => {
  if (type === 'entries') return;
  const text = JSON.stringify(changes, (name, value) => (name === 'findings' ? {} : value));
  const attributes = {
    user,
    action,
    subject: `${type}/${id}`,
    at: new Date().toISOString(),
    changes: JSON.parse(text),
  };
  await writes.withoutRules.create('entries', { attributes });
};
