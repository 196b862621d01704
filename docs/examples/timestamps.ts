import { defineProfile } from '@linkage/core';
import type { MemberFacts, ServerProfile } from '@linkage/server';
import { z } from 'zod';

interface Timestamped {
  readonly createdAt: string;
  readonly updatedAt: string;
}

const fields = ['createdAt', 'updatedAt'];

/** Returns the timestamps of a record as meta, unless the request contains `hideTimestamps=true`. */
function timestampsOf(record: object, { parameters }: MemberFacts) {
  if (parameters.get('hideTimestamps') === 'true') return undefined;
  const { createdAt, updatedAt } = record as Timestamped;
  return { createdAt, updatedAt };
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
    needs: { articles: fields, people: fields },
    resource: (record, _type, facts) => timestampsOf(record, facts),
    identifier: (record, _type, facts) => timestampsOf(record, facts),
    error: () => ({ occurredAt: new Date().toISOString() }),
  },
  errorTypes: { NOT_FOUND: 'https://example.com/profiles/timestamps/never-created' },
};
