import { createClient } from '@linkage/client';
import { attribute, defineAction, defineApi, errorObject, JsonApiError } from '@linkage/core';
import { toFetchHandler } from '@linkage/fetch';
import { createMemorySources, createServer } from '@linkage/server';
import { z } from 'zod';

// #region declare
export const api = defineApi({
  issues: {
    attributes: {
      title: z.string(),
      status: attribute(z.enum(['open', 'closed']).default('open'), { write: false, filter: true }),
    },
    actions: {
      close: defineAction({ input: z.object({ reason: z.string().min(3) }), ifMatch: true }),
      // About all issues that match `filter`, at most 50.
      closeAll: defineAction({ on: 'filter', limit: 50, output: z.object({ closed: z.int() }) }),
    },
  },
});
// #endregion

const sources = createMemorySources(api, {
  issues: [
    { id: '1', title: 'The bell is silent', status: 'open' },
    { id: '2', title: 'The door sticks', status: 'open' },
  ],
});

// #region run
export const server = createServer(api, sources, {
  context: () => ({ role: 'editor' }),
  access: {
    issues: {
      read: () => true,
      update: () => true,
      act: (user, { action }) => action === 'close' || user.role === 'editor',
    },
  },
  actions: {
    issues: {
      async close({ id, record, writes }) {
        if (record.status === 'closed')
          throw new JsonApiError(errorObject('WRITE_CONFLICT', 'The issue is closed already.'));
        await writes.update('issues', id, { attributes: { status: 'closed' } });
      },
      async closeAll({ resources, writes }) {
        for (const { id } of resources) await writes.update('issues', id, { attributes: { status: 'closed' } });
        return { closed: resources.length };
      },
    },
  },
});
// #endregion

// #region call
const client = createClient<typeof api>({ baseUrl: 'https://example.com', fetch: toFetchHandler(server) });

/** `POST /issues/1/-actions/close` with `{ "meta": { "reason": "…" } }` */
export async function close(id: string, reason: string) {
  const { etag = '' } = await client.get('issues', id);
  const { data } = await client.action('issues', 'close', { id, input: { reason } }, { ifMatch: etag });
  return data?.status;
}

/** `POST /issues/-actions/closeAll?filter[status]=open` */
export async function closeOpen() {
  const { meta } = await client.action('issues', 'closeAll', { filter: [{ field: 'status', values: ['open'] }] });
  return meta.closed;
}
// #endregion
