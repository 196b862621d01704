import { expect } from 'vitest';
import { type Chapters, change, resource } from '../../tracker/tester/tester.ts';
import { booking, ifMatch, one, operations, patient } from './requests.ts';

/** What the clinic is for: a requirement, and the requests that show it. Each begins with a new database. */
export const requirements: Chapters = {
  'a doctor is in a clinic with a role and a date': [
    [
      'ada',
      'GET /clinics/1/relationships/doctors',
      '200 1,2',
      { matches: { data: [{ meta: { role: 'head', since: '2021-05-01' } }, { meta: { role: 'staff' } }] } },
    ],
    ['ada', 'GET /doctors/1?include=clinics', '200 1', { matches: { included: [{ type: 'clinics', id: '1' }] } }],
    [
      'ada',
      'POST /clinics/1/relationships/doctors',
      '204',
      { data: [{ ...one('doctors', '2'), meta: { role: 'head' } }] },
    ],
    [
      'ada',
      'GET /doctors/2/relationships/clinics',
      '200 1',
      { matches: { data: [{ meta: { role: 'head', since: '2024-01-01' } }] } },
    ],
    // Don accepts invitations.
    [
      'ada',
      'POST /clinics/1/relationships/doctors',
      '204',
      { data: [{ ...one('doctors', '7'), meta: { since: '2026-01-01' } }] },
    ],
    [
      'ada',
      'POST /doctors',
      '201 {dave}',
      {
        data: resource(
          'doctors',
          { name: 'Dave' },
          { specialty: one('specialties', '1'), clinics: [{ ...one('clinics', '1'), meta: { since: '2026-01-01' } }] },
        ),
        keep: 'dave',
      },
    ],
    ['rita', 'GET /doctors?sort=name', '200 2,{dave},7,1'],
    ['ada', 'DELETE /clinics/1/relationships/doctors', '204', { data: [one('doctors', '7')] }],
    ['ada', 'GET /doctors/7', '404 NOT_FOUND'],
  ],
  'who leaves a clinic has no account there any more': [
    ['dora-in-south', 'GET /patients', '200 7'],
    ['eve', 'DELETE /clinics/7/relationships/doctors', '204', { data: [one('doctors', '1')] }],
    ['dora-in-south', 'GET /patients', '401 UNAUTHORIZED'],
    ['dora', 'GET /doctors/1/relationships/clinics', '200 1'],
  ],
  'clinics share doctors and specialties, and nothing else': [
    ['rita', 'GET /clinics', '200 1'],
    ['eve', 'GET /clinics', '200 7'],
    ['eve', 'GET /doctors?sort=id', '200 1,7,8'],
    ['eve', 'GET /specialties', '200 1,2'],
    ['eve', 'GET /patients', '200 7'],
    ['dora-in-south', 'GET /appointments', '200 7'],
  ],
  'a patient requests, the reception confirms, and the doctor completes': [
    ['paul', 'POST /appointments', '201 {visit}', { data: booking('2026-06-01T09:00:00Z'), keep: 'visit' }],
    [
      'rita',
      'GET /appointments/{visit}',
      '200 {visit}',
      { matches: { data: { attributes: { status: 'requested' } } } },
    ],
    ['rita', 'POST /appointments/{visit}/-actions/confirm', '200 {visit}', { headers: ifMatch('*') }],
    ['dora', 'GET /appointments/{visit}', '200 {visit}', { keep: 'visit' }],
    [
      'dora',
      'PATCH /appointments/{visit}',
      '200 {visit}',
      {
        data: change('appointments', '{visit}', { findings: 'Healthy' }),
        headers: ifMatch('{visit.etag}'),
        keep: 'visit',
      },
    ],
    ['dora', 'POST /appointments/{visit}/-actions/complete', '200 {visit}', { headers: ifMatch('{visit.etag}') }],
    [
      'paul',
      'GET /appointments/{visit}',
      '200 {visit}',
      { matches: { data: { attributes: { status: 'done' } } }, lacks: 'Healthy' },
    ],
    ['rita', 'POST /appointments/2/-actions/cancel', '200 2', { headers: ifMatch('*') }],
  ],
  'a time is free again after a cancellation, and ends where the next one begins': [
    [
      'rita',
      'POST /appointments',
      '409 CONSTRAINT_VIOLATED /data/relationships/doctor',
      { data: booking('2026-03-02T09:15:00Z') },
    ],
    ['rita', 'POST /appointments', '201 {after}', { data: booking('2026-03-02T09:30:00Z'), keep: 'after' }],
    ['rita', 'POST /appointments/1/-actions/cancel', '200 1', { headers: ifMatch('*') }],
    ['rita', 'POST /appointments', '201 {free}', { data: booking('2026-03-02T09:00:00Z'), keep: 'free' }],
  ],
  'amounts are decimals': [
    ['rita', 'GET /invoices/1', '200 1', { matches: { data: { attributes: { total: '120.50' } } } }],
    ['rita', 'GET /invoices?filter[total][gt]=100.00&sort=-total', '200 1'],
    [
      'rita',
      'POST /operations',
      '200 {bill0},{bill1},{bill2}',
      {
        body: operations(
          {
            op: 'add',
            data: {
              ...resource('invoices', { dueOn: '2026-07-01' }, { appointment: one('appointments', '3') }),
              lid: 'bill',
            },
          },
          ...['0.10', '0.20'].map((price) => ({
            op: 'add',
            data: {
              ...resource('lines', { text: 'Bandage', price }),
              relationships: { invoice: { data: { type: 'invoices', lid: 'bill' } } },
            },
          })),
        ),
        keep: 'bill',
      },
    ],
    ['rita', 'GET /invoices/{bill0}', '200 {bill0}', { matches: { data: { attributes: { total: '0.30' } } } }],
    ['rita', 'POST /invoices/{bill0}/-actions/issue', '200 {bill0}', { headers: ifMatch('*') }],
    ['rita', 'POST /invoices/{bill0}/-actions/pay', '200 {bill0}', { headers: ifMatch('*') }],
    ['pia', 'GET /invoices?sort=id', '200 1,{bill0}'],
  ],
  'each write has an entry of the audit log': [
    ['rita', 'PATCH /patients/1', '200 1', { data: change('patients', '1', { name: 'Paul P.' }) }],
    ['rita', 'POST /appointments/2/-actions/confirm', '200 2', { headers: ifMatch('*') }],
    [
      'ada',
      'GET /entries?sort=at&fields[entries]=user,action,subject,changes',
      expect.stringMatching(/^200 /),
      {
        matches: {
          data: [
            {
              attributes: {
                ...{ user: 'Rita', action: 'update', subject: 'patients/1' },
                changes: { name: { from: 'Paul', to: 'Paul P.' } },
              },
            },
            { attributes: { subject: 'appointments/2', changes: { status: { from: 'requested', to: 'confirmed' } } } },
          ],
        },
      },
    ],
  ],
  'appointments are counted by doctor and month, and amounts are added': [
    // 23:30 in UTC is the next month in Berlin.
    ['rita', 'POST /appointments', '201 {late}', { data: booking('2026-03-31T23:30:00Z'), keep: 'late' }],
    [
      'rita',
      'GET /appointments?groupBy=doctorId,startsAt.month&sumOf=minutes',
      '200 1,2,{late},3',
      {
        matches: {
          meta: {
            aggregates: [
              { by: { doctorId: '1', 'startsAt.month': '2026-03' }, count: 1, sum: { minutes: 30 } },
              { by: { doctorId: '1', 'startsAt.month': '2026-04' }, count: 2, sum: { minutes: 90 } },
              { by: { doctorId: '2', 'startsAt.month': '2026-03' }, count: 1, sum: { minutes: 30 } },
            ],
          },
        },
      },
    ],
    [
      'rita',
      'GET /invoices?groupBy=status&sumOf=total&maxOf=dueOn',
      '200 1,2',
      {
        matches: {
          meta: {
            aggregates: [
              { by: { status: 'draft' }, count: 1, sum: { total: '45.00' }, max: { dueOn: '2026-05-02' } },
              { by: { status: 'issued' }, count: 1, sum: { total: '120.50' }, max: { dueOn: '2026-05-01' } },
            ],
          },
        },
      },
    ],
  ],
  'errors are in English and in German': [
    [
      'rita',
      'GET /appointments/9',
      '404 NOT_FOUND',
      { headers: { 'Accept-Language': 'de' }, matches: { errors: [{ title: 'Nicht gefunden' }] } },
    ],
    ['rita', 'GET /appointments/9', '404 NOT_FOUND', { lacks: 'Nicht' }],
    [
      'rita',
      'POST /appointments',
      '422 ATTRIBUTE_INVALID /data/attributes/minutes',
      {
        data: booking('2026-06-01T09:00:00Z', '1', '1', { minutes: 1 }),
        headers: { 'Accept-Language': 'de' },
        matches: { errors: [{ detail: expect.stringContaining('Zu klein') }] },
      },
    ],
    [
      'rita',
      'POST /appointments/3/-actions/cancel',
      '409 STATUS_WRONG',
      {
        headers: { ...ifMatch('*'), 'Accept-Language': 'de' },
        matches: { errors: [{ detail: 'Der Status ist „done“.' }] },
      },
    ],
  ],
  'a creation that is sent twice is done once': [
    [
      'rita',
      'POST /patients',
      '201 {new}',
      { data: patient('Una', 'C000000001'), headers: { 'Idempotency-Key': '"1"' }, keep: 'new' },
    ],
    [
      'rita',
      'POST /patients',
      '201 {new}',
      { data: patient('Una', 'C000000001'), headers: { 'Idempotency-Key': '"1"' } },
    ],
  ],
};
