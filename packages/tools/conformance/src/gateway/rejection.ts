import type { TypeFacts } from '../facts/type-facts.ts';
import { isObject, type Json } from '../json.ts';
import type { SentRequest } from '../target/exchange.ts';
import { rejectionToCreate } from './create-rejection.ts';
import { rejectionOfIdentifiers, rejectionOfLinkage, rejectionToName } from './named-resources.ts';
import { rejectionOfOperations } from './operation-rejection.ts';
import { isBelowPlace, mayBeSamePlace, placeOf } from './paths.ts';
import { type GatewayState, isVacant } from './state.ts';
import { isComplete, ownAt } from './tracked.ts';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Returns the method that the server acts by: POST can carry another one. */
export function methodOf({ method, headers }: SentRequest): string {
  const override = headers['x-http-method-override']?.toUpperCase();
  return override === undefined || !SAFE.has(method) ? (override ?? method) : SAFE.has(override) ? method : override;
}

/** Returns the JSON of a body; undefined if it is none. */
export function jsonOf(body: string | undefined): Json {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}

/** Returns the type whose collection is at a URL. */
export function creatableAt({ types }: GatewayState, url: string): TypeFacts | undefined {
  return types.find(({ sample, collection }) => sample.create !== undefined && placeOf(collection) === placeOf(url));
}

/** Whether a URL is that of the Atomic Operations endpoint. */
export function isEndpoint({ samples, baseUrl }: GatewayState, url: string): boolean {
  return samples.atomic !== undefined && placeOf(`${baseUrl}${samples.atomic}`) === placeOf(url);
}

/**
 * Returns why a request is not sent; undefined if it can harm nothing. Everything is rejected that is not known to be harmless: reads
 * to an allowed URL, changes of resources of the tests, create requests that were tried, and what OPTIONS forbids.
 */
export async function rejectionOf(state: GatewayState, request: SentRequest): Promise<string | undefined> {
  const { url } = request;
  const { allowedUrls, baseUrl, tracked } = state;
  if (!allowedUrls.follows(url))
    return `${url} is not below ${baseUrl}. To follow such links, allow their origin (--allow-origin).`;
  const method = methodOf(request);
  if (SAFE.has(method)) return undefined;
  if (state.isReadOnly) return 'The run is read-only.';
  if (!isComplete(tracked)) return 'The server has too many resources to know which ones the tests created.';
  const body = jsonOf(request.body);
  const own = ownAt(tracked, url);
  if (own !== undefined) {
    if (placeOf(own.url) !== placeOf(url)) return rejectionOfIdentifiers(state, body?.data);
    return rejectionOfChange(state, body?.data);
  }
  const type = method === 'POST' ? creatableAt(state, url) : undefined;
  if (type !== undefined) {
    const resources: readonly Json[] = Array.isArray(body?.data) ? body.data : [isObject(body) ? body['data'] : body];
    for (const each of resources) {
      const rejection = await rejectionToCreate(state, type, each);
      if (rejection !== undefined) return rejection;
    }
    return undefined;
  }
  if (method === 'POST' && isEndpoint(state, url)) return rejectionOfOperations(state, body);
  return rejectionElsewhere(state, method, url);
}

/** Returns why the body of an update must not be sent: a server can go by the `id` of the document. */
async function rejectionOfChange(state: GatewayState, data: Json): Promise<string | undefined> {
  const named = isObject(data) ? await rejectionToName(state, { type: data['type'], id: data['id'] }) : undefined;
  return named ?? rejectionOfLinkage(state, data);
}

async function rejectionElsewhere(state: GatewayState, method: string, url: string): Promise<string | undefined> {
  const { types, tracked, marks } = state;
  const collection = types.find((type) => isBelowPlace(url, type.collection))?.collection;
  if (collection !== undefined && !types.some((type) => mayBeSamePlace(url, type.collection))) {
    const id = decodeURIComponent(placeOf(url).slice(placeOf(collection).length + 1));
    const isKnown = marks.isMadeUp(id) || tracked.deleted.has(placeOf(url));
    if (isKnown && method !== 'POST' && (await isVacant(state, url))) return undefined;
    return `${method} ${url} is not sent: the tests did not create that resource.`;
  }
  if (state.isDestructive || (await isForbidden(state, method, url))) return undefined;
  return `${method} ${url} could destroy data: OPTIONS does not list the allowed methods with GET, or lists ${method}. To send it, pass --destructive.`;
}

/** Whether OPTIONS says that a URL does not have a method, so that it is harmless to try it. */
async function isForbidden({ allowed, look }: GatewayState, method: string, url: string): Promise<boolean> {
  if (!allowed.has(url)) {
    const answer = await look('OPTIONS', url);
    allowed.set(url, answer !== undefined && answer.status < 300 ? answer.headers['allow'] : undefined);
  }
  const methods = (allowed.get(url) ?? '').toUpperCase().split(/[\s,]+/);
  // A list without GET is not that of a URL which GET works for: middleware can write it for every URL.
  return methods.includes('GET') && !methods.includes(method);
}
