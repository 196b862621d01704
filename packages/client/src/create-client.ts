import { type Api, JSON_API_MEDIA_TYPE } from '@linkage/core';
import {
  changedResource,
  describeValue,
  memberOf,
  newResource,
  pathSegment,
  readOptions,
  resourceUrlsBelow,
} from '@linkage/core/internal';
import { act } from './action.ts';
import type { SavedAnswer } from './answer.ts';
import type { AtomicClient, Client } from './client.ts';
import {
  type AtomicFeature,
  type ClientOptions,
  clientOptions,
  type ReadOptions,
  type WriteOptions,
} from './client-options.ts';
import { withoutSlash } from './links.ts';
import { read, restore } from './read.ts';
import { relationshipChange } from './relationship-change.ts';
import type { Setup } from './setup.ts';
import { write } from './write.ts';

/** Returns the base URL. A relative one needs the location of a browser. */
function absoluteUrl(baseUrl: unknown): URL {
  const here = (memberOf(globalThis, 'location') as { readonly href: string } | undefined)?.href;
  const end = /[?#]/.test(String(baseUrl)) ? ' without query and fragment' : '';
  if (typeof baseUrl === 'string' && end === '' && URL.canParse(baseUrl, here)) return new URL(baseUrl, here);
  throw new TypeError(`createClient: \`baseUrl\` must be an absolute URL${end}, but it is ${describeValue(baseUrl)}.`);
}

/** Encodes a part of a path. `.` and `..`, for example as an id of a server, would lead to another URL, also if encoded. */
function urlPart(text: unknown): string {
  if (typeof text === 'string' && !/^\.{0,2}$/.test(text)) return pathSegment(text);
  throw new TypeError(
    `A type, an id, or a name in a URL must be a string other than "", ".", and "..", but it is ${describeValue(text)}.`,
  );
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
    throw new TypeError(`createClient: \`profiles\` must contain URIs, but it contains ${describeValue(wrong)}.`);
  return JSON_API_MEDIA_TYPE + (profiles.length > 0 ? `; profile="${profiles.join(' ')}"` : '');
}

function setUp(given: ClientOptions): Setup {
  const { href, origin } = absoluteUrl(given.baseUrl);
  const baseUrl = withoutSlash(href);
  const path = given.collection ?? ((type: string) => `/${urlPart(type)}`);
  const collection = (type: string): string => baseUrl + path(type);
  return {
    baseUrl,
    origin,
    // The function of the platform must not be a method of another object.
    fetch: given.fetch ?? ((request) => fetch(request)),
    hasFetchOption: given.fetch !== undefined,
    headers: given.headers ?? (() => []),
    retry: countOf('retry', given, 0, 2),
    idempotencyKeys: given.idempotencyKeys,
    checks: given.checks,
    collection,
    urlPart,
    urls: resourceUrlsBelow((type) => withoutSlash(collection(type)), urlPart),
    totalName: (given.totalName ?? 'page.total').split('.'),
    maxPages: countOf('maxPages', given, 1, 10_000),
    plainJson: given.plainJson,
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

/**
 * Creates a client from the type of an API. The declaration itself does not become part of your bundle: `import type` is
 * enough.
 *
 * @throws {TypeError} If the base URL is not absolute, a profile is not a URI, or an option is unknown.
 * @example
 * const client = createClient<typeof api>({ baseUrl: 'https://example.com/api' });
 * const { data } = await client.get('articles', '1', { include: ['author'] });
 */
export function createClient<A extends Api = Api>(
  options: ClientOptions & { readonly atomic: AtomicFeature },
): AtomicClient<A>;
export function createClient<A extends Api = Api>(options: ClientOptions): Client<A>;
export function createClient<A extends Api = Api>(options: ClientOptions): Client<A> {
  const given = readOptions('createClient', options, clientOptions);
  const setup = setUp(given);
  const { urls } = setup;
  const client: UntypedClient = {
    baseUrl: setup.baseUrl,
    idempotencyKeys: setup.idempotencyKeys,
    restore: (saved: SavedAnswer) => restore(setup, saved),
    follow: (link: string, options?: ReadOptions) => read(setup, 'follow', 'any', link, undefined, options),
    list: (type: string, query?: object, options?: ReadOptions) =>
      read(setup, 'list', 'many', setup.collection(type), query, options),
    get: (type: string, id: string, query?: object, options?: ReadOptions) =>
      read(setup, 'get', 'one', urls.resource(type, id), query, options),
    related: (type: string, id: string, name: string, query?: object, options?: ReadOptions) =>
      read(setup, 'related', 'any', urls.related(type, id, name), query, options),
    relationship: (type: string, id: string, name: string, query?: object, options?: ReadOptions) =>
      read(setup, 'relationship', 'any', urls.relationship(type, id, name), query, options),
    create: async (type: string, input: object, options?: WriteOptions) => {
      const data = newResource('client.create: input', type, input);
      return write(setup, ['create', type], 'POST', setup.collection(type), { data }, options);
    },
    update: async (type: string, id: string, changes: object, options?: WriteOptions) => {
      const data = changedResource('client.update: changes', { type, id }, changes);
      return write(setup, ['update', type], 'PATCH', urls.resource(type, id), { data }, options);
    },
    delete: (type: string, id: string, options?: WriteOptions) =>
      write(setup, ['delete', type], 'DELETE', urls.resource(type, id), undefined, options),
    relate: async (type: string, id: string, name: string, change: object, options?: WriteOptions) => {
      const { kind, data } = relationshipChange('client.relate: change', change);
      return write(setup, ['relate', type, name], methods[kind], urls.relationship(type, id, name), { data }, options);
    },
    action: (type: string, name: string, request: object, options?: WriteOptions) =>
      act(setup, type, name, request, options),
  };
  const { atomic } = given;
  const more = atomic && {
    atomic: (run: Parameters<AtomicFeature['send']>[1], options?: WriteOptions) => atomic.send(setup, run, options),
  };
  return Object.freeze({ ...client, ...more }) as unknown as Client<A>;
}
