import { resourceUrl, withQuery } from '../../facts/urls.ts';
import { identityOf, listOf } from '../../json.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf, eachResource } from '../case.ts';
import { expectStatus, expectSuccess } from '../expectations.ts';

const unknown = { 'filter[conformanceUnknown]': '1' } as const;

const check = checksOf({
  filter: 'FIL-01: A filter that is supported gets 200',
  'filter-subset': 'FIL-01: A filter returns resources of the collection',
  'filter-unknown': 'QRY-01 FIL-01 recommended: A filter that is not supported gets 400',
  'filter-resource': 'QRY-01 recommended: A filter of a single resource gets 400',
});

/** The `filter` family. */
export const filterCases: readonly Case[] = [
  check(eachResource, 'filter', async (tester, it) => {
    const filter = it.sample.filter ?? undecided('The samples name no filter.');
    expectSuccess(await tester.get(withQuery(it.collection, filter)), 200);
  }),
  check(eachResource, 'filter-subset', async (tester, it) => {
    const filter = it.sample.filter ?? undecided('The samples name no filter.');
    const all = (await tester.fetchDocument(it.collection)).document;
    if (all.links?.next) undecided('The collection has several pages.');
    const { data } = (await tester.fetchDocument(withQuery(it.collection, filter))).document;
    const known = listOf(all.data).map(identityOf);
    const other = listOf(data)
      .map(identityOf)
      .find((identity) => !known.includes(identity));
    if (other !== undefined) fail('resources of the collection', `${other} is another one`);
  }),
  // The strategy is left to servers, so it can ignore a filter.
  check(eachResource, 'filter-unknown', async (tester, it) =>
    expectStatus(await tester.get(withQuery(it.collection, unknown)), 400),
  ),
  check(eachResource, 'filter-resource', async (tester, it) =>
    expectStatus(await tester.get(withQuery(resourceUrl(it, it.resource), unknown)), 400),
  ),
];
