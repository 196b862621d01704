import { attribute, defineApi } from '@linkage/core';
import { createServer, type DataSource } from '@linkage/server';
import { z } from 'zod';

const api = defineApi({
  reports: { attributes: { title: z.string(), revision: attribute(z.number(), { write: false }) } },
  jobs: { attributes: { status: z.string() } },
});
const rows = new Map([['1', { id: '1', title: 'Hello', revision: 7 }]]);
const done = new Map<string, string>();

const reports: DataSource<typeof api, 'reports'> = {
  find: (ids) => ids.flatMap((id) => rows.get(id) ?? []),
  update(id, { attributes }) {
    const row = rows.get(id);
    if (row === undefined) return null;
    const updated = { ...row, ...attributes, revision: row.revision + 1 };
    rows.set(id, updated);
    return updated;
  },
  // The attribute that changes with every change of a report. Default: a hash of all fields.
  version: 'revision',
  // Continues in the background: 202 with the job.
  create: () => ({ accepted: { type: 'jobs', id: '5' } }),
};
const jobs: DataSource<typeof api, 'jobs'> = {
  find: (ids) => ids.map((id) => ({ id, status: done.has(id) ? 'done' : 'pending' })),
  // 200 with Retry-After while the job runs, then 303 with the Location of the report.
  job({ id }) {
    const report = done.get(String(id));
    return report === undefined ? { retryAfter: 5 } : { done: { type: 'reports', id: report } };
  },
};

const server = createServer(
  api,
  { reports, jobs },
  {
    baseUrl: '/api',
    requireIfMatch: ['reports'],
    cacheControl: ({ type }) => (type === 'jobs' ? 'no-store' : undefined),
    describedby: '/openapi.json',
  },
);

const read = await server.handle({ method: 'GET', url: '/reports/1', headers: {} });
const update = {
  method: 'PATCH',
  url: '/reports/1',
  headers: { 'Content-Type': 'application/vnd.api+json', 'If-Match': read.headers['ETag'], Prefer: 'return=minimal' },
  body: JSON.stringify({ data: { type: 'reports', id: '1', attributes: { title: 'Hello again' } } }),
};
export const statuses: readonly number[] = [
  (await server.handle({ ...update, headers: { ...update.headers, 'If-Match': undefined } })).status, // 428
  (await server.handle(update)).status, // 200: `revision` changed as well, so the response contains the report
  (await server.handle(update)).status, // 412: the report has changed
];
