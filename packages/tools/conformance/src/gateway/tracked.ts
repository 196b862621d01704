import { identityOf, isObject, type Json } from '../json.ts';
import { type Exchange, identifiersIn } from '../target/exchange.ts';
import type { Marks } from './marks.ts';
import { placeOf } from './paths.ts';

/** A resource that the tests created: its URL is that of the server, and GET of it showed the resource. */
export interface OwnResource {
  readonly type: string;
  readonly id: string;
  readonly url: string;
  /** The resource object as GET returned it. */
  readonly resource: Json;
}

/** A resource that stays on the server. */
export interface Leftover {
  /** The URL, as far as the server said it. */
  readonly url: string;
  /** The request that removes the resource, or that shows it if it may have been there before. */
  readonly request: string;
  /** Why it was not deleted. */
  readonly reason: string;
}

/** Whether create requests of a type make new resources: two of them were sent before the first case that writes. */
export interface Trial {
  readonly creates: boolean;
  /** Whether DELETE removes them, and GET then says so. */
  readonly deletes: boolean;
  /** Whether the two requests are being sent. */
  readonly isRunning: boolean;
  /** Every resource that was there, if values of the run do not tell new ones from them. */
  readonly before?: ReadonlySet<string> | undefined;
  /** Why no further create request of this type is sent. */
  readonly stop?: string | undefined;
  /** The rejected create request and the same one as `application/json`, which succeeded: the server does not parse the media type. */
  readonly unparsed?: readonly Exchange[] | undefined;
}

/** The resources of the tests, and those that were there. */
export interface Tracked {
  /** Identities of resources that any response named, except those of the tests. */
  readonly seen: Set<string>;
  /** Resources of the tests by their identity, oldest first. */
  readonly own: Map<string, OwnResource>;
  /** Places of resources that the tests deleted. */
  readonly deleted: Set<string>;
  /** The resources that may have been created, and are not proved to be the tests'. */
  readonly unproved: (Leftover & { readonly type: string })[];
  /** The create requests of which the tests do not know yet what they created. */
  readonly sending: Set<Leftover>;
  /** Why resources of the tests could not be deleted, by their identity. */
  readonly kept: Map<string, string>;
  readonly trials: Map<string, Trial>;
  /** A few resources of each collection as they were found, to compare samples with. */
  readonly found: Map<string, Json[]>;
}

/** Begins without resources. */
export function trackResources(): Tracked {
  return {
    seen: new Set(),
    own: new Map(),
    deleted: new Set(),
    unproved: [],
    sending: new Set(),
    kept: new Map(),
    trials: new Map(),
    found: new Map(),
  };
}

/** Returns what the tests would leave behind if they ended now. */
export function leftoversOf({ own, kept, unproved, sending }: Tracked): readonly Leftover[] {
  const stayed = [...own.values()].map((each) => ({
    url: each.url,
    request: `DELETE ${each.url}`,
    reason: kept.get(identityOf(each)) ?? 'It was not deleted.',
  }));
  return [...stayed, ...unproved.map(({ url, request, reason }) => ({ url, request, reason })), ...sending];
}

/** A run that saw more resources than this sends no more writes: what it forgot could be taken for its own. */
const MAX_SEEN = 1_000_000;
const MAX_FOUND = 200;

/** Whether the tests still know every resource that was seen. */
export function isComplete({ seen }: Tracked): boolean {
  return seen.size < MAX_SEEN;
}

/** Notes every resource that a document names, unless it is one of the tests. Resources with a value of this run were not found there. */
export function noteSeen({ seen, own, found }: Tracked, document: Json, { markIn }: Pick<Marks, 'markIn'>): void {
  for (const it of identifiersIn(document)) {
    if (typeof it?.type !== 'string' || typeof it?.id !== 'string' || it.id === '' || seen.size >= MAX_SEEN) continue;
    const identity = identityOf(it);
    if (own.has(identity)) continue;
    seen.add(identity);
    if (!isObject(it.attributes)) continue;
    const list = found.get(it.type) ?? [];
    const isKnown = list.length >= MAX_FOUND || list.some(({ id }) => id === it.id);
    if (!isKnown && markIn(it.attributes) === undefined) list.push(it);
    found.set(it.type, list);
  }
}

/** Notes a resource of the tests. */
export function noteOwn({ seen, own, found }: Tracked, resource: OwnResource): void {
  const identity = identityOf(resource);
  own.set(identity, resource);
  seen.delete(identity);
  const list = found.get(resource.type) ?? [];
  found.set(
    resource.type,
    list.filter(({ id }) => id !== resource.id),
  );
}

/** Notes that a resource of the tests were deleted. Servers give ids away again. */
export function noteDeleted({ own, seen, kept, deleted }: Tracked, resource: OwnResource): void {
  const identity = identityOf(resource);
  for (const known of [own, seen, kept]) known.delete(identity);
  deleted.add(placeOf(resource.url));
}

/** Notes that a resource which was taken for one of the tests may have been there before. */
export function noteDoubtful({ own, seen, unproved }: Tracked, resource: OwnResource, reason: string): void {
  own.delete(identityOf(resource));
  seen.add(identityOf(resource));
  unproved.push({ type: resource.type, url: resource.url, request: `GET ${resource.url}`, reason });
}

/** Returns the resource of the tests that a URL is that of, or below that of. */
export function ownAt({ own }: Tracked, url: string): OwnResource | undefined {
  const place = placeOf(url);
  return [...own.values()].find((it) => place === placeOf(it.url) || place.startsWith(`${placeOf(it.url)}/`));
}
