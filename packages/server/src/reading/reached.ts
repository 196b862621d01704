import type { ResourceType } from '@linkage/core';
import { isIdentifier, plainReference } from '@linkage/core/internal';
import type { Reference } from '@linkage/core/records';
import type { LoadedRecords } from './loaded-records.ts';

/** The ids of the related resources, by type. */
export type Reached = Map<ResourceType, Set<string>>;

/** The ids of one type. */
export function idsOf(reached: Reached, type: ResourceType): Set<string> {
  let ids = reached.get(type);
  if (ids === undefined) {
    ids = new Set();
    reached.set(type, ids);
  }
  return ids;
}

/** Combines the results of the relationships of a level. */
export function joinReached(all: readonly Reached[]): Reached {
  const [first = new Map(), ...others] = all;
  if (others.length === 0) return first;
  const joined: Reached = new Map();
  for (const reached of all) {
    for (const [type, ids] of reached) {
      const joinedIds = idsOf(joined, type);
      for (const id of ids) joinedIds.add(id);
    }
  }
  return joined;
}

/** Adds resources, and keeps their records. */
export function reachReferences(reached: Reached, references: readonly Reference[], loaded: LoadedRecords): void {
  for (const { type, id, record } of references) {
    if (record !== undefined) loaded.add(type.name, id, record);
    idsOf(reached, type).add(id);
  }
}

function reachMember(target: ResourceType, ids: Set<string>, member: unknown, loaded: LoadedRecords): boolean {
  const id = plainReference(target, member);
  if (id === undefined) return false;
  if (typeof member === 'object' && member !== null && !isIdentifier(member)) loaded.add(target.name, id, member);
  ids.add(id);
  return true;
}

/**
 * Adds the members of a relationship with one target type.
 *
 * @param most The maximum number of members.
 * @returns False if the value needs more checks.
 */
export function reachPlainly(
  ids: Set<string>,
  target: ResourceType,
  kind: 'to-one' | 'to-many',
  value: unknown,
  loaded: LoadedRecords,
  most: number,
): boolean {
  if (kind === 'to-one') {
    if (typeof value === 'string') ids.add(value);
    return (
      typeof value === 'string' || value === null || (value !== undefined && reachMember(target, ids, value, loaded))
    );
  }
  if (!Array.isArray(value) || value.length > most) return false;
  for (let index = 0; index < value.length; index++) {
    if (!reachMember(target, ids, value[index], loaded)) return false;
  }
  return true;
}
