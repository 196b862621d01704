import type { Address, Method } from './address.ts';
import { labelField, labelOf } from './form.ts';
import { arrayAt, errorsOf, hrefOf, type Json, type JsonObject, member, resourcesOf, textOf } from './json.ts';
import { type Knowledge, type KnownType, MAX_NAME } from './knowledge.ts';
import { metaTotalOf } from './list-place.ts';
import { shortText } from './preview.ts';
import { parseTarget } from './query.ts';
import { keyOf } from './resource-places.ts';
import { type Answer, finalTarget, headerOf } from './send.ts';

/** What a person calls a resource that the page has read. */
export interface Named {
  readonly type: string;
  readonly id: string;
  readonly label: string;
}

/** A number of resources. */
export interface Total {
  readonly count: number;
  readonly isEstimate: boolean;
}

/** What the responses of this visit tell about an API, beside its types. */
export interface Learned {
  /** The names of resources, by their identities. */
  readonly names: ReadonlyMap<string, Named>;
  /** The totals of whole collections, by their paths. */
  readonly totals: ReadonlyMap<string, Total>;
  /** The methods of paths, as `Allow` tells them. */
  readonly allowed: ReadonlyMap<string, ReadonlySet<string>>;
  /** Why the server has rejected a method of a path, by both: `DELETE /articles/1`. */
  readonly rejected: ReadonlyMap<string, string>;
}

export const nothing: Learned = { names: new Map(), totals: new Map(), allowed: new Map(), rejected: new Map() };

const MAX_LEARNED = 5000;
const MAX_REASON = 500;

/** Returns the total that a document tells, or `undefined`. A number that contradicts the document is none. */
export function totalOf(document: Json | undefined, pageSize: KnownType['pageSize']): Total | undefined {
  const count = metaTotalOf(document, pageSize?.total?.name);
  const least = arrayAt(document, 'data').length + (hrefOf(document, 'next') === undefined ? 0 : 1);
  if (count !== undefined) return count < least ? undefined : { count, isEstimate: false };
  const page = member(member(document, 'meta'), 'page');
  const guess = member(member(page, 'estimatedTotal'), 'bestGuess');
  return typeof guess === 'number' ? { count: guess, isEstimate: true } : undefined;
}

/** Returns a total as a text, such as `about 1,200`. */
export function totalText({ count, isEstimate }: Total): string {
  return `${isEstimate ? 'about ' : ''}${count.toLocaleString('en')}`;
}

/** Returns the latest entries of a map with others. */
function withEntries<V>(
  map: ReadonlyMap<string, V>,
  entries: readonly (readonly [string, V])[],
): ReadonlyMap<string, V> {
  return entries.length === 0 ? map : new Map([...map, ...entries].slice(-MAX_LEARNED));
}

/** Adds what a response tells. */
export function withResponse(learned: Learned, known: Knowledge, answer: Answer): Learned {
  const { document, address, status } = answer;
  const { path, parameters } = parseTarget(finalTarget(answer));
  const type = [...known.values()].find((it) => it.path === path);
  const isWhole = address.method === 'GET' && status < 300 && parameters.every(([name]) => isNeutral(name));
  const total = isWhole && type !== undefined ? totalOf(document, type.pageSize) : undefined;
  // A number that was counted is better than an estimate, until something is created or deleted.
  const isCounted = learned.totals.get(path)?.isEstimate === false;
  const isChange = /^(?:POST|DELETE)$/.test(address.method) && status < 300;
  const totals = isChange
    ? new Map([...learned.totals].map(([of, { count }]) => [of, { count, isEstimate: true }]))
    : learned.totals;
  const resources = resourcesOf(document).slice(0, MAX_LEARNED);
  const fields = new Map([...known.values()].map((it) => [it.name, labelField(it)]));
  const named = resources.flatMap((it): (readonly [string, Named])[] => {
    const [name, id] = [textOf(it['type']), textOf(it['id'])];
    const label = labelOf(it, fields.get(name));
    return label === '' ? [] : [[keyOf(it), { type: name, id, label: label.slice(0, MAX_NAME) }]];
  });
  const allow = status < 300 || status === 405 ? headerOf(answer, 'allow') : undefined;
  const methods = new Set(allow?.split(',').map((it) => it.trim().toUpperCase()));
  return {
    names: withEntries(learned.names, named),
    totals: withEntries(totals, total === undefined || (isCounted && total.isEstimate) ? [] : [[path, total]]),
    allowed: withEntries(learned.allowed, allow === undefined ? [] : [[path, methods]]),
    rejected: rejectedAfter(learned, answer),
  };
}

/** Whether a parameter does not change how many resources a collection has. */
function isNeutral(name: string): boolean {
  return /^(?:include|sort|(?:fields|page)\b.*)$/.test(name);
}

/** A rejection is learned if it is about the whole request, and forgotten as soon as such a request succeeds. */
function rejectedAfter({ rejected }: Learned, { address, status, document }: Answer): Learned['rejected'] {
  const key = `${address.method} ${parseTarget(address.target).path}`;
  if (status < 300 && rejected.has(key)) return new Map([...rejected].filter(([other]) => other !== key));
  const errors = errorsOf(document);
  const isPart = errors.some((it) => typeof member(member(it, 'source'), 'pointer') === 'string');
  return status !== 403 || isPart ? rejected : withEntries(rejected, [[key, reasonOf(errors)]]);
}

/** Returns the reason that error objects tell: that of the access rules, if the server shows it. */
export function reasonOf([error]: readonly JsonObject[]): string {
  const reason = member(member(error, 'meta'), 'rejection') ?? member(error, 'detail') ?? member(error, 'title');
  return reason === undefined ? '' : shortText(reason, MAX_REASON);
}

/** The names that servers use in `meta` of a resource for what the user can do with it. */
const metaNames: Readonly<Record<string, readonly string[]>> = {
  PATCH: ['update', 'edit'],
  DELETE: ['delete', 'destroy'],
};

/**
 * Returns why a request must not be offered: the server tells that the user cannot send it. `undefined` if nothing is against it.
 *
 * @param resource The resource at the path, if the page has read it.
 */
export function reasonAgainst(
  learned: Learned,
  type: KnownType | undefined,
  { method, target }: Address,
  resource?: JsonObject,
): string | undefined {
  const { path } = parseTarget(target);
  const rejected = learned.rejected.get(`${method} ${path}`);
  if (rejected !== undefined) return `The server has rejected it with 403. ${rejected}`.trim();
  if (learned.allowed.get(path)?.has(method) === false) return 'The server does not allow it here.';
  if (type?.methods.has(method) === false) return 'The description of the API does not have it.';
  const told = ['permissions', 'can'].map((name) => member(member(resource, 'meta'), name));
  const isDenied = told.some((it) => metaNames[method]?.some((name) => member(it, name) === false));
  return isDenied ? '`meta` of the resource does not allow it.' : undefined;
}

/** The methods of a resource that a person can choose, in words. */
export const ownActions: readonly (readonly [method: Extract<Method, 'PATCH' | 'DELETE'>, word: string])[] = [
  ['PATCH', 'Edit'],
  ['DELETE', 'Delete'],
];
