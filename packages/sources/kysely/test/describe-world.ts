import type { Api } from '@linkage/core';
import type { Sources } from '@linkage/server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { databases } from './databases.ts';
import { type MappingWorld, type OpenWorld, openWorld } from './mapping-worlds.ts';
import type { requestsTo } from './requests.ts';

/**
 * Describes a world on every database: its reads, and further tests. Each test begins with the rows of the world.
 *
 * @param tests Defines further tests. `world` is open when they run, and `send` sends requests to a server without options.
 */
export function describeWorld<A extends Api, Created extends Sources<A>>(
  given: MappingWorld<A, Created>,
  title: string,
  tests: (world: OpenWorld<A, Created>, send: ReturnType<typeof requestsTo>) => void,
): void {
  describe.each(databases)('$name', ({ missing, open }) => {
    describe.skipIf(missing !== undefined)(missing ?? title, () => {
      const world = {} as OpenWorld<A, Created>;
      let served: ReturnType<typeof requestsTo>;
      beforeAll(async () => {
        Object.assign(world, await openWorld(given, { open }));
        served = world.serve();
      }, 60_000);
      beforeEach(async () => {
        await world.fill();
        world.failures.length = 0;
        world.statements.length = 0;
      });
      afterAll(() => world.close?.());

      test.each(given.reads)('GET %s: %s', async (url, expected) => {
        const { status, ids } = await served(`GET ${url}`);
        expect(status === 200 ? ids : status).toBe(expected);
        expect(world.failures).toEqual([]);
      });

      tests(world, (...request) => served(...request));
    });
  });
}
