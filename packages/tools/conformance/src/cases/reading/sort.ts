import type { TypeFacts } from '../../facts/type-facts.ts';
import { relatedUrl, resourceUrl, withQuery } from '../../facts/urls.ts';
import { identityOf, isSame, listOf } from '../../json.ts';
import type { Kit } from '../../run/kit.ts';
import { undecided } from '../../run/verdict.ts';
import { type Case, eachRelationship, eachResource } from '../case.ts';
import { expectSource, expectStatus, expectSuccess, expectThat } from '../expectations.ts';
import { hasOwnOrder, misplaced } from './order.ts';

function sortOf({ sample, name }: TypeFacts, index = 0): string {
  const field = sample.sort?.[index];
  return field ?? undecided(`The samples name ${index === 0 ? 'no' : 'only one'} sort field of "${name}".`);
}

/** Ends a case as undecided if the server may sort a field by an order of its own, such as that of an enumeration. */
async function skipOwnOrder(kit: Kit, it: TypeFacts, field: string): Promise<void> {
  const [up, down] = [
    await kit.fetchDocument(withQuery(it.collection, { sort: field })),
    await kit.fetchDocument(withQuery(it.collection, { sort: `-${field}` })),
  ];
  if (hasOwnOrder(up.document.data, down.document.data, field)) {
    undecided(`The server sorts "${field}" by another order than that of letters.`);
  }
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

/** The `sort` parameter. */
export const sortCases: readonly Case[] = [
  eachResource(
    'sort-ascending',
    'SRT-06 SRT-04 SRT-01',
    'A collection follows `sort` in ascending order',
    async (kit, it) => {
      const field = sortOf(it);
      const answer = await kit.get(withQuery(it.collection, { sort: field }));
      expectSuccess(answer, 200);
      const wrong = misplaced(answer.document?.data, field, false);
      if (wrong !== undefined) await skipOwnOrder(kit, it, field);
      expectThat(wrong === undefined, `ascending order of "${field}"`, () => wrong ?? '');
    },
  ),
  eachResource(
    'sort-descending',
    'SRT-06 SRT-04',
    'A collection follows `sort` in descending order with a hyphen',
    async (kit, it) => {
      const field = sortOf(it);
      const answer = await kit.get(withQuery(it.collection, { sort: `-${field}` }));
      expectSuccess(answer, 200);
      const wrong = misplaced(answer.document?.data, field, true);
      if (wrong !== undefined) await skipOwnOrder(kit, it, field);
      expectThat(wrong === undefined, `descending order of "${field}"`, () => wrong ?? '');
    },
  ),
  eachResource(
    'sort-both-ways',
    'SRT-06 SRT-04',
    'The two orders of one field differ if its values do',
    async (kit, it) => {
      const field = sortOf(it);
      const up = listOf((await kit.fetchDocument(withQuery(it.collection, { sort: field }))).document.data);
      const down = listOf((await kit.fetchDocument(withQuery(it.collection, { sort: `-${field}` }))).document.data);
      const values = new Set(up.map(({ attributes }) => attributes?.[field]));
      if (values.size < 2) undecided('All resources of the page have the same value.');
      expectThat(!isSame(up.map(identityOf), down.map(identityOf)), 'two orders', () => 'both are the same');
    },
  ),
  eachResource('sort-second', 'SRT-03 SRT-06', 'The first of several sort fields counts most', async (kit, it) => {
    const sort = `${sortOf(it)},-${sortOf(it, 1)}`;
    const answer = await kit.get(withQuery(it.collection, { sort }));
    expectSuccess(answer, 200);
    const wrong = misplaced(answer.document?.data, sortOf(it), false);
    if (wrong !== undefined) await skipOwnOrder(kit, it, sortOf(it));
    expectThat(wrong === undefined, `order of "${sortOf(it)}"`, () => wrong ?? '');
  }),
  eachResource(
    'sort-second-within',
    'SRT-03',
    'The second sort field orders what the first leaves equal',
    async (kit, it) => {
      const [first, second] = [sortOf(it), sortOf(it, 1)];
      const { data } = (await kit.fetchDocument(withQuery(it.collection, { sort: `${first},${second}` }))).document;
      const values = [...new Set(listOf(data).map(({ attributes }) => attributes?.[first]))];
      const groups = values.map((value) => listOf(data).filter(({ attributes }) => attributes?.[first] === value));
      const wrong = groups.map((group) => misplaced(group, second, false)).find((each) => each !== undefined);
      if (wrong !== undefined) await skipOwnOrder(kit, it, second);
      expectThat(wrong === undefined, `order of "${second}" within equal "${first}"`, () => wrong ?? '');
    },
  ),
  eachResource(
    'sort-same-members',
    'SRT-06',
    '`sort` changes the order, not the members of a collection',
    async (kit, it) => {
      const plain = (await kit.fetchDocument(it.collection)).document;
      if (plain.links?.next) undecided('The collection has several pages.');
      const sorted = await kit.fetchDocument(withQuery(it.collection, { sort: sortOf(it) }));
      const keys = (data: unknown) => listOf(data).map(identityOf).sort().join();
      expectThat(keys(plain.data) === keys(sorted.document.data), 'the same resources', () => 'they differ');
    },
  ),
  eachResource(
    'sort-stable',
    'SRT-06',
    'Two requests with the same `sort` get the same order',
    async (kit, it) => {
      const url = withQuery(it.collection, { sort: sortOf(it) });
      const [first, second] = [await kit.fetchDocument(url), await kit.fetchDocument(url)];
      const [left, right] = [first, second].map(({ document }) => listOf(document.data).map(identityOf));
      expectThat(isSame(left, right), 'the same order', () => 'they differ');
    },
    'should',
  ),
  ...bad.map(([name, what, template]) =>
    eachResource(
      `sort-${name}`,
      'SRT-05 STA-01 QRY-13',
      `A \`sort\` with ${what} gets 400`,
      async (kit, it) => {
        const sort = template.includes('{sort}') ? template.replace('{sort}', sortOf(it)) : template;
        expectStatus(await kit.get(withQuery(it.collection, { sort })), 400);
      },
      /empty|hyphens|plus/.test(name) ? 'recommended' : 'must',
    ),
  ),
  eachResource(
    'sort-parameter',
    'QRY-14 ERR-16 SRT-05',
    'The error of an unsupported `sort` names the parameter',
    async (kit, it) =>
      expectSource(await kit.get(withQuery(it.collection, { sort: 'conformanceUnknown' })), 'parameter', 'sort'),
    'should',
  ),
  eachResource(
    'sort-repeated',
    'QRY-13',
    'A `sort` parameter that is there twice gets 400',
    async (kit, it) => {
      const field = sortOf(it);
      const answer = await kit.get(`${it.collection}?sort=${field}&sort=-${field}`);
      expectStatus(answer, 400);
    },
    'recommended',
  ),
  eachResource('sort-resource', 'QRY-01 SRT-05', 'A single resource cannot be sorted: 400', async (kit, it) =>
    expectStatus(await kit.get(withQuery(resourceUrl(it, it.resource), { sort: it.sample.sort?.at(0) ?? 'id' })), 400),
  ),
  eachResource(
    'sort-not-supported',
    'SRT-05 QRY-01',
    'A server without `sort` responds with 400 to it',
    async (kit, it) => {
      if (kit.world.samples.supports?.sort !== false) undecided('The server supports `sort`.');
      expectStatus(await kit.get(withQuery(it.collection, { sort: it.attributes.at(0) ?? 'id' })), 400);
    },
  ),
  eachRelationship(
    'sort-related-unknown',
    'SRT-05',
    'An unsupported `sort` of related resources gets 400',
    async (kit, it) => {
      const url = relatedUrl(it, it.type.resource);
      await kit.fetchDocument(url);
      expectStatus(await kit.get(withQuery(url, { sort: 'conformanceUnknown' })), 400);
    },
  ),
  eachRelationship('sort-related', 'SRT-06', 'Related resources follow `sort`', async (kit, it) => {
    const target = kit.world.types.find(({ name }) => it.targets.length === 1 && it.targets[0] === name);
    if (it.to !== 'many' || target === undefined) undecided('The relationship is not to-many with one type.');
    const field = sortOf(target);
    const answer = await kit.get(withQuery(relatedUrl(it, it.type.resource), { sort: `-${field}` }));
    expectSuccess(answer, 200);
    const wrong = misplaced(answer.document?.data, field, true);
    if (wrong !== undefined) await skipOwnOrder(kit, target, field);
    expectThat(wrong === undefined, `descending order of "${field}"`, () => wrong ?? '');
  }),
];
