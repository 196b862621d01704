/** Responses for tests, as a `fetch` function gives them. */
import { type AtomicClient, atomicRequests, type ClientOptions, createClient } from '../src/index.ts';
import type { api } from './world.ts';

export type Step = (request: Request) => Response | Promise<Response>;

/** A response with a document. */
export function reply(document: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(document === undefined ? null : JSON.stringify(document), {
    status,
    headers: { ...(document === undefined ? {} : { 'Content-Type': 'application/vnd.api+json' }), ...headers },
  });
}

export interface Scripted {
  readonly client: AtomicClient<typeof api>;
  /** The requests in order. */
  readonly requests: Request[];
}

/** Creates a client whose requests are answered by these steps, the last one again and again. */
export function scripted(steps: readonly Step[], options: Omit<Partial<ClientOptions>, 'atomic'> = {}): Scripted {
  const requests: Request[] = [];
  const client = createClient<typeof api>({
    baseUrl: 'https://example.com/api',
    async fetch(request) {
      requests.push(request);
      return (steps[requests.length - 1] ?? (steps.at(-1) as Step))(request);
    },
    ...options,
    atomic: atomicRequests(),
  });
  return { client, requests };
}

export const fail: Step = () => {
  throw new TypeError('fetch failed');
};
