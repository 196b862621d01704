import { createKit } from './kit.ts';
import type { World } from './world.ts';

/** Deletes what the kit created, newest first. Returns the URLs that are still there. */
export async function cleanUp(world: World): Promise<readonly string[]> {
  const kit = createKit(world);
  const leftovers: string[] = [];
  for (const url of [...world.created].reverse()) {
    try {
      const { status } = await kit.send('DELETE', url);
      if (status >= 300 && status !== 404 && status !== 410) leftovers.push(url);
    } catch {
      leftovers.push(url);
    }
  }
  return leftovers;
}
