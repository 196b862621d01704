import type { TypeFacts } from '../facts/type-facts.ts';
import { knownUrlOfId, resolveLink, templateOf } from '../facts/urls.ts';
import { identityOf, isObject, isSame, type Json } from '../json.ts';
import { mayBeSamePlace, withoutSlashes } from './paths.ts';
import type { GatewayState } from './state.ts';
import { noteOwn, noteSeen, type OwnResource } from './tracked.ts';

/** The document of a create request, and its response. */
export interface Claim {
  readonly type: TypeFacts;
  /** The resource object of the request, as far as it is one. */
  readonly sent: Json;
  /** The resource object of the response; undefined if there is none. */
  readonly returned: Json;
  /** The URL of the request, which links are relative to. */
  readonly base: string;
  readonly location: string | undefined;
  /** Whether a later operation of the same request removes it. */
  readonly isRemoved?: boolean;
}

/** The reason that a case has if the server returned what was there. */
export const EXISTING = 'The server returned an existing resource';

/**
 * Returns the resource that a create request made, or why it is not proved to be the tests'. It is, if its identity was not seen before,
 * and GET of the URL that the server gave shows it with the values of the request.
 */
export async function prove(state: GatewayState, claim: Claim): Promise<OwnResource | string> {
  const { tracked, allowedUrls } = state;
  const { type, returned } = claim;
  const id = isObject(returned) ? returned['id'] : undefined;
  if (typeof id === 'string' && id !== '') {
    const identity = identityOf({ type: type.name, id });
    const known = tracked.own.get(identity);
    if (known !== undefined) return known;
    if (tracked.seen.has(identity))
      return `${EXISTING}: ${type.name} "${id}" was there before POST ${type.collection}.`;
  }
  const trial = tracked.trials.get(type.name);
  if (trial?.creates !== true && trial?.isRunning !== true) {
    return `It is not known whether POST ${type.collection} makes new resources.`;
  }
  let reason = `POST ${type.collection} did not say where the new resource is.`;
  for (const url of urlsOf(claim)) {
    if (!allowedUrls.follows(url) || isUsed(state, url)) {
      reason = `${url} cannot be the URL of the new resource.`;
      continue;
    }
    const answer = await state.look('GET', url);
    const found = answer?.status === 200 ? answer.document?.data : undefined;
    const problem = problemOf(state, claim, found);
    if (problem === undefined) {
      const own = { type: type.name, id: found.id, url: answer?.request.url ?? url, resource: found };
      noteOwn(tracked, own);
      type.urls.resource ??= templateOf(own.url, own.id);
      noteSeen(tracked, answer?.document, state.marks);
      return own;
    }
    reason = `GET ${url} returned ${answer?.status ?? 'nothing'}, ${problem}.`;
  }
  return reason;
}

/** The URLs of a new resource, those that the server gave first. */
function urlsOf({ type, sent, returned, base, location }: Claim): readonly string[] {
  const id = returned?.id ?? (isObject(sent) ? sent['id'] : undefined);
  const byId = typeof id === 'string' && id !== '' ? [knownUrlOfId(type, id), guessedUrl(type, id)] : [];
  const urls = [resolveLink(location, base), resolveLink(returned?.links?.self, base), ...byId];
  return [...new Set(urls.filter((url) => url !== undefined))];
}

/** The recommended URL, for links that lead to another host as well. It counts only if GET of it returns the resource. */
function guessedUrl({ collection }: TypeFacts, id: string): string {
  return `${withoutSlashes(collection)}/${encodeURIComponent(id)}${collection.endsWith('/') ? '/' : ''}`;
}

/** Whether a URL is that of a collection or of the endpoint: a request to it would concern more than one resource. */
function isUsed({ types, baseUrl, samples }: GatewayState, url: string): boolean {
  const taken = [baseUrl, ...(samples.atomic === undefined ? [] : [`${baseUrl}${samples.atomic}`])];
  return [...taken, ...types.map(({ collection }) => collection)].some((each) => mayBeSamePlace(each, url));
}

/** Returns why a resource that GET returned is not the one that was created. */
function problemOf(state: GatewayState, { type, sent, returned }: Claim, found: Json): string | undefined {
  if (!isObject(found) || found['type'] !== type.name) return `without a resource of the type "${type.name}"`;
  const id = found['id'];
  if (typeof id !== 'string' || id === '') return 'with a resource without an id';
  const wanted = returned?.id ?? (isObject(sent) ? sent['id'] : undefined);
  if (typeof wanted === 'string' && wanted !== id) return `with the resource "${id}", not "${wanted}"`;
  if (state.tracked.seen.has(identityOf({ type: type.name, id }))) return 'with a resource that was there before';
  return carries(state, isObject(sent) ? sent['attributes'] : undefined, found['attributes'])
    ? undefined
    : 'with a resource that does not have the values of the request';
}

/** Whether a resource has the values that were sent: one that is new in this run, or all that both have. */
function carries({ marks }: GatewayState, sent: Json, found: Json): boolean {
  if (!isObject(sent) || Object.keys(sent).length === 0) return true;
  if (!isObject(found)) return false;
  const shown = Object.keys(sent).filter((name) => Object.hasOwn(found, name));
  const marked = shown.filter((name) => marks.markIn(sent[name]) !== undefined);
  if (marked.length === 0) return shown.length > 0 && shown.every((name) => isSame(sent[name], found[name]));
  return marked.some((name) => {
    const text = JSON.stringify(found[name]) ?? '';
    return (
      isSame(sent[name], found[name]) || text.toLowerCase().includes(String(marks.markIn(sent[name])).toLowerCase())
    );
  });
}
