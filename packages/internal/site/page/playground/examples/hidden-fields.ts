import { attribute, defineApi, toMany } from '@linkage/core';
import { z } from 'zod';

export const api = defineApi({
  accounts: {
    attributes: {
      email: z.email(),
      // Requests can set it, but no response contains it.
      password: attribute(z.string().min(12), { read: false }),
      // Requests can set it when they create an account, not afterward.
      country: attribute(z.string().length(2), { write: 'create' }),
      createdAt: attribute(z.iso.datetime(), { write: false, description: 'When the account was created.' }),
      nickname: attribute(z.string().nullable(), { deprecated: 'Use `email`.' }),
    },
    relationships: { logins: toMany('logins', { write: false, onDemand: true }) },
    clientGeneratedIds: true,
  },
  logins: { attributes: { at: z.iso.datetime() } },
});
