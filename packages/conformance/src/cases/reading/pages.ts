import type { TypeFacts } from '../../facts/type-facts.ts';
import { resolveLink, withQuery } from '../../facts/urls.ts';
import { identityOf, isSame, type Json, listOf, show } from '../../json.ts';
import { pageSizeParameter } from '../../run/discover.ts';
import type { Kit } from '../../run/kit.ts';
import { fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, eachResource } from '../case.ts';
import { expectSource, expectStatus, expectThat } from '../expectations.ts';

const MOST_PAGES = 40;
const names = ['first', 'last', 'prev', 'next'] as const;

/** Fetches a page with one resource; undecided if the collection has no pages. */
async function firstPage(kit: Kit, it: TypeFacts, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const parameter = pageSizeParameter(kit.world, kit.world.samples);
  if (parameter === undefined) undecided('The parameter for the size of a page is not known.');
  return kit.fetchDocument(withQuery(it.collection, { ...more, [parameter]: '1' }));
}

const linkOf = ({ document, request }: Answer, name: string): string | undefined =>
  resolveLink(document?.links?.[name], request.url);

/** Follows `next` to the end. */
async function walk(kit: Kit, first: Answer, direction: 'next' | 'prev' = 'next'): Promise<readonly Answer[]> {
  const pages = [first];
  for (let page = first; pages.length < MOST_PAGES; ) {
    const url = linkOf(page, direction);
    if (url === undefined) return pages;
    page = await kit.get(url);
    expectStatus(page, 200);
    pages.push(page);
  }
  undecided(`The collection has more than ${MOST_PAGES} pages of one resource.`);
}

const membersOf = (pages: readonly Answer[]): readonly Json[] =>
  pages.flatMap(({ document }) => listOf(document?.data));

/** Pagination of collections. */
export const pageCases: readonly Case[] = [
  eachResource('page-size', 'PAG-01', 'A page is not larger than its size', async (kit, it) => {
    const count = listOf((await firstPage(kit, it)).document.data).length;
    expectThat(count <= 1, 'at most one resource', () => `there are ${count}`);
  }),
  eachResource('page-links', 'PAG-02 PAG-03', 'Pagination links are links, null, or absent', async (kit, it) => {
    const { document } = await firstPage(kit, it);
    for (const name of names) {
      const link = document.links?.[name];
      const isLink = link === undefined || link === null || resolveLink(link, it.collection) !== undefined;
      expectThat(isLink, `a link, null, or no \`${name}\``, () => `it is ${show(link)}`);
    }
  }),
  eachResource('page-no-prev', 'PAG-03', 'The first page has no `prev`, or null', async (kit, it) => {
    const { document } = await firstPage(kit, it);
    expectThat((document.links?.prev ?? null) === null, 'no `prev`', () => `it is ${show(document.links.prev)}`);
  }),
  eachResource('page-no-next', 'PAG-03', 'The last page has no `next`, or null', async (kit, it) => {
    const last = linkOf(await firstPage(kit, it), 'last') ?? undecided('There is no `last` link.');
    const { document } = await kit.fetchDocument(last);
    expectThat((document.links?.next ?? null) === null, 'no `next`', () => `it is ${show(document.links.next)}`);
  }),
  eachResource('page-next', 'PAG-01 PAG-02', 'A page with more resources behind it has `next`', async (kit, it) => {
    if (it.found.length < 2) undecided('The collection has fewer than two resources.');
    const first = await firstPage(kit, it);
    if (listOf(first.document.data).length !== 1) undecided('The page does not have one resource.');
    expectThat(linkOf(first, 'next') !== undefined, '`next`', () => `\`links\` is ${show(first.document.links)}`);
  }),
  eachResource('page-walk', 'PAG-04', '`next` leads through all resources, each once', async (kit, it) => {
    const first = await firstPage(kit, it);
    if (linkOf(first, 'next') === undefined) undecided('There is no `next`.');
    const ids = membersOf(await walk(kit, first)).map(identityOf);
    expectThat(new Set(ids).size === ids.length, 'each resource once', () => 'a resource is on two pages');
    const lacking = it.found.map(identityOf).filter((identity) => !ids.includes(identity));
    expectThat(lacking.length === 0, 'all resources of the collection', () => `${lacking[0]} is on no page`);
  }),
  eachResource('page-walk-order', 'PAG-04', 'The pages have the order of the collection', async (kit, it) => {
    const first = await firstPage(kit, it);
    if (linkOf(first, 'next') === undefined) undecided('There is no `next`.');
    const ids = membersOf(await walk(kit, first)).map(identityOf);
    const whole = listOf((await kit.fetchDocument(it.collection)).document.data).map(identityOf);
    expectThat(isSame(ids.slice(0, whole.length), whole), 'the same order', () => 'it differs');
  }),
  eachResource('page-walk-sorted', 'PAG-04', 'The pages of a sorted collection follow the sort', async (kit, it) => {
    const [sort = undecided('The samples name no sort field.')] = it.sample.sort ?? [];
    const first = await firstPage(kit, it, { sort: `-${sort}` });
    if (linkOf(first, 'next') === undefined) undecided('There is no `next`.');
    const ids = membersOf(await walk(kit, first)).map(identityOf);
    const whole = listOf((await kit.fetchDocument(withQuery(it.collection, { sort: `-${sort}` }))).document.data);
    expectThat(isSame(ids.slice(0, whole.length), whole.map(identityOf)), 'the same order', () => 'it differs');
  }),
  eachResource('page-walk-back', 'PAG-04 PAG-02', '`prev` leads back the way of `next`', async (kit, it) => {
    const first = await firstPage(kit, it);
    const second = await kit.fetchDocument(linkOf(first, 'next') ?? undecided('There is no `next`.'));
    const back = linkOf(second, 'prev') ?? undecided('The second page has no `prev`.');
    const { data } = (await kit.fetchDocument(back)).document;
    expectThat(
      isSame(listOf(data).map(identityOf), listOf(first.document.data).map(identityOf)),
      'the first page',
      () => show(data),
    );
  }),
  eachResource('page-first', 'PAG-04 PAG-02', '`first` leads to the first page', async (kit, it) => {
    const first = await firstPage(kit, it);
    const second = await kit.fetchDocument(linkOf(first, 'next') ?? undecided('There is no `next`.'));
    const url = linkOf(second, 'first') ?? undecided('There is no `first`.');
    const { data } = (await kit.fetchDocument(url)).document;
    expectThat(
      isSame(listOf(data).map(identityOf), listOf(first.document.data).map(identityOf)),
      'the first page',
      () => show(data),
    );
  }),
  eachResource('page-last', 'PAG-04 PAG-02', '`last` leads to the page that `next` ends with', async (kit, it) => {
    const first = await firstPage(kit, it);
    const url = linkOf(first, 'last') ?? undecided('There is no `last`.');
    const last = (await walk(kit, first)).at(-1) ?? fail('a page', 'there is none');
    const { data } = (await kit.fetchDocument(url)).document;
    expectThat(isSame(listOf(data).map(identityOf), listOf(last.document.data).map(identityOf)), 'the last page', () =>
      show(data),
    );
  }),
  eachResource(
    'page-links-keep',
    'DOC-20 PAG-04',
    'Pagination links keep the other parameters of the request',
    async (kit, it) => {
      const name = `fields[${it.name}]`;
      const [field = undecided('No attribute is known.')] = it.attributes;
      const next = linkOf(await firstPage(kit, it, { [name]: field }), 'next') ?? undecided('There is no `next`.');
      expectThat(new URL(next).searchParams.get(name) === field, `${name}=${field} in \`next\``, () => next);
    },
  ),
  eachResource('page-unknown', 'QRY-01 QRY-05', 'An unknown parameter of the page family gets 400', async (kit, it) =>
    expectStatus(await kit.get(withQuery(it.collection, { 'page[conformanceUnknown]': '1' })), 400),
  ),
  ...['0', '-1', 'x', '1.5', ''].map((value) =>
    eachResource(
      `page-size-${value === '' ? 'empty' : value.replace('.', '-').replace('-1', 'negative')}`,
      'QRY-13 ERR-21',
      `A page size of "${value}" gets 400`,
      async (kit, it) => {
        const name =
          pageSizeParameter(kit.world, kit.world.samples) ?? undecided('The parameter for the size is not known.');
        expectStatus(await kit.get(withQuery(it.collection, { [name]: value })), 400);
      },
    ),
  ),
  eachResource(
    'page-parameter',
    'QRY-14 ERR-16',
    'The error of an invalid page size names the parameter',
    async (kit, it) => {
      const name =
        pageSizeParameter(kit.world, kit.world.samples) ?? undecided('The parameter for the size is not known.');
      expectSource(await kit.get(withQuery(it.collection, { [name]: 'x' })), 'parameter', name);
    },
    'should',
  ),
];
