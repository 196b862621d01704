/** Writes of the application after it has changed rows with the call that it received, without its server. */
import { attribute, defineAction, defineApi, JsonApiError } from '@linkage/core';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { send } from '../../test/support.ts';
import { createMemorySources } from '../memory/create-memory-sources.ts';
import { createServer } from '../pipeline/create-server.ts';
import type { ServerOptions } from '../pipeline/server-options.ts';
import type { SourceCall } from '../sources/port/data-source.ts';

const api = defineApi({
  issues: {
    attributes: { title: z.string(), status: attribute(z.string(), { write: false }) },
    actions: { run: defineAction({}) },
  },
  notes: { attributes: { text: z.string() } },
});
type Issues = typeof api;

/** A server whose rule allows changes of open issues, and a function that closes issue 2 with the source itself. */
function start(options: (close: (call: SourceCall) => Promise<unknown>) => ServerOptions<undefined, Issues>) {
  const sources = createMemorySources(api, {
    issues: [
      { id: '1', title: 'First', status: 'open' },
      { id: '2', title: 'Second', status: 'open' },
    ],
    notes: [],
  });
  const closing = { type: 'issues', id: '2', attributes: { status: 'closed', title: 'Closed' }, relationships: {} };
  const close = async (call: SourceCall) => sources.issues.update?.('2', closing as never, call as never);
  const allowed = { read: () => true, create: () => true };
  const server = createServer(api, sources, {
    context: () => undefined,
    access: {
      issues: { ...allowed, act: () => true, update: (_, { record }) => record.status === 'open' },
      notes: allowed,
    },
    actions: { issues: { run: () => undefined } },
    ...options(close),
  });
  return server;
}

/** Returns the status of the error of a write, or undefined. */
async function statusOf(write: Promise<unknown>): Promise<number | undefined> {
  try {
    await write;
  } catch (thrown) {
    if (JsonApiError.is(thrown)) return thrown.status;
    throw thrown;
  }
  return undefined;
}

/** Sends a POST without a document, and returns the status of the response. */
async function post(server: ReturnType<typeof start>, url: string): Promise<number> {
  const headers = { 'content-type': 'application/vnd.api+json' };
  return (await server.handle({ method: 'POST', url, headers })).status;
}

const act = (server: ReturnType<typeof start>, id: string) => post(server, `/issues/${id}/-actions/run`);
const change = { attributes: { title: 'Changed' } };

describe('the rule of a write receives the current record', () => {
  test('in an action', async () => {
    let status: unknown;
    const server = start((close) => ({
      actions: {
        issues: {
          async run({ call, writes }) {
            await close(call);
            status = await statusOf(writes.update('issues', '2', change));
          },
        },
      },
    }));
    expect(await act(server, '2')).toBe(200);
    expect(status).toBe(403);
  });

  test('in a hook', async () => {
    let status: unknown;
    const server = start((close) => ({
      hooks: {
        notes: {
          create: {
            async before({ call, writes }) {
              await writes.update('issues', '2', change);
              await close(call);
              status = await statusOf(writes.update('issues', '2', change));
            },
          },
        },
      },
    }));
    expect(await send(server, 'POST /notes', { data: { type: 'notes', attributes: { text: 'x' } } })).toMatchObject({
      status: 201,
    });
    expect(status).toBe(403);
  });

  test('in a transaction of the application', async () => {
    let close: (call: SourceCall) => Promise<unknown> = () => Promise.resolve();
    const server = start((it) => {
      close = it;
      return {};
    });
    const work = server.transaction({ context: undefined }, async ({ call, writes }) => {
      await writes.update('issues', '2', change);
      await close(call);
      await writes.update('issues', '2', change);
    });
    expect(await statusOf(work)).toBe(403);
  });

  test('in an operation of an endpoint', async () => {
    let status: unknown;
    const server = start((close) => ({
      endpoints: [
        {
          name: 'twice',
          method: 'POST',
          path: '/twice',
          statuses: [204],
          async run({ transaction }) {
            await transaction(['issues'], async ({ call, execute }) => {
              const target = { type: 'issues' as const, id: '2' };
              const patch = () =>
                execute({
                  method: 'PATCH',
                  target,
                  document: { data: { ...target, attributes: { title: 'Changed' } } },
                });
              await patch();
              await close(call);
              status = await statusOf(patch());
            });
            return { status: 204 };
          },
        },
      ],
    }));
    expect(await post(server, '/twice')).toBe(204);
    expect(status).toBe(403);
  });
});

test('an operation of an action reads what the action has changed', async () => {
  const titles: unknown[] = [];
  const server = start((close) => ({
    actions: {
      issues: {
        async run({ call, execute }) {
          const read = async (): Promise<void> => {
            const { document } = await execute({ method: 'GET', target: { type: 'issues', id: '2' } });
            titles.push(document);
          };
          await read();
          await close(call);
          await read();
        },
      },
    },
  }));
  expect(await act(server, '1')).toBe(200);
  expect(titles).toMatchObject(['Second', 'Closed'].map((title) => ({ data: { attributes: { title } } })));
});
