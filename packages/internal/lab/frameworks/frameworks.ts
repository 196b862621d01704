/** Starts each example of docs/examples/frameworks: over a socket, or as the function that its framework calls. */

import { once } from 'node:events';
import type { Http2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { type Send, sendFetch, sendTo } from './exchange.ts';
import { sendLambda } from './lambda.ts';
import { type Example, listeners } from './listen.ts';
import { sendHttp2 } from './send-http2.ts';

export interface Running {
  readonly send: Send;
  /** The port, if the framework listens at one. */
  readonly port?: number;
  readonly close: () => unknown;
}

/** The examples that frameworks call without a socket of our own. */
const users: Readonly<Record<string, (example: Example) => Send>> = {
  next: (routes) => sendFetch((request) => routes[request.method](request)),
  sveltekit: ({ fallback }) => sendFetch((request) => fallback({ request })),
  remix: ({ loader, action }) =>
    sendFetch((request) => (['GET', 'HEAD'].includes(request.method) ? loader : action)({ request })),
  lambda: ({ handler }) => sendLambda(handler),
  workers: ({ worker }) => sendFetch((request) => worker.fetch(request, { API_PREFIX: '/api' })),
  bun: ({ options }) => sendFetch(options.fetch),
  deno: ({ app }) => sendFetch(app.fetch),
};

export const frameworks: readonly string[] = [...Object.keys(listeners), 'http2', ...Object.keys(users)];

/** Without the hostile requests, which are bytes of HTTP/1.1. */
async function startHttp2({ host }: { readonly host: Http2Server }): Promise<Running> {
  host.listen(0, '127.0.0.1');
  await once(host, 'listening');
  return { send: sendHttp2((host.address() as AddressInfo).port), close: () => host.close() };
}

export async function startFramework(name: string, example: Example): Promise<Running> {
  if (name === 'http2') return startHttp2(example);
  const listening = await listeners[name]?.(example);
  if (listening !== undefined) return { ...listening, send: sendTo(listening.port) };
  const send = users[name]?.(example);
  if (send === undefined) throw new Error(`The framework ${name} does not exist`);
  return { send, close: () => undefined };
}
