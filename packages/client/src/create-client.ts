import { type Api, JSON_API_MEDIA_TYPE } from '@linkage/core';
import {
  changedResource,
  checkKind,
  describeValue,
  memberOf,
  newResource,
  pathSegment,
  readOptions,
} from '@linkage/core/internal';
import { act } from './action.ts';
import type { AttributeDates, WithDates } from './attribute-dates.ts';
import type { AtomicClient, Client } from './client.ts';
import {
  type AtomicFeature,
  type ClientOptions,
  type Create,
  clientOptions,
  type ReadOptions,
  type WriteOptions,
} from './client-options.ts';
import { read, restore } from './read.ts';
import { relationshipChange } from './relationship-change.ts';
import { memberAt, type Setup } from './setup.ts';
import { write } from './write.ts';

/** Returns the base URL. A relative one needs the location of a browser. */
function absoluteUrl(baseUrl: unknown): URL {
  const here = (memberOf(globalThis, 'location') as { readonly href: string } | undefined)?.href;
  if (typeof baseUrl === 'string' && !/[?#]/.test(baseUrl) && URL.canParse(baseUrl, here))
    return new URL(baseUrl, here);
  throw new TypeError(
    `createClient: \`baseUrl\` must be an absolute URL without query and fragment, but it is ${describeValue(baseUrl)}.`,
  );
}

/** Encodes a part of a path. `.` and `..`, for example as an id of a server, would lead to another URL, also if encoded. */
function urlPart(text: unknown): string {
  if (typeof text === 'string' && !/^\.{0,2}$/.test(text)) return pathSegment(text);
  throw new TypeError(`A part of a URL must be a string, not "", ".", or "..", but it is ${describeValue(text)}.`);
}

/** Returns a number of times, or the default. */
function countOf(name: 'retry' | 'maxPages', given: ClientOptions, least: number, fallback: number): number {
  const { [name]: value = fallback } = given;
  if (value >= least && (Number.isInteger(value) || value === Number.POSITIVE_INFINITY)) return value;
  throw new TypeError(
    `createClient: \`${name}\` must be an integer of at least ${least}, or Infinity, but it is ${describeValue(value)}.`,
  );
}

/** Returns the media type in `Accept`. A space in a URI would make two of it, and a quotation mark would end the parameter. */
function acceptOf({ profiles = [] }: ClientOptions): string {
  const wrong = profiles.find((it) => !/^[a-z][\w+.-]*:[!#-[\]-~]+$/i.test(it));
  if (wrong !== undefined)
    throw new TypeError(`createClient: \`profiles\` must be URIs, but one is ${describeValue(wrong)}.`);
  return JSON_API_MEDIA_TYPE + (profiles.length > 0 ? `; profile="${profiles.join(' ')}"` : '');
}

/** Shares one call of a function among those who wait for it. */
function shareCall(call: (() => unknown) | undefined): (() => Promise<unknown>) | undefined {
  let running: Promise<unknown> | undefined;
  return (
    call &&
    (() => {
      running ??= (async () => call())().finally(() => {
        running = undefined;
      });
      return running;
    })
  );
}

function setUp(given: ClientOptions): Setup {
  const { href, origin } = absoluteUrl(given.baseUrl);
  const baseUrl = href.replace(/\/$/, '');
  const path =
    given.urls ??
    ((type: string, ...rest: readonly unknown[]) =>
      ['', urlPart(type), ...rest].filter((it) => it !== undefined).join('/'));
  return {
    // Has all options as own members.
    ...(given as Pick<Setup, 'idempotencyKeys' | 'checks' | 'dates' | 'plainJson'>),
    baseUrl,
    origin,
    // The function of the platform must not be a method of another object.
    fetch: given.fetch ?? ((request) => fetch(request)),
    hasFetchOption: given.fetch !== undefined,
    headers: given.headers ?? (() => []),
    retry: countOf('retry', given, 0, 2),
    retryOn: given.retryOn ?? [429, 503],
    refresh: shareCall(given.refresh),
    urlOf: (type, id = [], ...names) =>
      baseUrl + path(type, id.map(urlPart).at(0), names.map(urlPart).join('/') || undefined),
    totalName: (given.totalName ?? 'page.total').split('.'),
    maxPages: countOf('maxPages', given, 1, 10_000),
    accept: acceptOf(given),
    mediaType: JSON_API_MEDIA_TYPE,
  };
}

const methods = { add: 'POST', remove: 'DELETE', replace: 'PATCH' } as const;

/** The functions of a client, without the types of an API. */
interface UntypedClient {
  readonly baseUrl: string;
  readonly [name: string]: unknown;
}

/** A client, or a sentence where the type of its API is missing. */
type OfApi<A, Created> = [A] extends [never]
  ? 'createClient requires the type of the API: createClient<typeof api>({ … })'
  : Created;

/**
 * Creates a client from the type of an API. The declaration itself does not become part of your bundle: `import type` is
 * enough.
 *
 * @throws {TypeError} If the base URL is not absolute, a profile is not a URI, or an option is unknown.
 * @example
 * const client = createClient<typeof api>({ baseUrl: 'https://example.com/api' });
 * const { data } = await client.get('articles', '1', { include: ['author'] });
 */
export function createClient<A extends Api = never>(
  options: ClientOptions & { readonly dates: AttributeDates; readonly atomic: AtomicFeature },
): OfApi<A, AtomicClient<WithDates<A>>>;
export function createClient<A extends Api = never>(
  options: ClientOptions & { readonly dates: AttributeDates },
): OfApi<A, Client<WithDates<A>>>;
export function createClient<A extends Api = never>(
  options: ClientOptions & { readonly atomic: AtomicFeature },
): OfApi<A, AtomicClient<A>>;
export function createClient<A extends Api = never>(options: ClientOptions): OfApi<A, Client<A>>;
export function createClient(options: ClientOptions): unknown {
  const given = readOptions('createClient', options, clientOptions);
  const setup = setUp(given);
  const { urlOf } = setup;
  const client: UntypedClient = {
    baseUrl: setup.baseUrl,
    idempotencyKeys: setup.idempotencyKeys,
    restore: restore.bind(undefined, setup),
    follow: async (link: unknown, options?: ReadOptions) => {
      const url = memberAt(link, 'href') ?? link;
      checkKind('client.follow', 'link', 'string', url);
      return read(setup, 'follow', 'any', url as string, undefined, options);
    },
    list: (type: string, query?: object, options?: ReadOptions) =>
      read(setup, 'list', 'many', urlOf(type), query, options),
    collection: (collection: unknown, query?: object, options?: ReadOptions) =>
      read(setup, 'collection', 'many', setup.baseUrl + memberAt(collection, 'path'), query, options),
    get: (type: string, id: string, query?: object, options?: ReadOptions) =>
      read(setup, 'get', 'one', urlOf(type, [id]), query, options),
    related: (type: string, id: string, name: string, query?: object, options?: ReadOptions) =>
      read(setup, 'related', 'any', urlOf(type, [id], name), query, options),
    relationship: (type: string, id: string, name: string, query?: object, options?: ReadOptions) =>
      read(setup, 'relationship', 'any', urlOf(type, [id], 'relationships', name), query, options),
    create: async (type: string, input: object, options?: WriteOptions) => {
      const data = newResource('client.create: input', type, input);
      return write(setup, ['create', type], 'POST', urlOf(type), { data }, options);
    },
    update: async (type: string, id: string, changes: object, options?: WriteOptions) => {
      const data = changedResource('client.update: changes', { type, id }, changes);
      return write(setup, ['update', type], 'PATCH', urlOf(type, [id]), { data }, options);
    },
    delete: async (type: string, id: string, options?: WriteOptions) =>
      write(setup, ['delete', type], 'DELETE', urlOf(type, [id]), undefined, options),
    updateRelationship: async (type: string, id: string, name: string, change: object, options?: WriteOptions) => {
      const { kind, data } = relationshipChange('client.updateRelationship: change', change);
      const url = urlOf(type, [id], 'relationships', name);
      return write(setup, ['updateRelationship', type, name], methods[kind], url, { data }, options);
    },
    action: act.bind(undefined, setup),
  };
  return Object.freeze({ ...client, ...given.atomic?.extend(setup, client.create as Create) });
}
