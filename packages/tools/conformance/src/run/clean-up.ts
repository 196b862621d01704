import { type Leftover, leftoversOf, noteDeleted, type OwnResource } from '../gateway/ledger.ts';
import { identityOf } from '../json.ts';
import { findStrays } from './find-strays.ts';
import { createKit, type Kit } from './kit.ts';
import type { World } from './world.ts';

/** Foreign keys can forbid an order; what cannot be deleted is tried again after the rest. */
const PASSES = 4;

/** Deletes a resource of the kit at the URL that the server gave. What cannot be deleted is kept with the reason. */
async function remove(kit: Kit, own: OwnResource): Promise<void> {
  const { ledger } = kit.world.gateway;
  try {
    const { status } = await kit.send('DELETE', own.url);
    if (status < 300) return;
    // 404 can be the answer to a foreign key that forbids the deletion.
    const isMissing = (status === 404 || status === 410) && (await kit.get(own.url)).status >= 400;
    if (isMissing) noteDeleted(ledger, own);
    else ledger.kept.set(identityOf(own), `DELETE returned ${status}.`);
  } catch (error) {
    ledger.kept.set(identityOf(own), (error as Error).message);
  }
}

/** Deletes what the kit created since the last time, newest first. What cannot be deleted now is kept for the end of the run. */
export async function cleanUp(world: World): Promise<void> {
  const { ledger } = world.gateway;
  const kit = createKit(world);
  let left = [...ledger.own.values()].reverse().filter((own) => !ledger.kept.has(identityOf(own)));
  for (let pass = 0; pass < PASSES && left.length > 0; pass++) {
    for (const own of left) await remove(kit, own);
    const still = left.filter((own) => ledger.own.has(identityOf(own)));
    if (still.length === left.length) return;
    left = still;
  }
}

/** Deletes the rest at the end of a run. Returns the resources that are still there, and those that may be. */
export async function finishCleanUp(world: World): Promise<readonly Leftover[]> {
  const { gateway } = world;
  const { ledger } = gateway;
  // The server may respond again.
  gateway.tryAgain();
  ledger.kept.clear();
  await cleanUp(world);
  const left = leftoversOf(ledger);
  return [...left, ...(await findStrays(world))];
}
