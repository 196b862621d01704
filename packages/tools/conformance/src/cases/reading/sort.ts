import type { TypeFacts } from '../../facts/type-facts.ts';
import { relatedUrl, resourceUrl, withQuery } from '../../facts/urls.ts';
import { identityOf, isSame, listOf } from '../../json.ts';
import type { Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { type Case, checksOf, eachRelationship, eachResource } from '../case.ts';
import { expectSource, expectStatus, expectSuccess, getsBeside } from '../expectations.ts';
import { hasOwnOrder, misplaced } from './order.ts';

function sortOf({ sample, name }: TypeFacts, index = 0): string {
  const field = sample.sort?.[index];
  return field ?? undecided(`The samples name ${index === 0 ? 'no' : 'only one'} sort field of "${name}".`);
}

/** Returns the resources of a collection in both orders of a field. */
async function bothOrders(tester: Tester, { collection }: TypeFacts, field: string) {
  const read = async (sort: string) =>
    listOf((await tester.fetchDocument(withQuery(collection, { sort }))).document.data);
  return [await read(field), await read(`-${field}`)] as const;
}

/** Fails for values in the wrong order. Undecided if the server may sort the field by its own order, such as that of an enumeration. */
async function failUnlessOwnOrder(tester: Tester, it: TypeFacts, field: string, expected: string, wrong: string) {
  const [up, down] = await bothOrders(tester, it, field);
  if (hasOwnOrder(up, down, field)) {
    undecided(`The server sorts "${field}" by another order than that of letters.`);
  }
  fail(expected, wrong);
}

/** Fails unless a collection with this `sort` follows its first field. */
async function expectSorted(
  tester: Tester,
  it: TypeFacts,
  sort: string,
  field: string,
  what = '',
  url = it.collection,
) {
  const answer = await tester.get(withQuery(url, { sort }));
  expectSuccess(answer, 200);
  const wrong = misplaced(answer.document?.data, field, sort.startsWith(`-${field}`));
  if (wrong !== undefined) await failUnlessOwnOrder(tester, it, field, `${what}order of "${field}"`, wrong);
}

const bad: readonly (readonly [string, string, string])[] = [
  ['unknown', 'an unknown field', 'conformanceUnknown'],
  ['unknown-descending', 'an unknown field in descending order', '-conformanceUnknown'],
  ['among-known', 'a known field and an unknown one', '{sort},conformanceUnknown'],
  ['empty-element', 'an empty element', '{sort},'],
  ['two-hyphens', 'two hyphens', '--{sort}'],
  ['plus', 'a plus sign', '+{sort}'],
  ['unknown-path', 'a path over an unknown relationship', 'conformanceUnknown.name'],
];

const check = checksOf({
  'sort-ascending': 'SRT-06 SRT-04 SRT-01: A collection follows `sort` in ascending order',
  'sort-descending': 'SRT-06 SRT-04: A collection follows `sort` in descending order with a hyphen',
  'sort-both-ways': 'SRT-06 SRT-04: The two orders of one field differ if its values do',
  'sort-second': 'SRT-03 SRT-06: The first of several sort fields counts most',
  'sort-second-within': 'SRT-03: The second sort field orders what the first leaves equal',
  'sort-same-members': 'SRT-06: `sort` changes the order, not the members of a collection',
  'sort-stable': 'SRT-06 should: Two requests with the same `sort` get the same order',
  'sort-parameter': 'QRY-14 ERR-16 SRT-05 should: The error of an unsupported `sort` names the parameter',
  'sort-repeated': 'QRY-13 recommended: A `sort` parameter that is there twice gets 400',
  'sort-resource': 'QRY-01 SRT-05: A single resource cannot be sorted: 400',
  'sort-not-supported': 'SRT-05 QRY-01: A server without `sort` responds with 400 to it',
  'sort-related-unknown': 'SRT-05: An unsupported `sort` of related resources gets 400',
  'sort-related': 'SRT-06: Related resources follow `sort`',
});

/** The `sort` parameter. */
export const sortCases: readonly Case[] = [
  check(eachResource, 'sort-ascending', async (tester, it) =>
    expectSorted(tester, it, sortOf(it), sortOf(it), 'ascending '),
  ),
  check(eachResource, 'sort-descending', async (tester, it) =>
    expectSorted(tester, it, `-${sortOf(it)}`, sortOf(it), 'descending '),
  ),
  check(eachResource, 'sort-both-ways', async (tester, it) => {
    const field = sortOf(it);
    const [up, down] = await bothOrders(tester, it, field);
    const values = new Set(up.map(({ attributes }) => attributes?.[field]));
    if (values.size < 2) undecided('All resources of the page have the same value.');
    if (isSame(up.map(identityOf), down.map(identityOf))) fail('two orders', 'both are the same');
  }),
  check(eachResource, 'sort-second', async (tester, it) =>
    expectSorted(tester, it, `${sortOf(it)},-${sortOf(it, 1)}`, sortOf(it)),
  ),
  check(eachResource, 'sort-second-within', async (tester, it) => {
    const [first, second] = [sortOf(it), sortOf(it, 1)];
    const { data } = (await tester.fetchDocument(withQuery(it.collection, { sort: `${first},${second}` }))).document;
    const values = [...new Set(listOf(data).map(({ attributes }) => attributes?.[first]))];
    const groups = values.map((value) => listOf(data).filter(({ attributes }) => attributes?.[first] === value));
    const wrong = groups.map((group) => misplaced(group, second, false)).find((each) => each !== undefined);
    const expected = `order of "${second}" within equal "${first}"`;
    if (wrong !== undefined) await failUnlessOwnOrder(tester, it, second, expected, wrong);
  }),
  check(eachResource, 'sort-same-members', async (tester, it) => {
    const plain = (await tester.fetchDocument(it.collection)).document;
    if (plain.links?.next) undecided('The collection has several pages.');
    const sorted = await tester.fetchDocument(withQuery(it.collection, { sort: sortOf(it) }));
    const keys = (data: unknown) => listOf(data).map(identityOf).sort().join();
    if (keys(plain.data) !== keys(sorted.document.data)) fail('the same resources', 'they differ');
  }),
  check(eachResource, 'sort-stable', async (tester, it) => {
    const url = withQuery(it.collection, { sort: sortOf(it) });
    const [first, second] = [await tester.fetchDocument(url), await tester.fetchDocument(url)];
    const [left, right] = [first, second].map(({ document }) => listOf(document.data).map(identityOf));
    if (!isSame(left, right)) fail('the same order', 'they differ');
  }),
  ...bad.map(([name, what, template]) =>
    eachResource(
      `sort-${name}`,
      'SRT-05 STA-01 QRY-13',
      `A \`sort\` with ${what} gets 400`,
      async (tester, it) => {
        const sort = template.replace('{sort}', () => sortOf(it));
        expectStatus(await tester.get(withQuery(it.collection, { sort })), 400);
      },
      /empty|hyphens|plus/.test(name) ? 'recommended' : 'must',
    ),
  ),
  check(eachResource, 'sort-parameter', async (tester, it) =>
    expectSource(await tester.get(withQuery(it.collection, { sort: 'conformanceUnknown' })), 'parameter', 'sort'),
  ),
  check(eachResource, 'sort-repeated', async (tester, it) =>
    expectStatus(await tester.get(`${it.collection}?sort=${sortOf(it)}&sort=-${sortOf(it)}`), 400),
  ),
  check(eachResource, 'sort-resource', async (tester, it) =>
    expectStatus(
      await tester.get(withQuery(resourceUrl(it, it.resource), { sort: it.sample.sort?.at(0) ?? 'id' })),
      400,
    ),
  ),
  check(eachResource, 'sort-not-supported', async (tester, it) => {
    if (tester.world.samples.supports?.sort !== false) absent('The server supports `sort`.');
    expectStatus(await tester.get(withQuery(it.collection, { sort: it.attributes.at(0) ?? 'id' })), 400);
  }),
  check(eachRelationship, 'sort-related-unknown', getsBeside(400, relatedUrl, { sort: 'conformanceUnknown' })),
  check(eachRelationship, 'sort-related', async (tester, it) => {
    const target = tester.world.types.find(({ name }) => it.targets.length === 1 && it.targets[0] === name);
    if (it.to !== 'many' || target === undefined) undecided('The relationship is not to-many with one type.');
    const field = sortOf(target);
    await expectSorted(tester, target, `-${field}`, field, 'descending ', relatedUrl(it, it.type.resource));
  }),
];
