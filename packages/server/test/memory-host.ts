/** Runs in a child process with `--expose-gc`: reports its port and, whenever the parent asks, its memory. */
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { defineApi } from '@linkage/core';
import { z } from 'zod';
import { toNodeHandler } from '../../adapters/node/src/index.ts';
import { createMemorySources, createServer, type Server } from '../src/index.ts';

/** The report of the child process. */
export interface MemoryReport {
  readonly port: number;
  /** Bytes in use after a garbage collection: objects and buffers. */
  readonly used: number;
  /** Bytes of the process. */
  readonly resident: number;
  /** Bytes that all connections together have received. */
  readonly received: number;
  readonly streams: StreamCounts;
}

/** The streams of a child process. */
export interface StreamCounts {
  readonly opened: number;
  readonly closed: number;
  /** Records of the last stream. */
  readonly yielded: number;
}

const note = { attributes: { text: z.string() } };
const api = defineApi({ notes: note, exports: note, endless: note, broken: note });

const counts = { opened: 0, closed: 0, yielded: 0 };
/** The limit for request documents. */
const BODY_BYTES = Number(process.env['BODY_BYTES'] ?? 1024 * 1024);
/** The number of records of a stream. */
const RECORDS = Number(process.env['STREAMED_RECORDS'] ?? 3000);

/** Yields records with about 1,000 characters. */
async function* records(count: number, last = count) {
  counts.opened++;
  counts.yielded = 0;
  try {
    for (let id = 1; id <= count; id++) {
      if (id > last) throw new Error('The source fails.');
      counts.yielded = id;
      yield { id, text: `${id} `.repeat(900 / (String(id).length + 1)) };
    }
  } finally {
    counts.closed++;
  }
}

/**
 * A server with a limit for request documents, by default 1 MiB, and with collections that are streamed: `exports`; `endless`, which
 * is larger than all buffers on the way; and `broken`, whose source fails in the middle.
 */
export function createNotes(): Server {
  const list = { list: () => ({ records: [] }) };
  const sources = {
    ...createMemorySources(api, {}),
    exports: { ...list, stream: () => records(RECORDS) },
    endless: { ...list, stream: () => records(1_000_000) },
    broken: { ...list, stream: () => records(RECORDS, RECORDS / 2) },
  };
  const onError = (): void => undefined;
  return createServer(api, sources, {
    baseUrl: '/api',
    limits: { bodyBytes: BODY_BYTES },
    stream: { exports: true, endless: true, broken: true },
    onError,
  });
}

/** Reports the memory of this process each time the parent sends a message. */
export function reportMemory(host: NetServer): void {
  const { port } = host.address() as AddressInfo;
  const sockets = new Set<Socket>();
  host.on('connection', (socket) => sockets.add(socket));
  process.on('message', (message) => {
    // Buffers are freed after the collection that found them unused.
    if (message !== 'look') {
      globalThis.gc?.();
      globalThis.gc?.();
    }
    const { heapUsed, external, rss: resident } = process.memoryUsage();
    const received = [...sockets].reduce((sum, socket) => sum + socket.bytesRead, 0);
    process.send?.({ port, used: heapUsed + external, resident, received, streams: counts } satisfies MemoryReport);
  });
  process.on('disconnect', () => process.exit());
  process.send?.({ port, used: 0, resident: 0, received: 0, streams: counts } satisfies MemoryReport);
}

/** Serves with a listener of `node:http`. */
export function listen(listener: RequestListener): void {
  const host = createHttpServer(listener).listen(0, '127.0.0.1', () => reportMemory(host));
}

if (import.meta.main) listen(toNodeHandler(createNotes()));
