import { knownUrlOfId } from '../facts/urls.ts';
import { identityOf, isObject, type Json, listOf } from '../json.ts';
import type { Samples } from '../samples/samples.ts';
import { type GatewayState, isVacantId } from './state.ts';

const named = new WeakMap<Samples, ReadonlySet<string>>();

/** The identities that the samples name in relationships: the user allows to link to them. */
function namedBySamples(samples: Samples): ReadonlySet<string> {
  const known = named.get(samples);
  if (known !== undefined) return known;
  const found = new Set<string>();
  for (const { create, update } of Object.values(samples.types)) {
    for (const relationship of [create, update || undefined].flatMap((it) =>
      Object.values<Json>(it?.relationships ?? {}),
    )) {
      for (const it of listOf(relationship?.data)) found.add(identityOf(it));
    }
  }
  named.set(samples, found);
  return found;
}

/**
 * Returns why a request must not name a resource: it is not the tests', and it exists. A server can ignore a missing or wrong `type`,
 * so an id alone counts as well.
 */
export async function rejectionToName(state: GatewayState, it: Json): Promise<string | undefined> {
  const { type, id } = isObject(it) ? it : { type: undefined, id: it };
  if (id === undefined || id === null || id === '') return undefined;
  const { tracked, marks, types } = state;
  if (typeof id === 'number' && id > 2_147_480_000) return undefined;
  if (marks.isMadeUp(String(id))) {
    const facts = types.find(({ name }) => name === type);
    if (facts === undefined || (await isVacantId(state, facts, id))) return undefined;
    return knownUrlOfId(facts, id) === undefined
      ? `No link and no sample says what the URLs of "${facts.name}" look like, so the tests cannot see that no resource has an id that they made up.`
      : `A resource with the id "${id}", which the tests made up, exists.`;
  }
  const isOwn = [...tracked.own.values()].some((own) => own.id === String(id) && (own.type === type || !isKnown(type)));
  if (isOwn || namedBySamples(state.samples).has(identityOf(it))) return undefined;
  return `The request would name ${type} "${id}", which the tests did not create and the samples do not name.`;

  function isKnown(name: unknown): boolean {
    return types.some((each) => each.name === name);
  }
}

/** Returns why the linkage in a resource object must not be sent. */
export function rejectionOfLinkage(state: GatewayState, resource: Json): Promise<string | undefined> {
  const relationships = isObject(resource?.relationships) ? Object.values<Json>(resource.relationships) : [];
  return rejectionOfAll(
    state,
    relationships.flatMap((it) => valuesOf(it?.data)),
  );
}

/** Returns why linkage must not be sent to the URL of a relationship. */
export function rejectionOfIdentifiers(state: GatewayState, data: Json): Promise<string | undefined> {
  return rejectionOfAll(state, valuesOf(data));
}

async function rejectionOfAll(state: GatewayState, identifiers: readonly Json[]): Promise<string | undefined> {
  for (const identifier of identifiers) {
    const rejection = await rejectionToName(state, identifier);
    if (rejection !== undefined) return rejection;
  }
  return undefined;
}

function valuesOf(data: Json): readonly Json[] {
  return Array.isArray(data) ? data : data === undefined || data === null ? [] : [data];
}
