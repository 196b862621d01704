import { knownUrlOfId, resolveLink } from '../facts/urls.ts';
import { placeOf } from '../gateway/paths.ts';
import { type Leftover, leftoversOf, noteDeleted, type OwnResource } from '../gateway/tracked.ts';
import { identityOf, isObject, type Json, listOf } from '../json.ts';
import { createTester, type Tester } from './tester.ts';
import type { World } from './world.ts';

/** Pages of a collection that are read, and the last page. */
const MAX_PAGES = 20;
const REASON = 'It has a value of this run, but no response said that it was created.';
const NEW = 'It was not there before the run, and no response said that it was created.';

/**
 * Returns resources that have a value of this run, or that were not there before it, and that no response said to be created: a create
 * request can fail after it created one. Others can have created them, so they are reported, not deleted.
 */
async function findStrays(world: World): Promise<readonly Leftover[]> {
  const { tracked, marks } = world.gateway;
  const tester = createTester(world);
  const strays = new Map<string, Leftover>();
  for (const type of world.types.filter(({ name }) => tracked.trials.has(name))) {
    for await (const resource of resourcesOf(tester, type.collection)) {
      if (!isObject(resource) || tracked.own.has(identityOf(resource))) continue;
      const reason = reasonOf(resource, type.name);
      if (reason === undefined) continue;
      const url = resolveLink(resource['links']?.self, type.collection) ?? knownUrlOfId(type, resource['id']);
      if (url === undefined || tracked.unproved.some((it) => placeOf(it.url) === placeOf(url))) continue;
      // A list can be older than the resource.
      if ((await documentAt(tester, url))?.data?.id !== resource['id']) continue;
      strays.set(url, { url, request: `GET ${url}`, reason });
    }
  }
  return [...strays.values()];

  function reasonOf(resource: Json, type: string): string | undefined {
    const before = tracked.trials.get(type)?.before;
    if (before !== undefined && resource.type === type && !before.has(identityOf(resource))) return NEW;
    return marks.markIn(resource.attributes) === undefined ? undefined : REASON;
  }
}

/** Returns the resources of the first pages of a collection, and of the last one. */
async function* resourcesOf(tester: Tester, collection: string): AsyncIterable<Json> {
  const urls = new Set([collection]);
  for (const url of urls) {
    const document = await documentAt(tester, url);
    yield* listOf(document?.data);
    for (const name of ['last', 'next']) {
      const link = resolveLink(document?.links?.[name], url);
      if (link !== undefined && urls.size <= MAX_PAGES) urls.add(link);
    }
  }
}

/** Returns the document at a URL; undefined if the server does not return one. */
async function documentAt(tester: Tester, url: string): Promise<Json> {
  try {
    return (await tester.fetchDocument(url)).document;
  } catch {
    return undefined;
  }
}

/** Foreign keys can forbid an order; what cannot be deleted is tried again after the rest. */
const PASSES = 4;

/** Deletes a resource of the tests at the URL that the server gave. What cannot be deleted is kept with the reason. */
async function remove(tester: Tester, own: OwnResource): Promise<void> {
  const { tracked } = tester.world.gateway;
  try {
    const { status } = await tester.send('DELETE', own.url);
    if (status < 300) return;
    // 404 can be the answer to a foreign key that forbids the deletion.
    const isMissing = (status === 404 || status === 410) && (await tester.get(own.url)).status >= 400;
    if (isMissing) noteDeleted(tracked, own);
    else tracked.kept.set(identityOf(own), `DELETE returned ${status}.`);
  } catch (error) {
    tracked.kept.set(identityOf(own), (error as Error).message);
  }
}

/** Deletes what the tests created since the last time, newest first. What cannot be deleted now is kept for the end of the run. */
export async function cleanUp(world: World): Promise<void> {
  const { tracked } = world.gateway;
  const tester = createTester(world);
  let left = [...tracked.own.values()].reverse().filter((own) => !tracked.kept.has(identityOf(own)));
  for (let pass = 0; pass < PASSES && left.length > 0; pass++) {
    for (const own of left) await remove(tester, own);
    const still = left.filter((own) => tracked.own.has(identityOf(own)));
    if (still.length === left.length) return;
    left = still;
  }
}

/** Deletes the rest at the end of a run. Returns the resources that are still there, and those that may be. */
export async function finishCleanUp(world: World): Promise<readonly Leftover[]> {
  const { gateway } = world;
  const { tracked } = gateway;
  // The server may respond again.
  gateway.tryAgain();
  tracked.kept.clear();
  await cleanUp(world);
  const left = leftoversOf(tracked);
  return [...left, ...(await findStrays(world))];
}
