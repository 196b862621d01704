import { cursorProfile } from '@linkage/core/cursor-pagination';
import type { TypeFacts } from '../../facts/type-facts.ts';
import { resolveLink, withQuery } from '../../facts/urls.ts';
import { identityOf, type Json, listOf, show } from '../../json.ts';
import { type Kit, MEDIA_TYPE } from '../../run/kit.ts';
import { fail, undecided } from '../../run/verdict.ts';
import type { CursorSample } from '../../samples/samples.ts';
import type { Answer } from '../../target/exchange.ts';
import { anApi } from '../case.ts';
import { errorsOf, expectStatus } from '../expectations.ts';

/** Creates a case of the profile. */
export const cursorCase: typeof anApi = (id, rows, title, run) => anApi(`cursor-${id}`, rows, title, run, 'profile');

/** A collection of the profile: its type, what the samples say, and the URI of the profile as the server spells it. */
export interface Listing {
  readonly type: TypeFacts;
  readonly sample: CursorSample;
  readonly accept: string;
}

const MAX_PAGES = 60;

/** Returns the collection that the samples name; undecided if they name none. */
export function listingOf(kit: Kit): Listing {
  const { samples, types } = kit.world;
  const sample = samples.cursor ?? undecided('The samples do not describe a collection of the profile (`cursor`).');
  const type =
    types.find(({ name }) => name === sample.type) ?? undecided(`The samples have no type "${sample.type}".`);
  const uri = samples.profiles?.find((it) => it.includes('cursor-pagination')) ?? cursorProfile.uri;
  return { type, sample, accept: `${MEDIA_TYPE}; profile="${uri}"` };
}

/** Fetches a page. */
export function page(
  kit: Kit,
  { type, accept }: Listing,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> {
  return kit.get(withQuery(type.collection, parameters), { accept });
}

/** Fetches a page that must be there. */
export async function goodPage(
  kit: Kit,
  listing: Listing,
  parameters: Readonly<Record<string, string>>,
): Promise<Answer> {
  const answer = await page(kit, listing, parameters);
  expectStatus(answer, 200);
  return answer;
}

/** Returns the identities of a page in order. */
export const keysOf = ({ document }: Answer): readonly string[] => listOf(document?.data).map(identityOf);

/** Follows a link of a page. */
export async function followPage(
  kit: Kit,
  { accept }: Listing,
  from: Answer,
  name: string,
): Promise<Answer | undefined> {
  const url = resolveLink(from.document?.links?.[name], from.request.url);
  if (url === undefined) return undefined;
  const answer = await kit.get(url, { accept });
  expectStatus(answer, 200);
  return answer;
}

/** Follows `next` from the first page to the end. Returns the identities of each page. */
export async function walkPages(
  kit: Kit,
  listing: Listing,
  parameters: Readonly<Record<string, string>>,
): Promise<readonly (readonly string[])[]> {
  const pages: (readonly string[])[] = [];
  const seen = new Set<string>();
  for (let at: Answer | undefined = await goodPage(kit, listing, parameters); at !== undefined; ) {
    if (seen.has(at.request.url))
      fail('`next` to be null at the end of the list', 'it leads to a page that was there before');
    seen.add(at.request.url);
    pages.push(keysOf(at));
    if (pages.length > MAX_PAGES) undecided(`The collection has more than ${MAX_PAGES} pages.`);
    at = await followPage(kit, listing, at, 'next');
  }
  return pages;
}

/** Returns the whole list in order; undecided if it has fewer than this many resources. */
export async function wholeList(kit: Kit, listing: Listing, least: number): Promise<readonly string[]> {
  const all = (await walkPages(kit, listing, { 'page[size]': '2' })).flat();
  return all.length < least ? undecided(`The collection has fewer than ${least} resources.`) : all;
}

/** Returns a cursor that the server made: of the item, or of a link of a page that ends with it. */
export async function cursorAfter(kit: Kit, listing: Listing, index: number): Promise<string> {
  const at = await goodPage(kit, listing, { 'page[size]': String(index + 1) });
  const item = listOf(at.document.data)[index]?.meta?.page?.cursor;
  if (typeof item === 'string') return item;
  const next = resolveLink(at.document.links?.next, at.request.url);
  const cursor = next === undefined ? undefined : new URL(next).searchParams.get('page[after]');
  return cursor ?? undecided('The server shows no cursor.');
}

/** Fails unless a response is the 400 that the profile describes. */
export function expectCursorError(answer: Answer, parameter: string | undefined, type: string | undefined): Json {
  expectStatus(answer, 400);
  const errors = errorsOf(answer);
  const error = errors.find(({ source }) => parameter === undefined || source?.parameter === parameter);
  if (error === undefined) fail(`\`source.parameter\` ${show(parameter)}`, show(errors.map(({ source }) => source)));
  if (type === undefined) return error;
  const types = everyOf(error.links?.type).map((link) => (typeof link === 'string' ? link : String(link?.href)));
  if (!types.some((it) => it.replace(/\/$/, '').endsWith(`/${type}`)))
    fail(`\`links.type\` with ${type}`, show(error.links));
  return error;
}

function everyOf(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
}
