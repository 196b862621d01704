/** Data of memberships in the client, and in records of the serializer. */

import { createClient } from '@linkage/client';
import { membership, membershipsOf, serialize } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { api, server } from './membership.ts';

const client = createClient<typeof api>({ baseUrl: 'https://example.com', fetch: toFetchHandler(server) });

// #region client
export async function promote(clinicId: string): Promise<readonly string[]> {
  const bo = { type: 'doctors', id: '8' } as const;
  // The compiler knows the roles. `create` also requires the data that has no default.
  await client.updateRelationship('clinics', clinicId, 'doctors', {
    add: [{ ...bo, meta: { role: 'head', since: '2026-01-02' } }],
  });
  const answer = await client.get('clinics', clinicId, { include: ['doctors'] });
  const members = membershipsOf(answer, answer.data, 'doctors');
  return members.map(({ resource, meta }) => `${resource.name}: ${meta.role} since ${meta.since}`);
}
// #endregion client

// #region records
// Rows of the join table, each with the related row, as an ORM returns them.
const rows = [{ role: 'head', since: '2021-05-01', rank: 1, doctor: { id: 7, name: 'Ada' } }] as const;

export function clinicText(): string {
  const clinic = { id: 1, name: 'North', doctors: rows.map((row) => membership(row.doctor, row)) };
  return serialize(api, 'clinics', clinic, { include: ['doctors'] });
}
// #endregion records
