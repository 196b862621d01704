import type { RelationshipFacts, TypeFacts } from '../facts/type-facts.ts';
import { relationshipUrl, resolveLink, urlOfId } from '../facts/urls.ts';
import { isObject, type Json, listOf } from '../json.ts';
import type { Samples, TypeSample } from '../samples/samples.ts';
import type { Kit } from './kit.ts';
import type { World } from './world.ts';

/** A server can invent any number of relationships, and some take a request. */
const MOST_RELATIONSHIPS = 200;
const PAGE_LINKS = ['first', 'last', 'prev', 'next'];

/** Reads the collection, one resource and its relationships of every type in the samples. */
export async function discover(kit: Kit): Promise<readonly TypeFacts[]> {
  const { world } = kit;
  const types: TypeFacts[] = [];
  for (const [name, sample] of Object.entries(world.samples.types)) types.push(await discoverType(kit, name, sample));
  world.gateway.declare(types);
  return types;
}

async function discoverType(kit: Kit, name: string, sample: TypeSample): Promise<TypeFacts> {
  const { world } = kit;
  const collection = `${world.gateway.baseUrl}${sample.collection ?? `/${name}`}`;
  const listed = await kit.get(collection);
  const found = listOf(listed.document?.data).filter((it) => it?.type === name && typeof it?.id === 'string');
  notePageParameters(world, listed.document, collection);
  world.version ??= listed.document?.jsonapi?.version;
  const blank: TypeFacts = { name, sample, collection, found, resource: undefined, relationships: [], attributes: [] };
  const first = sample.id === undefined ? found[0] : found.find(({ id }) => id === sample.id);
  const id = sample.id ?? first?.id;
  const url = id === undefined ? undefined : (resolveLink(first?.links?.self, collection) ?? urlOfId(blank, id));
  // A link to elsewhere is not followed; what the collection shows is enough to go on.
  const answer = url !== undefined && world.gateway.follows(url) ? await kit.get(url) : undefined;
  const resource = answer?.status === 200 && isObject(answer.document?.data) ? answer.document.data : first;
  const seen = isObject(resource?.relationships) ? resource.relationships : {};
  const attributes = { ...sample.create?.attributes, ...(isObject(resource?.attributes) ? resource.attributes : {}) };
  const type: TypeFacts = { ...blank, resource, attributes: Object.keys(attributes), relationships: [] };
  const relationships: RelationshipFacts[] = [];
  const names = new Set([...Object.keys(sample.relationships ?? {}), ...Object.keys(seen)]);
  for (const each of [...names].filter((it) => !it.startsWith('@')).slice(0, MOST_RELATIONSHIPS)) {
    relationships.push(await discoverRelationship(kit, type, each));
  }
  return Object.assign(type, { relationships });
}

async function discoverRelationship(kit: Kit, type: TypeFacts, name: string): Promise<RelationshipFacts> {
  const sample = type.sample.relationships?.[name];
  const seen = type.resource?.relationships?.[name];
  const facts = { type, name, sample, isSeen: seen !== undefined, to: sample?.to, targets: sample?.types ?? [] };
  let { data } = isObject(seen) ? seen : {};
  // A relationship with links alone: its own URL shows what it contains.
  if (facts.to === undefined && data === undefined && type.resource !== undefined) {
    const url = relationshipUrl(facts, type.resource);
    if (kit.world.gateway.follows(url)) data = (await kit.get(url)).document?.data;
  }
  const to = facts.to ?? (Array.isArray(data) ? 'many' : data === undefined ? undefined : 'one');
  const linked = listOf(data).map((identifier) => String(identifier?.type));
  return { ...facts, to, targets: facts.targets.length > 0 ? facts.targets : [...new Set(linked)] };
}

function notePageParameters(world: World, document: Json, base: string): void {
  for (const name of PAGE_LINKS) {
    const url = resolveLink(document?.links?.[name], base);
    if (url === undefined) continue;
    for (const parameter of new URL(url).searchParams.keys()) {
      if (/^page(\[|$)/.test(parameter)) world.pageParameters.add(parameter);
    }
  }
}

/** Returns the parameter for the size of a page, if it is known. */
export function pageSizeParameter(world: World, samples: Samples): string | undefined {
  if (samples.pageSize !== undefined) return samples.pageSize;
  return ['page[size]', 'page[limit]'].find((name) => world.pageParameters.has(name));
}
