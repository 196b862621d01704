import { resolveLink } from '../../facts/urls.ts';
import { identityOf, type Json, listOf } from '../../json.ts';
import type { Tester } from '../../run/tester.ts';
import { fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { expectStatus } from '../expectations.ts';

/** How many pages of a collection are read at most. */
export const MAX_PAGES = 40;

/** Returns the URL of a pagination link of a page. */
export const linkOf = ({ document, request }: Answer, name: string): string | undefined =>
  resolveLink(document?.links?.[name], request.url);

/** Follows `next` to the end. */
export async function walk(
  tester: Tester,
  first: Answer,
  direction: 'next' | 'prev' = 'next',
): Promise<readonly Answer[]> {
  const pages = [first];
  for (let page = first; pages.length < MAX_PAGES; ) {
    const url = linkOf(page, direction);
    if (url === undefined) return pages;
    const isKnown = pages.some(({ request }) => request.url === url);
    if (isKnown)
      fail(`a \`${direction}\` that leads to another page, or null`, `${url} leads to a page that was there before`);
    page = await tester.get(url);
    expectStatus(page, 200);
    pages.push(page);
  }
  undecided(`The collection has more than ${MAX_PAGES} pages.`);
}

/** Returns the resources of pages, each once from one page: repetitions on a page are not about the order of pages. */
export const membersOf = (pages: readonly Answer[]): readonly Json[] =>
  pages.flatMap(({ document }) => [
    ...new Map(listOf(document?.data).map((each) => [identityOf(each), each])).values(),
  ]);
