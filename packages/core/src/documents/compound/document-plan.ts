import { assertStringArray } from '../../internal/assert-array.ts';
import { remember } from '../../internal/bounded-cache.ts';
import { describeValue, suggestName } from '../../internal/describe-value.ts';
import { isObject } from '../../internal/members.ts';
import type { Api } from '../../schema/api.ts';
import { addsFields, withIncluded } from '../../schema/requested-fields.ts';
import { resourceType } from '../../schema/resource-type.ts';
import { fieldNames, isField } from '../../schema/shown-attribute.ts';
import { type ResourceUrls, resourceUrls } from '../../schema/url/resource-urls.ts';
import type { UrlScheme } from '../../schema/url/url-scheme.ts';
import type { DocumentPlan, Fieldsets, PlanAvailability } from './resource-plan.ts';

/** The key of documents without links. A base URL cannot contain a line break. */
const NO_LINKS = '\n';

/** The cached plans of an API by the URLs in their links, then by their fieldsets. */
interface DocumentPlanCache {
  /** The last used plan without fieldsets, and its URLs: most documents of an application have the same ones. */
  last: { readonly urls: UrlScheme | string | undefined; readonly plan: DocumentPlan } | undefined;
  readonly byBaseUrl: Map<string, Map<string, DocumentPlan>>;
  readonly byScheme: WeakMap<ResourceUrls, Map<string, DocumentPlan>>;
}

const caches = new WeakMap<Api, DocumentPlanCache>();

function cacheOf(api: Api): DocumentPlanCache {
  let cache = caches.get(api);
  if (cache === undefined) {
    cache = { last: undefined, byBaseUrl: new Map(), byScheme: new WeakMap() };
    caches.set(api, cache);
  }
  return cache;
}

function plansFor(cache: DocumentPlanCache, urls: UrlScheme | string = NO_LINKS): Map<string, DocumentPlan> {
  const known = typeof urls === 'object' ? cache.byScheme.get(urls) : cache.byBaseUrl.get(urls);
  if (known !== undefined) return known;
  const documentPlans = new Map<string, DocumentPlan>();
  if (typeof urls === 'object') cache.byScheme.set(urls, documentPlans);
  else remember(cache.byBaseUrl, urls, documentPlans);
  return documentPlans;
}

function checkFields(api: Api, fields: Fieldsets): void {
  for (const [type, names = []] of Object.entries(fields)) {
    const definition = resourceType(api, type);
    const unknown = names.find((name) => !isField(definition, name));
    if (unknown !== undefined)
      throw new TypeError(
        `Type "${type}" does not have a field ${JSON.stringify(unknown)}.${suggestName(unknown, fieldNames(definition))}`,
      );
  }
}

/**
 * Returns the plan of documents with these fieldsets, include paths, and URLs. Creates each plan once. Fieldsets come from clients, so
 * the cache is bounded.
 *
 * @param urls A scheme, the base URL of the recommended URLs, or undefined for documents without links.
 * @param availability Functions of one document: its plan is not kept.
 * @throws {TypeError} If a type or a field does not exist.
 */
export function documentPlan(
  api: Api,
  fieldsets: Fieldsets | undefined,
  urls: UrlScheme | string | undefined,
  include?: readonly string[],
  availability?: PlanAvailability | undefined,
): DocumentPlan {
  if (availability !== undefined) return cachedDocumentPlan(new Map(), api, fieldsets, include, urls, availability);
  const cache = cacheOf(api);
  const { last } = cache;
  if (fieldsets === undefined && last !== undefined && last.urls === urls && !addsFields(api, include))
    return last.plan;
  const plan = cachedDocumentPlan(plansFor(cache, urls), api, fieldsets, include, urls, undefined);
  if (plan.fields === undefined) cache.last = { urls, plan };
  return plan;
}

/**
 * Like `documentPlan`, with a cache of plans that have the same URLs.
 *
 * @throws {TypeError} If a type or a field does not exist.
 */
export function cachedDocumentPlan(
  cache: Map<string, DocumentPlan>,
  api: Api,
  fieldsets: Fieldsets | undefined,
  include: readonly string[] | undefined,
  urls: UrlScheme | string | undefined,
  availability: PlanAvailability | undefined,
): DocumentPlan {
  const fields = withIncluded(api, fieldsets === undefined ? undefined : copyOf(fieldsets), include);
  const key = fields === undefined ? '' : JSON.stringify(fields);
  let documentPlan = cache.get(key);
  if (documentPlan === undefined) {
    if (fields !== undefined) checkFields(api, fields);
    documentPlan = {
      api,
      fields,
      urls: typeof urls === 'string' ? resourceUrls(urls) : urls,
      availability,
      plans: new Map(),
      last: undefined,
      previous: undefined,
    };
    remember(cache, key, documentPlan);
  }
  return documentPlan;
}

/**
 * Returns a copy of fieldsets, because the user can change the originals later. Returns undefined for an empty
 * object, which means no fieldsets.
 *
 * @throws {TypeError} If `fields` is not an object with arrays of names.
 */
function copyOf(fields: Fieldsets): Fieldsets | undefined {
  if (!isObject(fields))
    throw new TypeError(
      `\`fields\` must be an object with arrays of names by type, but it is ${describeValue(fields)}.`,
    );
  // Most requests have none, and counting costs less than copying.
  if (Object.keys(fields).length === 0) return undefined;
  const fieldEntries = Object.entries(fields);
  const entries = fieldEntries.map(([type, names]) => {
    if (names !== undefined) assertStringArray(`fields.${type}`, names);
    return [type, names && [...names]] as const;
  });
  return { __proto__: null, ...Object.fromEntries(entries) } as unknown as Fieldsets;
}
