import type { RelationshipFacts } from '../../facts/type-facts.ts';
import { relationshipUrl } from '../../facts/urls.ts';
import { identityOf, isSameSet, type Json, listOf, show } from '../../json.ts';
import { type Created, create, type Identifier, linkageAt, relatives } from '../../run/fixtures.ts';
import type { Tester } from '../../run/tester.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { typeNamed } from '../../run/world.ts';
import type { Answer } from '../../target/exchange.ts';
import { rejectionText } from '../expectations.ts';

/** Linkage that is malformed: a name, what is wrong, and how it is made from an id and a type that the relationship can have. */
export type BadLinkage = readonly [name: string, what: string, make: (id: string, type: string) => unknown];

/**
 * Returns the id of a new resource that a relationship can have, or an id of no resource. A lenient server that reads malformed
 * linkage must not link a resource that was there.
 */
export async function harmlessId(tester: Tester, it: RelationshipFacts): Promise<string> {
  const type = it.targets
    .map((name) => typeNamed(tester.world, name))
    .find((each) => each?.sample.create !== undefined);
  return type === undefined ? tester.unknownId() : (await create(tester, type)).id;
}

/** A new resource with the URL of one of its relationships. */
export interface Place extends Created {
  readonly at: string;
}

/** Creates a resource, and returns it with the URL of a relationship. */
export async function place(tester: Tester, it: RelationshipFacts): Promise<Place> {
  const made = await create(tester, it.type);
  return { ...made, at: relationshipUrl(it, made.resource) };
}

/** Returns a to-many relationship with these members; undecided if the server does not set them. */
export async function filled(
  tester: Tester,
  it: RelationshipFacts,
  count: number,
): Promise<Place & { readonly members: readonly Identifier[] }> {
  const made = await place(tester, it);
  const members = await relatives(tester, it, count);
  const before = await linkageAt(tester, made.at);
  accepted(await tester.send('POST', made.at, { body: { data: members } }));
  const kept = listOf(before).filter((each) => !members.some((it2) => identityOf(it2) === identityOf(each)));
  if (kept.length > 0) accepted(await tester.send('DELETE', made.at, { body: { data: kept } }));
  return { ...made, members };
}

/** Fails unless a relationship URL shows this linkage. */
export async function expectLinkage(tester: Tester, url: string, wanted: unknown): Promise<void> {
  const found = await linkageAt(tester, url);
  const isEqual = wanted === null ? found === null : isSameSet(found, wanted);
  if (!isEqual) fail(show(wanted), `the linkage is ${show(found)}`);
}

/** Ends the case as undecided if the server rejects a valid change, for reasons that the tests do not know, or makes it later. */
export function accepted(answer: Answer): Answer {
  if (answer.status === 202) undecided('The server makes the change later (202).');
  return answer.status >= 400 ? undecided(`The server rejects the change: ${rejectionText(answer)}.`) : answer;
}

/** Returns the URL of a to-one relationship that has accepted a related resource; undecided if it does not. */
export async function replaced(
  tester: Tester,
  it: RelationshipFacts,
): Promise<Place & { readonly relative: Identifier | undefined; readonly answer: Answer }> {
  const made = await place(tester, it);
  const [relative] = await relatives(tester, it, 1);
  return { ...made, relative, answer: accepted(await tester.send('PATCH', made.at, { body: { data: relative } })) };
}

/** Adds members to a to-many relationship; undecided if the server rejects them. Returns the members before and after. */
export async function added(
  tester: Tester,
  it: RelationshipFacts,
  count: number,
): Promise<{ readonly at: string; readonly wanted: readonly Json[]; readonly answer: Answer }> {
  const { at } = await place(tester, it);
  const before = listOf(await linkageAt(tester, at));
  const members = await relatives(tester, it, count);
  const answer = accepted(await tester.send('POST', at, { body: { data: members } }));
  return { at, wanted: [...before, ...members], answer };
}
