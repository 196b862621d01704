import { cursorStrategy } from '@linkage/core/cursor-pagination';
import {
  atomicOperations,
  createServer,
  type IdempotencyStore,
  idempotencyKeys,
  type JsonApiRequest,
  relatedQueries,
  type Server,
} from '@linkage/server';
import { api, collections, mapping, type TypeName } from './world-api.ts';
import type { Data } from './world-data.ts';
import { accessOf, type User, type WorldRules } from './world-rules.ts';

/** A change that an event tells: its type, id, operation, fields, and the members that came or went. */
export interface WorldEvent {
  readonly type: string;
  readonly id: string;
  readonly operation: string;
  readonly fields: readonly string[];
  readonly members: Readonly<Record<string, readonly { readonly type: string; readonly id: string }[] | undefined>>;
}

/** One world: its server, and how to fill it. */
export interface Store {
  readonly reset: (data: Data, rules: WorldRules) => Promise<void>;
  readonly handle: (request: JsonApiRequest) => ReturnType<Server['handle']>;
  /** The number of statements, or of calls of sources in memory, since the start. */
  readonly count: () => number;
  /** All events since the last `reset`. */
  readonly events: () => Promise<readonly WorldEvent[]>;
  readonly close: () => Promise<void>;
}

type Sources = Parameters<typeof createServer<typeof api>>[1];

/** A server, and what its requests leave. */
export interface Opened {
  readonly server: Server;
  readonly state: { rules: WorldRules | undefined; calls: number; errors: unknown[] };
}

/** Serves sources with the rules that the state contains. */
export function serve(sources: Sources, store: IdempotencyStore): Opened {
  const state: Opened['state'] = { rules: undefined, calls: 0, errors: [] };
  const idsOf = (resources: readonly { readonly id: string }[]): object => ({
    ids: resources.map(({ id }) => id).join(),
  });
  const meta = (record: object): object => ({ record });
  const server = createServer(
    api,
    sources as never,
    {
      context: ({ headers }: JsonApiRequest): User => ({
        user: 'me',
        rules: headers['x-user'] === 'full' ? undefined : state.rules,
      }),
      access: accessOf(Object.keys(mapping) as TypeName[]) as never,
      extensions: [atomicOperations()],
      collections,
      pagination: { collections: cursorStrategy({ key: 'x'.repeat(32) }) },
      profiles: [relatedQueries({ applied: 'always' })],
      idempotency: { keys: idempotencyKeys({ store }), user: ({ user }: User) => user },
      resources: {
        // A repeated response with meta needs equal rights, so most people have none.
        people: {
          needs: ['name', 'salary'],
          meta: (record: { readonly name?: unknown }) => (record.name === 'Ada' ? meta(record) : undefined),
        },
        articles: { needs: ['author', 'team', 'open'], meta },
      },
      actions: {
        articles: {
          stamp: (subject: { readonly id: string }) => idsOf([subject]) as never,
          stampAll: ({ resources }: { readonly resources: readonly { readonly id: string }[] }) =>
            idsOf(resources) as never,
        },
      },
      onRequest:
        () =>
        ({ sourceCalls }: { readonly sourceCalls: number }): void => {
          state.calls += sourceCalls;
        },
      onError: (error: unknown) => void state.errors.push(error),
    } as never,
  ) as unknown as Server;
  return { server, state };
}
