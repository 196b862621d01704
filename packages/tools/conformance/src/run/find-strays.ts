import { knownUrlOfId, resolveLink } from '../facts/urls.ts';
import type { Leftover } from '../gateway/ledger.ts';
import { placeOf } from '../gateway/paths.ts';
import { identityOf, isObject, type Json, listOf } from '../json.ts';
import { createKit, type Kit } from './kit.ts';
import type { World } from './world.ts';

/** Pages of a collection that are read, and the last page. */
const MAX_PAGES = 20;
const REASON = 'It has a value of this run, but no response said that it was created.';
const NEW = 'It was not there before the run, and no response said that it was created.';

/**
 * Returns resources that have a value of this run, or that were not there before it, and that no response said to be created: a create
 * request can fail after it created one. Others can have created them, so they are reported, not deleted.
 */
export async function findStrays(world: World): Promise<readonly Leftover[]> {
  const { ledger, marks } = world.gateway;
  const kit = createKit(world);
  const strays = new Map<string, Leftover>();
  for (const type of world.types.filter(({ name }) => ledger.trials.has(name))) {
    for await (const resource of resourcesOf(kit, type.collection)) {
      if (!isObject(resource) || ledger.own.has(identityOf(resource))) continue;
      const reason = reasonOf(resource, type.name);
      if (reason === undefined) continue;
      const url = resolveLink(resource['links']?.self, type.collection) ?? knownUrlOfId(type, resource['id']);
      if (url === undefined || ledger.unproved.some((it) => placeOf(it.url) === placeOf(url))) continue;
      // A list can be older than the resource.
      if ((await documentAt(kit, url))?.data?.id !== resource['id']) continue;
      strays.set(url, { url, request: `GET ${url}`, reason });
    }
  }
  return [...strays.values()];

  function reasonOf(resource: Json, type: string): string | undefined {
    const before = ledger.trials.get(type)?.before;
    if (before !== undefined && resource.type === type && !before.has(identityOf(resource))) return NEW;
    return marks.markIn(resource.attributes) === undefined ? undefined : REASON;
  }
}

/** Returns the resources of the first pages of a collection, and of the last one. */
async function* resourcesOf(kit: Kit, collection: string): AsyncIterable<Json> {
  const urls = new Set([collection]);
  for (const url of urls) {
    const document = await documentAt(kit, url);
    yield* listOf(document?.data);
    for (const name of ['last', 'next']) {
      const link = resolveLink(document?.links?.[name], url);
      if (link !== undefined && urls.size <= MAX_PAGES) urls.add(link);
    }
  }
}

/** Returns the document at a URL; undefined if the server does not return one. */
async function documentAt(kit: Kit, url: string): Promise<Json> {
  try {
    return (await kit.fetchDocument(url)).document;
  } catch {
    return undefined;
  }
}
