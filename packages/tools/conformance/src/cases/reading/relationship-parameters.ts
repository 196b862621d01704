import type { RelationshipFacts, TypeFacts } from '../../facts/type-facts.ts';
import { relatedUrl, relationshipUrl, withQuery } from '../../facts/urls.ts';
import { identityOf, isSame, type Json, listOf, show } from '../../json.ts';
import type { Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { type Case, checksOf, eachRelationship } from '../case.ts';
import { expectSuccess, getsBeside } from '../expectations.ts';
import { expectOnly } from './fieldset.ts';
import { sizeName } from './pages.ts';

/** The two kinds of URLs below a resource. */
const places = [
  ['related', 'related resources', relatedUrl],
  ['relationship', 'a relationship', relationshipUrl],
] as const;

const repeated = {
  'page-unknown-{name}':
    'QRY-01 QRY-05 recommended: An unknown parameter of the page family gets 400 at the URL of {what}',
  'filter-unknown-{name}': 'QRY-01 FIL-01 recommended: A filter that is not supported gets 400 at the URL of {what}',
  'page-size-{name}': 'QRY-01 PAG-01: The page size limits the members at the URL of {what}, or gets 400',
  'filter-{name}': 'QRY-01 FIL-01: A filter applies at the URL of {what}, or gets 400',
  'sort-to-one-{name}': 'SRT-05 QRY-01: `sort` gets 400 at the URL of {what} of a to-one relationship',
  'page-to-one-{name}': 'QRY-01 recommended: A page size gets 400 at the URL of {what} of a to-one relationship',
  'include-sibling-{name}':
    'INC-07 INC-08: Another relationship of the resource is no include path at the URL of {what}: 400',
} as const;

const check = checksOf({
  'sort-relationship': 'SRT-06 SRT-05: Linkage follows `sort`, or `sort` gets 400',
  'fields-relationship': 'FLD-03 FLD-06: `fields` applies to what a relationship URL includes',
});

const keysOf = ({ document }: Answer): readonly string[] => listOf(document?.data).map(identityOf);

/** Returns the only type that a relationship leads to. */
function targetOf(tester: Tester, { targets, name }: RelationshipFacts): TypeFacts {
  const target = targets.length === 1 ? tester.world.types.find((it) => it.name === targets[0]) : undefined;
  return target ?? undecided(`The samples do not name the only type that "${name}" leads to.`);
}

function sortOf({ sample, name }: TypeFacts): string {
  return sample.sort?.at(0) ?? undecided(`The samples name no sort field of "${name}".`);
}

function assertTo(kind: 'one' | 'many', { to, name }: RelationshipFacts): void {
  if (to !== kind) undecided(`"${name}" is not known to be a to-${kind} relationship.`);
}

/** Returns the response to a request with a query that the server can support here. Undefined if it responds with 400. */
async function answerTo(
  tester: Tester,
  url: string,
  query: Readonly<Record<string, string>>,
): Promise<Answer | undefined> {
  const answer = await tester.get(withQuery(url, query));
  if (answer.status === 400) return undefined;
  expectSuccess(answer, 200);
  return answer;
}

const everywhere = places.flatMap(([name, what, urlOf]): readonly Case[] => {
  const here = checksOf(repeated, { name, what });
  /** Fetches a URL, so that the server is known to have it. */
  const known = async (tester: Tester, it: RelationshipFacts): Promise<readonly [url: string, plain: Answer]> => {
    const url = urlOf(it, it.type.resource);
    return [url, await tester.fetchDocument(url)];
  };
  return [
    // Servers decide the meaning of the parameters of these families.
    here(eachRelationship, 'page-unknown-{name}', getsBeside(400, urlOf, { 'page[conformanceUnknown]': '1' })),
    here(eachRelationship, 'filter-unknown-{name}', getsBeside(400, urlOf, { 'filter[conformanceUnknown]': '1' })),
    here(eachRelationship, 'page-size-{name}', async (tester, it) => {
      assertTo('many', it);
      const [url, plain] = await known(tester, it);
      if (keysOf(plain).length < 2) undecided('The relationship has fewer than two members.');
      const page = await answerTo(tester, url, { [sizeName(tester)]: '1' });
      const count = page === undefined ? 0 : keysOf(page).length;
      if (count > 1) fail('at most one member, or status 400', `there are ${count}`);
    }),
    here(eachRelationship, 'filter-{name}', async (tester, it) => {
      assertTo('many', it);
      const target = targetOf(tester, it);
      const filter = target.sample.filter ?? undecided(`The samples name no filter of "${target.name}".`);
      const [url, plain] = await known(tester, it);
      const all = await tester.fetchDocument(withQuery(target.collection, filter));
      if ([plain, all].some(({ document }) => document.links?.next)) undecided('There are several pages.');
      const matching = keysOf(all);
      const wanted = keysOf(plain).filter((key) => matching.includes(key));
      const filtered = await answerTo(tester, url, filter);
      if (filtered === undefined || isSame(keysOf(filtered).toSorted(), wanted.toSorted())) return;
      fail(`${show(wanted)}, or status 400`, `the members are ${show(keysOf(filtered))}`);
    }),
    here(eachRelationship, 'sort-to-one-{name}', async (tester, it) => {
      assertTo('one', it);
      await getsBeside(400, urlOf, { sort: sortOf(targetOf(tester, it)) })(tester, it);
    }),
    here(eachRelationship, 'page-to-one-{name}', async (tester, it) => {
      assertTo('one', it);
      await getsBeside(400, urlOf, { [sizeName(tester)]: '1' })(tester, it);
    }),
    here(eachRelationship, 'include-sibling-{name}', async (tester, it) => {
      // Paths begin at the related resources, and at a relationship URL at the name of the relationship.
      const reachable = name === 'related' ? targetOf(tester, it).relationships.map((each) => each.name) : [it.name];
      const sibling = it.type.relationships.map((each) => each.name).find((each) => !reachable.includes(each));
      if (sibling === undefined) undecided('The resource has no other relationship that the paths cannot contain.');
      await getsBeside(400, urlOf, { include: sibling })(tester, it);
    }),
  ];
});

/** Returns the values of related resources by their identities. */
function valuesOf({ document }: Answer, field: string): ReadonlyMap<string, unknown> {
  return new Map(listOf(document?.data).map((it: Json) => [identityOf(it), it?.attributes?.[field]]));
}

/** The parameters of the specification at the URLs of related resources and of relationships. */
export const relationshipParameterCases: readonly Case[] = [
  ...everywhere,
  check(eachRelationship, 'sort-relationship', async (tester, it) => {
    assertTo('many', it);
    const field = sortOf(targetOf(tester, it));
    const url = relationshipUrl(it, it.type.resource);
    await tester.fetchDocument(url);
    const [up, down] = [
      await answerTo(tester, url, { sort: field }),
      await answerTo(tester, url, { sort: `-${field}` }),
    ];
    if (up === undefined || down === undefined) return;
    const values = valuesOf(await tester.fetchDocument(relatedUrl(it, it.type.resource)), field);
    const [left, right] = [up, down].map((each) => keysOf(each).map((key) => values.get(key)));
    if (new Set(left).size < 2) undecided('All members have the same value.');
    if (isSame(left, right)) fail('two orders, or status 400', 'both orders are the same');
  }),
  check(eachRelationship, 'fields-relationship', async (tester, it) => {
    if (tester.world.samples.supports?.fields === false) absent('The samples say that the server has no `fields`.');
    if (!it.type.sample.include?.includes(it.name)) undecided(`The samples do not name ${it.name} as an include path.`);
    const url = relationshipUrl(it, it.type.resource);
    const plain = await tester.get(withQuery(url, { include: it.name }));
    expectSuccess(plain, 200);
    const first = listOf(plain.document?.included).find((each: Json) => Object.keys(each?.attributes ?? {}).length > 0);
    const attribute =
      Object.keys(first?.attributes ?? {}).at(0) ?? undecided('No resource with attributes is included.');
    const answer = await tester.fetchDocument(
      withQuery(url, { include: it.name, [`fields[${first.type}]`]: attribute }),
    );
    expectOnly(listOf(answer.document.included), first.type, [attribute]);
  }),
];
