import type { Kit } from './kit.ts';
import { createKit } from './kit.ts';
import type { World } from './world.ts';

/** Foreign keys can forbid an order; what cannot be deleted is tried again after the rest. */
const PASSES = 4;

async function isDeleted(kit: Kit, url: string): Promise<boolean> {
  try {
    const { status } = await kit.send('DELETE', url);
    return status < 300 || status === 404 || status === 410;
  } catch {
    return false;
  }
}

async function deleteAll(kit: Kit, urls: readonly string[]): Promise<readonly string[]> {
  let left = urls;
  for (let pass = 0; pass < PASSES && left.length > 0; pass++) {
    const kept: string[] = [];
    for (const url of left) if (!(await isDeleted(kit, url))) kept.push(url);
    if (kept.length === left.length) return kept;
    left = kept;
  }
  return left;
}

/** Deletes what the kit created since the last time, newest first. What cannot be deleted now is kept for the end of the run. */
export async function cleanUp(world: World): Promise<void> {
  const urls = [...world.created].reverse();
  world.created.clear();
  for (const url of await deleteAll(createKit(world), urls)) world.leftovers.add(url);
}

/** Deletes the rest at the end of a run. Returns the URLs that are still there. */
export async function finishCleanUp(world: World): Promise<readonly string[]> {
  await cleanUp(world);
  return deleteAll(createKit(world), [...world.leftovers].reverse());
}
