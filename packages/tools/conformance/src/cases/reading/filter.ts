import { resourceUrl, withQuery } from '../../facts/urls.ts';
import { identityOf, listOf } from '../../json.ts';
import { undecided } from '../../run/verdict.ts';
import { type Case, eachResource } from '../case.ts';
import { expectStatus, expectSuccess, expectThat } from '../expectations.ts';

/** The `filter` family. */
export const filterCases: readonly Case[] = [
  eachResource('filter', 'FIL-01', 'A filter that is supported gets 200', async (kit, it) => {
    const filter = it.sample.filter ?? undecided('The samples name no filter.');
    expectSuccess(await kit.get(withQuery(it.collection, filter)), 200);
  }),
  eachResource('filter-subset', 'FIL-01', 'A filter returns resources of the collection', async (kit, it) => {
    const filter = it.sample.filter ?? undecided('The samples name no filter.');
    const all = (await kit.fetchDocument(it.collection)).document;
    if (all.links?.next) undecided('The collection has several pages.');
    const { data } = (await kit.fetchDocument(withQuery(it.collection, filter))).document;
    const known = listOf(all.data).map(identityOf);
    const other = listOf(data)
      .map(identityOf)
      .find((identity) => !known.includes(identity));
    expectThat(other === undefined, 'resources of the collection', () => `${other} is another one`);
  }),
  // The strategy is left to servers, so it can ignore a filter.
  eachResource(
    'filter-unknown',
    'QRY-01 FIL-01',
    'A filter that is not supported gets 400',
    async (kit, it) =>
      expectStatus(await kit.get(withQuery(it.collection, { 'filter[conformanceUnknown]': '1' })), 400),
    'recommended',
  ),
  eachResource(
    'filter-resource',
    'QRY-01',
    'A filter of a single resource gets 400',
    async (kit, it) =>
      expectStatus(await kit.get(withQuery(resourceUrl(it, it.resource), { 'filter[conformanceUnknown]': '1' })), 400),
    'recommended',
  ),
];
