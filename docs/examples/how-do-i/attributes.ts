import { attribute, defineApi } from '@linkage/core';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

// #region declare
const stamp = attribute(z.iso.datetime().optional(), { write: false }); // only the server sets it
const api = defineApi({
  users: {
    attributes: {
      first: z.string(),
      last: z.string(),
      name: attribute(z.string(), { compute: (it) => [it.first, it.last].join(' '), needs: ['first', 'last'] }),
      password: attribute(z.string().min(12), { read: false }), // write-only
      email: attribute(z.email(), { write: 'create' }), // only in a POST
      biography: attribute(z.string().default(''), { onDemand: true }), // only with fields[users]=biography
      createdAt: stamp,
      changedAt: stamp,
    },
  },
});
// #endregion

const sources = createMemorySources(api);
const now = (): string => new Date().toISOString();

// #region stamps
export const server = createServer(api, sources, {
  hooks: {
    users: {
      create: {
        before: ({ input }) => ({ ...input, attributes: { ...input.attributes, createdAt: now(), changedAt: now() } }),
      },
      update: {
        before: ({ input }) => ({ ...input, attributes: { ...input.attributes, changedAt: now() } }),
      },
    },
  },
});
// #endregion
