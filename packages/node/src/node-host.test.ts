import type { AddressInfo } from 'node:net';
import { defineApi } from '@linkage/core';
import { createServer, type HostedRequest } from '@linkage/server';
import express from 'express';
import { expect, test } from 'vitest';
import { z } from 'zod';
import type { NodeHost } from './host-types.ts';
import { toNodeHandler } from './to-node-handler.ts';

const api = defineApi({ notes: { attributes: { text: z.string() } } });
type ExpressRequest = express.Request & { user?: string };

test('the request of Express reaches the context, with the members that middleware added', async () => {
  const seen: unknown[] = [];
  const server = createServer(
    api,
    { notes: { list: () => ({ records: [] }) } },
    {
      context: ({ host }: HostedRequest<NodeHost<ExpressRequest, express.Response>>) =>
        void seen.push([host.request.user, host.request.ip, host.response.locals]),
    },
  );
  const app = express();
  app.use((request: ExpressRequest, _response, next) => {
    request.user = 'Ann';
    next();
  });
  app.use(toNodeHandler(server));
  const host = app.listen(0);
  await fetch(`http://localhost:${(host.address() as AddressInfo).port}/notes`);
  host.close();
  expect(seen).toEqual([['Ann', expect.any(String), expect.anything()]]);
});
