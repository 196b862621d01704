import type { TypeFacts } from '../../facts/type-facts.ts';
import { resolveLink, withQuery } from '../../facts/urls.ts';
import { identityOf, isSame, type Json, listOf, show } from '../../json.ts';
import { pageSizeParameter } from '../../run/discover.ts';
import type { Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf, eachResource } from '../case.ts';
import { expectSource, expectStatus } from '../expectations.ts';
import { linkOf, MAX_PAGES, membersOf, walk } from './page-walk.ts';

/** `next` does not end if so many pages in a row show nothing new. Single pages can be empty, for example behind a filter. */
const IDLE_PAGES = 5;
const names = ['first', 'last', 'prev', 'next'] as const;

/** Returns the parameter for the size of a page. Without one, the server may have no pages, or pages of its own size. */
export function sizeName({ world: { samples, isPaged } }: Tester): string {
  const reason = 'The samples do not name the parameter for the size of a page (`pageSize`).';
  return pageSizeParameter(samples) ?? (isPaged ? undecided(reason) : absent(`${reason} No collection has pages.`));
}

/** Fetches the first page of a collection: with one resource if the samples name the parameter, and of the size of the server otherwise. */
async function firstPage(tester: Tester, it: TypeFacts, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { samples, isPaged } = tester.world;
  const name = isPaged ? pageSizeParameter(samples) : sizeName(tester);
  return tester.fetchDocument(withQuery(it.collection, { ...more, ...(name === undefined ? {} : { [name]: '1' }) }));
}

/** The order of a collection without `sort` can change between two requests, so pages are compared with `sort` alone. */
function sortOf({ sample: { sort = [] } }: TypeFacts): string {
  return sort.at(0) ?? undecided('The samples name no sort field, and an order without `sort` is not compared.');
}

/** Returns what identifies the page in the order: the values of the sort field, which several resources can share. */
function keysOf(page: Answer, it: TypeFacts): readonly Json[] {
  const name = sortOf(it);
  return membersOf([page]).map((each) => each?.attributes?.[name] ?? identityOf(each));
}

/**
 * Fails unless a link leads to this page. Undecided if its page has another size: that links keep the other parameters is not in the order
 * of pages.
 */
function expectPage(found: Answer, wanted: Answer, it: TypeFacts, what: string): void {
  const [keys, others] = [keysOf(found, it), keysOf(wanted, it)];
  if (keys.length !== others.length) undecided(`The link leads to a page with ${keys.length} resources.`);
  if (!isSame(keys, others)) fail(what, `the resources are ${show(keys)}`);
}

const check = checksOf({
  'page-size': 'PAG-01: A page is not larger than its size',
  'page-links': 'PAG-02 PAG-03: Pagination links are links, null, or absent',
  'page-no-prev': 'PAG-03: The first page has no `prev`, or null',
  'page-no-next': 'PAG-03: The last page has no `next`, or null',
  'page-next': 'PAG-01 PAG-02: A page with more resources behind it has `next`',
  'page-next-once': 'PAG-03: `next` leads to a page that was not there before',
  'page-walk': 'PAG-04: `next` leads through all resources, each once',
  'page-walk-sorted': 'PAG-04: The pages of a sorted collection follow the sort',
  'page-walk-back': 'PAG-04 PAG-02: `prev` leads back the way of `next`',
  'page-first': 'PAG-04 PAG-02: `first` leads to the first page',
  'page-last': 'PAG-04 PAG-02: `last` leads to the page that `next` ends with',
  'page-links-keep': 'DOC-20: Pagination links keep the other parameters of the request',
  'page-unknown': 'QRY-01 QRY-05 recommended: An unknown parameter of the page family gets 400',
  'page-parameter': 'QRY-14 ERR-16 should: The error of an invalid page size names the parameter',
});

/** Pagination of collections. */
export const pageCases: readonly Case[] = [
  check(eachResource, 'page-size', async (tester, it) => {
    sizeName(tester);
    const count = listOf((await firstPage(tester, it)).document.data).length;
    if (count > 1) fail('at most one resource', `there are ${count}`);
  }),
  check(eachResource, 'page-links', async (tester, it) => {
    const { document } = await firstPage(tester, it);
    for (const name of names) {
      const link = document.links?.[name];
      const isLink = link === undefined || link === null || resolveLink(link, it.collection) !== undefined;
      if (!isLink) fail(`a link, null, or no \`${name}\``, `\`${name}\` is ${show(link)}`);
    }
  }),
  check(eachResource, 'page-no-prev', async (tester, it) => {
    const { document } = await firstPage(tester, it);
    if ((document.links?.prev ?? null) !== null) fail('no `prev`', `\`prev\` is ${show(document.links.prev)}`);
  }),
  check(eachResource, 'page-no-next', async (tester, it) => {
    const last = linkOf(await firstPage(tester, it), 'last') ?? undecided('There is no `last` link.');
    const { document } = await tester.fetchDocument(last);
    if ((document.links?.next ?? null) !== null) fail('no `next`', `\`next\` is ${show(document.links.next)}`);
  }),
  check(eachResource, 'page-next', async (tester, it) => {
    if (it.found.length < 2) undecided('The collection has fewer than two resources.');
    sizeName(tester);
    const first = await firstPage(tester, it);
    if (listOf(first.document.data).length !== 1) undecided('The page does not have one resource.');
    if (linkOf(first, 'next') === undefined) fail('`next`', `\`links\` is ${show(first.document.links)}`);
  }),
  check(eachResource, 'page-next-once', async (tester, it) => {
    let page = await tester.fetchDocument(it.collection);
    const urls = new Set([page.request.url]);
    const seen = new Set(membersOf([page]).map(identityOf));
    let idle = 0;
    for (let url = linkOf(page, 'next'); url !== undefined && urls.size < MAX_PAGES; url = linkOf(page, 'next')) {
      if (urls.has(url)) fail('a `next` that leads to another page, or null', `${url} was there before`);
      if (idle === IDLE_PAGES)
        fail(
          'a `next` that is null on the last page',
          `the last ${idle} pages show no resource that was not there before`,
        );
      urls.add(url);
      page = await tester.fetchDocument(url);
      const before = seen.size;
      for (const each of membersOf([page])) seen.add(identityOf(each));
      idle = seen.size === before ? idle + 1 : 0;
    }
    if (urls.size === 1) undecided('There is no `next`.');
  }),
  check(eachResource, 'page-walk', async (tester, it) => {
    const [field] = it.sample.sort ?? [];
    const start = () => firstPage(tester, it, field === undefined ? {} : { sort: field });
    const first = await start();
    if (linkOf(first, 'next') === undefined) undecided('There is no `next`.');
    const members = membersOf(await walk(tester, first));
    const ids = members.map(identityOf);
    // Without `sort`, only an order that is the same twice says something about the pages.
    if (field === undefined && !isSame(ids, membersOf(await walk(tester, await start())).map(identityOf)))
      undecided('The samples name no sort field, and the order of the collection changes.');
    const lacking = it.found.map(identityOf).filter((identity) => !ids.includes(identity));
    const isOnce = new Set(ids).size === ids.length;
    const values = new Map(
      [...it.found, ...members].map((each) => [identityOf(each), each?.attributes?.[field ?? '']]),
    );
    const isTied = field !== undefined && new Set(values.values()).size < values.size;
    if (isTied && !(isOnce && lacking.length === 0)) undecided('Resources with equal values have no order by `sort`.');
    if (!isOnce) fail('each resource once', 'a resource is on two pages');
    if (lacking.length > 0) fail('all resources of the collection', `${lacking[0]} is on no page`);
  }),
  check(eachResource, 'page-walk-sorted', async (tester, it) => {
    const sort = `-${sortOf(it)}`;
    const first = await firstPage(tester, it, { sort });
    if (linkOf(first, 'next') === undefined) undecided('There is no `next`.');
    const keys = (await walk(tester, first)).flatMap((page) => keysOf(page, it));
    const whole = keysOf(await tester.fetchDocument(withQuery(it.collection, { sort })), it);
    if (!isSame(keys.slice(0, whole.length), whole)) fail(`the order of ${sort}`, `the pages have ${show(keys)}`);
  }),
  check(eachResource, 'page-walk-back', async (tester, it) => {
    const first = await firstPage(tester, it, { sort: sortOf(it) });
    const second = await tester.fetchDocument(linkOf(first, 'next') ?? undecided('There is no `next`.'));
    const back = await tester.fetchDocument(linkOf(second, 'prev') ?? undecided('The second page has no `prev`.'));
    expectPage(back, first, it, 'the first page');
  }),
  check(eachResource, 'page-first', async (tester, it) => {
    const first = await firstPage(tester, it, { sort: sortOf(it) });
    const second = await tester.fetchDocument(linkOf(first, 'next') ?? undecided('There is no `next`.'));
    const found = await tester.fetchDocument(linkOf(second, 'first') ?? undecided('There is no `first`.'));
    expectPage(found, first, it, 'the first page');
  }),
  check(eachResource, 'page-last', async (tester, it) => {
    const first = await firstPage(tester, it, { sort: sortOf(it) });
    const url = linkOf(first, 'last') ?? undecided('There is no `last`.');
    const last = (await walk(tester, first)).at(-1) ?? first;
    const found = await tester.fetchDocument(url);
    expectPage(found, last, it, 'the last page');
  }),
  check(eachResource, 'page-links-keep', async (tester, it) => {
    const name = `fields[${it.name}]`;
    const [field = undecided('No attribute is known.')] = it.attributes;
    const next = linkOf(await firstPage(tester, it, { [name]: field }), 'next') ?? undecided('There is no `next`.');
    if (new URL(next).searchParams.get(name) !== field) fail(`${name}=${field} in \`next\``, next);
  }),
  // Servers decide the meaning of the parameters of the family.
  check(eachResource, 'page-unknown', async (tester, it) =>
    expectStatus(await tester.get(withQuery(it.collection, { 'page[conformanceUnknown]': '1' })), 400),
  ),
  ...['0', '-1', 'x', '1.5', ''].map((value) =>
    eachResource(
      `page-size-${value === '' ? 'empty' : value.replace('.', '-').replace('-1', 'negative')}`,
      'QRY-13 ERR-21',
      `A page size of "${value}" gets 400`,
      async (tester, it) =>
        expectStatus(await tester.get(withQuery(it.collection, { [sizeName(tester)]: value })), 400),
      'recommended',
    ),
  ),
  check(eachResource, 'page-parameter', async (tester, it) => {
    const name = sizeName(tester);
    expectSource(await tester.get(withQuery(it.collection, { [name]: 'x' })), 'parameter', name);
  }),
];
