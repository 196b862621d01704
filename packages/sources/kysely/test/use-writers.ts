import { afterAll, beforeAll, beforeEach } from 'vitest';
import { openWriters, type WritersPlace } from './writers-world.ts';

/** Opens the sources of a place for the tests of a block, and resets their records before each test. */
export function useWriters(name: WritersPlace['name']): { readonly place: WritersPlace } {
  let place: WritersPlace | undefined;
  beforeAll(async () => {
    place = await openWriters(name);
  });
  beforeEach(() => place?.reset());
  afterAll(() => place?.close());
  return {
    get place() {
      return place as WritersPlace;
    },
  };
}
