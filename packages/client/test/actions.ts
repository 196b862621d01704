/** An API with actions of each kind, and a server over it. */
import { attribute, defineAction, defineApi, toOne } from '@linkage/core';
import { createMemorySources, createServer, type Server } from '@linkage/server';
import { z } from 'zod';

export const api = defineApi({
  issues: {
    attributes: {
      title: z.string(),
      status: attribute(z.enum(['open', 'closed']).default('open'), { write: false, filter: true }),
    },
    relationships: { owner: toOne('people') },
    actions: {
      close: defineAction({ input: z.object({ reason: z.string().min(2), notify: z.boolean().default(true) }) }),
      measure: defineAction({ output: z.object({ size: z.int() }), ifMatch: true }),
      archive: defineAction({ on: 'filter', limit: 2, output: z.object({ count: z.int() }) }),
      reset: defineAction({ on: 'collection', input: z.object({ hard: z.boolean().optional() }) }),
    },
  },
  people: { attributes: { name: z.string() } },
});

/** Creates a server with three issues. */
export function createIssues(): Server {
  const sources = createMemorySources(api, {
    issues: ['1', '2', '3'].map((id) => ({ id, title: `Issue ${id}`, status: 'open', owner: '9' })),
    people: [{ id: '9', name: 'Ann' }],
  });
  return createServer(api, sources, {
    baseUrl: '/api',
    actions: {
      issues: {
        close: ({ id, writes }) => writes.update('issues', id, { attributes: { status: 'closed' } }),
        measure: ({ record }) => ({ size: String(record.title).length }),
        async archive({ resources, writes }) {
          for (const { id } of resources) await writes.delete('issues', id);
          return { count: resources.length };
        },
        reset: () => undefined,
      },
    },
  });
}
