import { createServer as createHost } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineApi } from '@linkage/core';
import { createServer } from '@linkage/server';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { toNodeHandler } from './to-node-handler.ts';

const api = defineApi({ articles: { attributes: { title: z.string() } } });

test('a stream ends if the host has responded before it began', async () => {
  const calls: string[] = [];
  const articles = {
    async *stream() {
      try {
        for (let id = 1; ; id++) yield { id, title: 'A' };
      } finally {
        calls.push('closed');
      }
    },
    list: () => ({ records: [] }),
  };
  const handle = toNodeHandler(createServer(api, { articles }, { stream: { articles: true } }));
  const host = createHost((request, response) => {
    handle(request, response);
    response.end('The host is faster.');
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  try {
    const response = await fetch(`http://127.0.0.1:${(host.address() as AddressInfo).port}/articles`);
    expect(await response.text()).toBe('The host is faster.');
    await expect.poll(() => calls).toEqual(['closed']);
  } finally {
    host.closeAllConnections();
    host.close();
  }
});
