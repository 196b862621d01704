import type { ResourceType } from './api.ts';

/** Returns the names of the attributes that records contain: all but the computed ones. */
export function storedAttributes({ attributes }: ResourceType): readonly string[] {
  return [...attributes.values()].filter(({ compute }) => compute === undefined).map(({ name }) => name);
}
