import { defineProfile } from '@linkage/core';
import type { MemberFacts, ServerProfile } from '@linkage/server';
import { z } from 'zod';

interface Timestamped {
  readonly createdAt?: Date;
  readonly updatedAt?: Date;
}

/** Returns the timestamps of a record as meta, unless the request contains `hideTimestamps=true`. */
function timestampsOf(record: object, { parameters }: MemberFacts) {
  if (parameters.get('hideTimestamps') === 'true') return undefined;
  const { createdAt, updatedAt } = record as Timestamped;
  if (createdAt === undefined) return undefined;
  return { createdAt: createdAt.toISOString(), updatedAt: (updatedAt ?? createdAt).toISOString() };
}

/** Adds the times of creation and change to the meta of resources and of their identifiers. */
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
