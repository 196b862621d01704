import type { ActionFunctions } from '@linkage/server';
import { conflict } from './hooks.ts';
import type { Api } from './schema.ts';
import type { Session } from './sessions.ts';

/** Clients can write neither `status` nor `deletedAt`. These functions can, with the rules and hooks of every write. */
export const actions: ActionFunctions<Api, Session> = {
  projects: {
    async restore({ id, writes }) {
      await writes.update('projects', id, { attributes: { deletedAt: null } });
    },
  },
  issues: {
    async close({ id, record, input, writes }) {
      if (record.status === 'closed') throw conflict('The issue is closed already.');
      await writes.update('issues', id, { attributes: { status: 'closed', ...input } });
    },
    async reopen({ id, record, writes }) {
      if (record.status === 'open') throw conflict('The issue is open.');
      await writes.update('issues', id, { attributes: { status: 'open', resolution: null } });
    },
    async restore({ id, writes }) {
      await writes.update('issues', id, { attributes: { deletedAt: null } });
    },
    async closeAll({ resources, writes }) {
      const open = resources.filter(({ record }) => record.status === 'open');
      for (const { id } of open) await writes.update('issues', id, { attributes: { status: 'closed' } });
      return { closed: open.length };
    },
  },
};
