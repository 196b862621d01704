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

/** Deletes what the kit created, newest first. Returns the URLs that are still there. */
export async function cleanUp(world: World): Promise<readonly string[]> {
  const kit = createKit(world);
  let left = [...world.created].reverse();
  for (let pass = 0; pass < PASSES && left.length > 0; pass++) {
    const kept: string[] = [];
    for (const url of left) if (!(await isDeleted(kit, url))) kept.push(url);
    if (kept.length === left.length) return kept;
    left = kept;
  }
  return left;
}
