import { defineApi } from '@linkage/core';
import { createServer, type FrameworkRequest } from '@linkage/server';
import Fastify, { type FastifyRequest } from 'fastify';
import { describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import type { FastifyFramework } from './fastify-framework.ts';
import { jsonApiPlugin } from './json-api-plugin.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
const failure = new Error('The disk is full.');
const failing = {
  notes: {
    list: () => {
      throw failure;
    },
  },
};

test('the request of Fastify, its user and its id reach the context, the hooks, and `onError`', async () => {
  const seen: unknown[] = [];
  const user = ({ request }: FastifyFramework) => (request as FastifyRequest & { readonly user?: string }).user;
  const server = createServer(api, failing, {
    context: ({ framework }: FrameworkRequest<FastifyFramework>) =>
      void seen.push([user(framework), framework.request.ip]),
    onRequest: ({ framework }) => void seen.push(framework.request.id),
    errors: { id: (_, { framework }) => `for ${(framework as FastifyFramework).request.id}` },
    onError: (error, id, { framework }) => void seen.push([error, id, framework.reply.statusCode]),
  });
  const fastify = Fastify({ genReqId: () => 'r1' });
  fastify.decorateRequest('user', '').addHook('onRequest', async (request) => {
    (request as FastifyRequest & { user?: string }).user = 'Ann';
  });
  await fastify.register(jsonApiPlugin, { server });
  expect((await fastify.inject('/notes')).statusCode).toBe(500);
  expect(seen).toEqual(['r1', ['Ann', '127.0.0.1'], [failure, 'for r1', 200]]);
});

describe('a failure without `onError`', () => {
  test('goes to the logger of the request, with the id in the response', async () => {
    const lines: string[] = [];
    const silent = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fastify = Fastify({ logger: { stream: { write: (line: string) => void lines.push(line) } } });
    await fastify.register(jsonApiPlugin, { server: createServer(api, failing) });
    const { id } = (await fastify.inject('/notes')).json().errors[0];
    const logged = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 50);
    expect(logged).toMatchObject([{ errorId: id, reqId: 'req-1', err: { message: failure.message } }]);
    expect(silent).not.toHaveBeenCalled();
    silent.mockRestore();
  });

  test('goes to the console if Fastify does not have a logger', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fastify = Fastify();
    await fastify.register(jsonApiPlugin, { server: createServer(api, failing) });
    const { id } = (await fastify.inject('/notes')).json().errors[0];
    expect(log.mock.calls).toEqual([[expect.stringContaining(id), failure]]);
    log.mockRestore();
  });
});
