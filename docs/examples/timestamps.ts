import { defineProfile } from '@linkage/core';
import type { MemberFacts, ServerProfile } from '@linkage/server';
import { z } from 'zod';

interface Timestamped {
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
}

/** The moments of a record, as meta; none if the request says `hideTimestamps=true`. */
function timestampsOf(record: object, { parameters }: MemberFacts) {
  if (parameters.get('hideTimestamps') === 'true') return undefined;
  const { createdAt, updatedAt } = record as Timestamped;
  if (createdAt === undefined) return undefined;
  return { createdAt: createdAt.toISOString(), updatedAt: (updatedAt ?? createdAt).toISOString() };
}

/** Says when each resource was created and changed, in the meta of resources and of the identifiers that name them. */
export const timestamps: ServerProfile = {
  profile: defineProfile({
    uri: 'https://example.com/profiles/timestamps',
    members: { meta: { createdAt: null, updatedAt: null } },
    parameters: ['hideTimestamps'],
  }),
  parameters: { hideTimestamps: z.enum(['true', 'false']) },
  meta: {
    resource: (record, _type, facts) => timestampsOf(record, facts),
    identifier: (record, _type, facts) => timestampsOf(record, facts),
    error: () => ({ occurredAt: new Date().toISOString() }),
  },
  errorTypes: { NOT_FOUND: 'https://example.com/profiles/timestamps/never-created' },
};
