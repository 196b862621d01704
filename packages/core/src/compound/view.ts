import { remember } from '../internal/bounded-cache.ts';
import { isObject } from '../internal/is-object.ts';
import { assertNames } from '../internal/list.ts';
import { suggestName } from '../internal/name-list.ts';
import { show } from '../internal/show.ts';
import type { Api } from '../schema/api.ts';
import { resourceType } from '../schema/resource-type.ts';
import { type ResourceUrls, resourceUrls } from '../url/resource-urls.ts';
import type { UrlScheme } from '../url/url-scheme.ts';
import type { Fieldsets, Reach, View } from './resource-plan.ts';

/** A key that is not a base URL. */
const NO_LINKS = '\n';

/** The cached plans of an API by the URLs in their links, then by their fieldsets. */
interface ViewCache {
  readonly byBaseUrl: Map<string, Map<string, View>>;
  readonly byScheme: WeakMap<ResourceUrls, Map<string, View>>;
}

const caches = new WeakMap<Api, ViewCache>();

function cacheFor(api: Api, urls: UrlScheme | string | undefined): Map<string, View> {
  let cache = caches.get(api);
  if (cache === undefined) {
    cache = { byBaseUrl: new Map(), byScheme: new WeakMap() };
    caches.set(api, cache);
  }
  if (typeof urls === 'object') {
    const known = cache.byScheme.get(urls);
    if (known !== undefined) return known;
    const views = new Map<string, View>();
    cache.byScheme.set(urls, views);
    return views;
  }
  const key = urls ?? NO_LINKS;
  const known = cache.byBaseUrl.get(key);
  if (known !== undefined) return known;
  const views = new Map<string, View>();
  remember(cache.byBaseUrl, key, views);
  return views;
}

function checkFields(api: Api, fields: Fieldsets): void {
  for (const [type, names = []] of Object.entries(fields)) {
    const { attributes, relationships } = resourceType(api, type);
    const unknown = names.find((name) => !attributes.has(name) && !relationships.has(name));
    if (unknown !== undefined)
      throw new TypeError(
        `Type "${type}" does not have a field ${JSON.stringify(unknown)}.${suggestName(unknown, [...attributes.keys(), ...relationships.keys()])}`,
      );
  }
}

/**
 * Returns the plan of documents with these fieldsets and URLs. Creates each plan once. Fieldsets come from clients, so
 * the cache is bounded.
 *
 * @param urls A scheme, the base URL of the recommended URLs, or undefined for documents without links.
 * @throws {TypeError} If a type or a field does not exist.
 */
export function viewOf(api: Api, given: Fieldsets | undefined, urls: UrlScheme | string | undefined): View {
  return viewIn(cacheFor(api, urls), api, given, urls, undefined);
}

/**
 * Like `viewOf`, with a cache of plans that have the same URLs.
 *
 * @throws {TypeError} If a type or a field does not exist.
 */
export function viewIn(
  cache: Map<string, View>,
  api: Api,
  given: Fieldsets | undefined,
  urls: UrlScheme | string | undefined,
  reach: Reach | undefined,
): View {
  const fields = given === undefined ? undefined : copyOf(given);
  const key = fields === undefined ? '' : JSON.stringify(fields);
  let view = cache.get(key);
  if (view === undefined) {
    if (fields !== undefined) checkFields(api, fields);
    view = {
      api,
      fields,
      urls: typeof urls === 'string' ? resourceUrls(urls) : urls,
      reach,
      plans: new Map(),
      last: undefined,
    };
    remember(cache, key, view);
  }
  return view;
}

/**
 * Returns a copy of fieldsets, because the caller can change the originals later. Returns undefined for an empty
 * object, which means no fieldsets.
 *
 * @throws {TypeError} If `fields` is not an object with arrays of names.
 */
function copyOf(fields: Fieldsets): Fieldsets | undefined {
  if (!isObject(fields))
    throw new TypeError(`\`fields\` must be an object with arrays of names by type, but it is ${show(fields)}.`);
  const given = Object.entries(fields);
  if (given.length === 0) return undefined;
  const entries = given.map(([type, names]) => {
    if (names !== undefined) assertNames(`fields.${type}`, names);
    return [type, names && [...names]] as const;
  });
  return { __proto__: null, ...Object.fromEntries(entries) } as unknown as Fieldsets;
}
