import type { ServerOptions } from 'node:http';
import type { ServerLimits } from '@linkage/server';

/**
 * The limits of all requests together. `npm run load -- overload` measures the demo with them: see docs/guide/overload.md before you change
 * them.
 */
export const requestLimits = { concurrency: 16, queue: 16, loopDelay: 6 } as const satisfies Partial<ServerLimits>;

/** Those of `npm start`. Its machine has other work: with 6 ms, a single user received 503 while a compiler ran. */
export const sharedMachineLimits = { ...requestLimits, loopDelay: 20 } as const satisfies Partial<ServerLimits>;

/** Milliseconds. */
export const connectionLimits = {
  /** A client that sends its headers slowly. */
  headersTimeout: 10_000,
  /** A client that sends its body slowly. */
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1_000,
  /** Longer than the idle timeout of a proxy in front. With a shorter time, the server closes connections just when they are used. */
  keepAliveTimeout: 65_000,
} as const satisfies ServerOptions;

/** Connections at once: each can hold a body in memory. */
export const maxConnections = 1_000;

/** Connections that wait until the host accepts them. With the default of 511, the system drops those of a sudden crowd. */
export const backlog = 4_096;

/** The number of milliseconds that running requests, slow bodies included, can take when the server stops. */
export const grace = 8_000;
