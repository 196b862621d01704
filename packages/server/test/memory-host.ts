/** Runs in a child process with `--expose-gc`: reports its port and, whenever the parent asks, its memory. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { defineApi } from '@linkage/core';
import { z } from 'zod';
import { toNodeHandler } from '../../node/src/index.ts';
import { createMemorySources, createServer, type Server } from '../src/index.ts';

/** The report of the child process. */
export interface MemoryReport {
  readonly port: number;
  /** Bytes in use after a garbage collection: objects and buffers. */
  readonly used: number;
  /** Bytes that all connections together have received. */
  readonly received: number;
}

const api = defineApi({ notes: { attributes: { text: z.string() } } });

/** A server with the default limit of 1 MiB for request documents. */
export function createNotes(): Server {
  return createServer(api, createMemorySources(api, {}), { baseUrl: '/api' });
}

/** Reports the memory of this process each time the parent sends a message. */
export function reportMemory(host: NetServer): void {
  const { port } = host.address() as AddressInfo;
  const sockets = new Set<Socket>();
  host.on('connection', (socket) => sockets.add(socket));
  process.on('message', () => {
    // Buffers are freed after the collection that found them unused.
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    const received = [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);
    process.send?.({ port, used: heapUsed + external, received } satisfies MemoryReport);
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ port, used: 0, received: 0 } satisfies MemoryReport);
}

/** Serves with a listener of `node:http`. */
export function listen(listener: RequestListener): void {
  const host = createHttpServer(listener).listen(0, '127.0.0.1', () => reportMemory(host));
}

if (import.meta.main) listen(toNodeHandler(createNotes()));
