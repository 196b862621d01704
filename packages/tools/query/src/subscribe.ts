import type { Client } from '@linkage/client';
import type { Api } from '@linkage/core';
import { checkKind, identityText, ownMembers } from '@linkage/core/internal';
import { applyChange, type ResourceChange } from './apply-change.ts';
import type { Cache } from './cache.ts';
import type { Identity } from './held-resources.ts';

/** The part of an `EventSource` that `subscribe` calls. */
export interface EventStream {
  addEventListener(name: string, listener: (event: { readonly data?: unknown }) => void): void;
  removeEventListener(name: string, listener: (event: { readonly data?: unknown }) => void): void;
}

const NAMES = ['update', 'create', 'delete', 'reload'] as const;

/** Returns the change of an event: `{ "type": "articles", "id": "1", "fields": ["title"] }`. Other strings can mean any. */
function readEvent(kind: string, data: unknown): ResourceChange {
  try {
    const { type, id, fields } = ownMembers(JSON.parse(String(data)));
    if (typeof type !== 'string' || typeof id !== 'string') return { kind: 'any' };
    return { kind, resource: { type, id }, ...(Array.isArray(fields) ? { fields } : {}) } as ResourceChange;
  } catch {
    return { kind: 'any' };
  }
}

const MAX_WRITES = 100;

/** Keeps the entity tags of the last writes of a cache, by the name of the resource, and `deleted` for one that was deleted. */
function keepWrites(queryClient: Cache, baseUrl: string, known: Map<string, string>): () => void {
  return queryClient.getMutationCache().subscribe(({ type: event, mutation }) => {
    const { status, data, variables } = mutation?.state ?? {};
    const [url, type, operation] = mutation?.options.mutationKey ?? [];
    if (event !== 'updated' || status !== 'success' || url !== baseUrl) return;
    const { etag, data: resource } = ownMembers(data);
    const name = identityText({ type, id: ownMembers(variables).id ?? ownMembers(resource).id });
    known.delete(name);
    if (operation === 'delete' || typeof etag === 'string')
      known.set(name, operation === 'delete' ? 'deleted' : String(etag));
    for (const oldest of known.keys()) if (known.size > MAX_WRITES) known.delete(oldest);
  });
}

/**
 * Applies the events of a stream to the queries of a client, such as an `EventSource` of the page "A stream of events". What can contain
 * the resource is read again. An event of the last write of this cache is recognized by the entity tag of the resource: it changes
 * nothing. After `reload`, and after an event that cannot be read, everything is read again.
 *
 * @returns A function that ends the subscription.
 * @throws {TypeError} If an argument is not an object.
 */
export function subscribe<A extends Api>(queryClient: Cache, client: Client<A>, stream: EventStream): () => void {
  for (const [name, value] of Object.entries({ queryClient, client })) checkKind('subscribe', name, 'object', value);
  const { baseUrl, get } = client as unknown as Client<Api>;
  /** The changes that wait, once each: while queries are read again, further events must not begin them anew. */
  const waiting = new Map<string, ResourceChange>();
  let isBusy = false;
  const written = new Map<string, string>();
  const stop = keepWrites(queryClient, baseUrl, written);
  async function isOwn({ kind, resource }: ResourceChange): Promise<boolean> {
    const own = resource && written.get(identityText(resource));
    if (own === undefined || kind === 'delete') return own === 'deleted';
    const { type, id } = resource as Identity;
    return (await get(type, id).catch(() => undefined))?.etag === own;
  }
  async function apply(change: ResourceChange): Promise<void> {
    if (!(await isOwn(change))) await applyChange(queryClient, client, change);
  }
  async function run(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let changes = [...waiting.values()]; changes.length > 0; changes = [...waiting.values()]) {
      waiting.clear();
      // An event that cannot be applied must not end the stream.
      await Promise.all(changes.map(apply)).catch(() => apply({ kind: 'any' }));
    }
    isBusy = false;
  }
  const listeners = NAMES.map((name) => {
    const listener = ({ data }: { readonly data?: unknown }): void => {
      const change = readEvent(name, data);
      waiting.set(JSON.stringify(change), change);
      void run();
    };
    stream.addEventListener(name, listener);
    return { name, listener };
  });
  return () => {
    stop();
    for (const { name, listener } of listeners) stream.removeEventListener(name, listener);
  };
}
