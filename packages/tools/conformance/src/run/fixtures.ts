import { rejectionText } from '../cases/expectations.ts';
import type { RelationshipFacts, TypeFacts } from '../facts/type-facts.ts';
import { knownRelationshipUrl, resolveLink, resourceUrl, withQuery } from '../facts/urls.ts';
import { identifierOf, identityOf, type Json, listOf } from '../json.ts';
import { type ResourceSample, updateOf } from '../samples/samples.ts';
import type { Answer } from '../target/exchange.ts';
import type { Tester } from './tester.ts';
import { fail, undecided } from './verdict.ts';
import { typeNamed } from './world.ts';

/** A resource that the tests created. */
export interface Created {
  readonly type: TypeFacts;
  readonly id: string;
  readonly url: string;
  /** The resource object as GET returned it. */
  readonly resource: Json;
  readonly answer: Answer;
}

/** Identifies a resource that relationships can name. */
export interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** Returns the document that creates a resource of a type. */
export function createDocument(tester: Tester, type: TypeFacts, more: Readonly<Record<string, unknown>> = {}): Json {
  const { attributes, relationships } = tester.fill<ResourceSample>(type.sample.create ?? {});
  return {
    data: {
      type: type.name,
      ...(attributes === undefined ? {} : { attributes }),
      ...(relationships === undefined ? {} : { relationships }),
      ...more,
    },
  };
}

/** Creates a resource to work on. Ends the case as undecided if that does not succeed. */
export async function create(tester: Tester, type: TypeFacts): Promise<Created> {
  const answer = await tester.send('POST', type.collection, { body: createDocument(tester, type) });
  if (answer.status !== 201) {
    undecided(`No resource to work on: ${rejectionText(answer)}.`);
  }
  const { id, url, resource } = tester.madeBy(answer);
  return { type, id, url, resource, answer };
}

/** Returns identifiers that a relationship can name: of new resources, or those that the samples name for it. */
export async function relatives(
  tester: Tester,
  facts: RelationshipFacts,
  count: number,
): Promise<readonly Identifier[]> {
  for (const target of facts.targets) {
    const type = typeNamed(tester.world, target);
    if (type?.sample.create !== undefined) {
      const made: Identifier[] = [];
      for (let index = 0; index < count; index++) {
        const { id } = await create(tester, type);
        made.push({ type: target, id });
      }
      return made;
    }
  }
  // A link can take an existing resource from another one, so only those are linked that the samples name.
  const { sample } = facts.type;
  const listed = [sample.create ?? {}, updateOf(facts.type)].flatMap((it) =>
    listOf((it.relationships?.[facts.name] as Json)?.data),
  );
  const named = [...new Map(listed.map((it) => [identityOf(it), it])).values()];
  if (named.length >= count) return named.slice(0, count).map(identifierOf);
  undecided(
    `The samples have no \`create\` for a type of the relationship "${facts.name}", and name fewer than ${count} resources for it.`,
  );
}

/** Returns an identifier of a resource that does not exist. */
export function missingRelative(tester: Tester, { targets, name }: RelationshipFacts): Identifier {
  const [target] = targets;
  if (target === undefined) undecided(`The samples do not say which types the relationship "${name}" has.`);
  return { type: target, id: tester.unknownId(typeNamed(tester.world, target)?.found.at(0)?.id) };
}

/** Returns an identifier with a type that a relationship does not have, and an id that no resource has. */
export function otherType(tester: Tester, facts: RelationshipFacts): Identifier {
  const other = tester.world.types.find(({ name }) => !facts.targets.includes(name));
  if (facts.targets.length === 0 || other === undefined) undecided('The samples name no type that it does not have.');
  return { type: other.name, id: tester.unknownId(other.found.at(0)?.id) };
}

/** Returns the linkage that the URL of a relationship shows. Undecided if it shows none. */
export async function linkageAt(tester: Tester, url: string): Promise<Json> {
  const { document } = await tester.fetchDocument(url);
  if (!Object.hasOwn(document, 'data')) undecided(`GET ${url} did not return linkage.`);
  return document.data;
}

/** Returns the linkage of a relationship: at its URL, or in the resource object if the server has no such URL. */
export async function linkageOf(
  tester: Tester,
  facts: RelationshipFacts,
  { url, resource }: Pick<Created, 'id' | 'url' | 'resource'>,
): Promise<Json> {
  const at = knownRelationshipUrl(facts, resource);
  if (at !== undefined) return linkageAt(tester, at);
  const { data } = (await tester.fetchDocument(url)).document;
  const linkage = data?.relationships?.[facts.name]?.data;
  return linkage ?? (linkage === null ? null : undecided(`No response shows the linkage of "${facts.name}".`));
}

const MAX_PAGES = 20;

/** All resources of a collection. */
export interface Listing {
  readonly resources: readonly Json[];
  /** Whether another listing would contain the same ones: there is one page, or `sort` gives the pages an order. */
  readonly isStable: boolean;
}

/** Reads all resources of a collection. Undecided if it has too many pages. */
export async function listAll(tester: Tester, { collection, name, sample }: TypeFacts): Promise<Listing> {
  const field = tester.world.samples.supports?.sort === false ? undefined : sample.sort?.at(0);
  const resources: Json[] = [];
  let url: string | undefined = field === undefined ? collection : withQuery(collection, { sort: field });
  let pages = 0;
  for (; url !== undefined; pages++) {
    if (pages === MAX_PAGES) undecided(`The collection of "${name}" has more than ${MAX_PAGES} pages.`);
    const { document, request } = await tester.fetchDocument(url);
    resources.push(...listOf(document.data));
    const next = resolveLink(document.links?.next, request.url);
    url = next === request.url ? undefined : next;
  }
  return { resources, isStable: pages === 1 || field !== undefined };
}

/** Fails if a request left a new resource behind. `before` is the collection before the request. */
export async function expectNothingNew(
  tester: Tester,
  type: TypeFacts,
  before: Listing,
  { request }: Answer,
): Promise<void> {
  const after = await listAll(tester, type);
  const { marks } = tester.world.gateway;
  const known = new Set(before.resources.map(identityOf));
  const isMarked = marks.markIn(request.body) !== undefined;
  // Without an order, two listings can differ in resources that were there.
  const isOfRequest = (resource: Json): boolean => {
    const mark = marks.markIn(resource?.attributes);
    return mark !== undefined && String(request.body).includes(mark);
  };
  const created = after.resources.find((it) => !known.has(identityOf(it)) && (!isMarked || isOfRequest(it)));
  if (created === undefined) return;
  if (!isMarked && !(before.isStable && after.isStable)) undecided('The pages of the collection have no order.');
  fail(
    'the collection as it was',
    `it contains ${identityOf(created)}`,
    'Undo everything if a part of a request fails.',
  );
}

/** Returns the URLs of a few resources of a type that exist. */
export function existingUrls(type: TypeFacts, count: number): readonly string[] {
  return type.found.slice(0, count).map((resource) => resourceUrl(type, resource));
}

/** Returns the first of a list of primary data. */
export function firstOf(data: Json): Json {
  return listOf(data)[0];
}
