import type { Api } from '@linkage/core';
import type { Sources } from '../src/sources/port/data-source.ts';

/** Returns sources of an API of which a test needs only some: all other types have no URLs. */
export function withRest<A extends Api>(api: A, some: Partial<Sources<A>>): Sources<A> {
  const given = new Map<string, unknown>(Object.entries(some));
  return Object.fromEntries(
    [...given.keys(), ...api.types.keys()].map((type) => [type, given.get(type) ?? {}]),
  ) as never;
}
