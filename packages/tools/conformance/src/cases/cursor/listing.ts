import { cursorProfile } from '@linkage/core/cursor-pagination';
import type { TypeFacts } from '../../facts/type-facts.ts';
import { resolveLink, withQuery } from '../../facts/urls.ts';
import { identityOf, isSame, type Json, listOf, show } from '../../json.ts';
import { MEDIA_TYPE, type Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import type { CursorSample } from '../../samples/samples.ts';
import type { Answer } from '../../target/exchange.ts';
import { anApi, type CaseMaker } from '../case.ts';
import { errorsOf, expectStatus } from '../expectations.ts';

/** Creates a case of the profile, about the collection that the samples name. */
export const cursorCase: CaseMaker<Listing> = (id, rows, title, run) =>
  anApi(`cursor-${id}`, rows, title, async (tester) => run(tester, new Listing(tester)), 'profile');

const MAX_PAGES = 60;

/** The parameters of a request: `sort`, and those of the page family by their short names. */
type Parameters = Readonly<Record<string, string | number>>;

/** A collection of the profile. */
export class Listing {
  readonly #tester: Tester;
  readonly #accept: string;
  readonly type: TypeFacts;
  readonly sample: CursorSample;

  /** Undecided if the samples name no collection. */
  constructor(tester: Tester) {
    const { samples, types } = tester.world;
    const sample = samples.cursor ?? absent('The samples do not describe a collection of the profile (`cursor`).');
    this.#tester = tester;
    this.sample = sample;
    this.type =
      types.find(({ name }) => name === sample.type) ?? undecided(`The samples have no type "${sample.type}".`);
    // The URI of the profile as the server spells it.
    const uri = samples.profiles?.find((it) => it.includes('cursor-pagination')) ?? cursorProfile.uri;
    this.#accept = `${MEDIA_TYPE}; profile="${uri}"`;
  }

  /** Fetches a page, or its error. */
  try(parameters: Parameters): Promise<Answer> {
    const named = Object.entries(parameters).map(([name, value]) => [name === 'sort' ? name : `page[${name}]`, value]);
    return this.#tester.get(withQuery(this.type.collection, Object.fromEntries(named)), { accept: this.#accept });
  }

  /** Fetches a page that must be there. */
  async page(parameters: Parameters): Promise<Answer> {
    const answer = await this.try(parameters);
    expectStatus(answer, 200);
    return answer;
  }

  /** Follows a link of a page. */
  async follow(from: Answer, name: string): Promise<Answer | undefined> {
    const url = resolveLink(from.document?.links?.[name], from.request.url);
    if (url === undefined) return undefined;
    const answer = await this.#tester.get(url, { accept: this.#accept });
    expectStatus(answer, 200);
    return answer;
  }

  /** Follows `next` from the first page to the end. Returns the pages. */
  async walk(parameters: Parameters): Promise<readonly [Answer, ...Answer[]]> {
    const pages: [Answer, ...Answer[]] = [await this.page(parameters)];
    const seen = new Set<string>();
    for (let at: Answer | undefined = pages[0]; at !== undefined; ) {
      if (seen.has(at.request.url))
        fail('`next` to be null at the end of the list', 'it leads to a page that was there before');
      seen.add(at.request.url);
      if (seen.size > MAX_PAGES) undecided(`The collection has more than ${MAX_PAGES} pages.`);
      at = await this.follow(at, 'next');
      if (at !== undefined) pages.push(at);
    }
    return pages;
  }

  /** Returns the whole list in order; undecided if it has fewer than this many resources. */
  async whole(least: number): Promise<readonly string[]> {
    const all = (await this.walk({ size: 2 })).flatMap(keysOf);
    return all.length < least ? undecided(`The collection has fewer than ${least} resources.`) : all;
  }

  /** Returns a cursor that the server made: of the item, or of a link of a page that ends with it. */
  async cursorAfter(index: number): Promise<string> {
    const at = await this.page({ size: index + 1 });
    const item = listOf(at.document.data)[index]?.meta?.page?.cursor;
    if (typeof item === 'string') return item;
    const next = resolveLink(at.document.links?.next, at.request.url);
    const cursor = next === undefined ? undefined : new URL(next).searchParams.get('page[after]');
    return cursor ?? undecided('The server shows no cursor.');
  }
}

/** Returns the identities of a page in order. */
export const keysOf = ({ document }: Answer): readonly string[] => listOf(document?.data).map(identityOf);

/** Returns the cursor of an item of a page; undecided if it shows none. */
export function cursorAt({ document }: Answer, index: number): string {
  return listOf(document.data).at(index)?.meta?.page?.cursor ?? undecided('Items show no cursor.');
}

/** Fails unless a page has these items in this order. */
export function expectItems(page: Answer, wanted: readonly string[]): void {
  if (!isSame(keysOf(page), wanted)) fail(`the items ${show(wanted)}`, `the items are ${show(keysOf(page))}`);
}

/** Fails unless a response is the 400 that the profile describes. */
export function expectCursorError(answer: Answer, parameter: string | undefined, type?: string): Json {
  expectStatus(answer, 400);
  const errors = errorsOf(answer);
  const error = errors.find(({ source }) => parameter === undefined || source?.parameter === parameter);
  if (error === undefined) fail(`\`source.parameter\` ${show(parameter)}`, show(errors.map(({ source }) => source)));
  if (type === undefined) return error;
  const types = [error.links?.type ?? []].flat().map((link) => (typeof link === 'string' ? link : String(link?.href)));
  if (!types.some((it) => it.replace(/\/$/, '').endsWith(`/${type}`)))
    fail(`\`links.type\` with ${type}`, show(error.links));
  return error;
}
