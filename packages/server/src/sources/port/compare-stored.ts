import type { FilterCondition, ResourceType } from '@linkage/core';
import { termsIn } from '@linkage/core/internal';
import type { Applies } from './can.ts';

/** Whether conditions compare only attributes that the record itself stores, so that only writes of its type change the result. */
export function compareStored(
  { stored }: Pick<Applies, 'stored'>,
  type: ResourceType,
  conditions: readonly FilterCondition[],
): boolean {
  return termsIn(conditions).every(({ field }) => stored.has(field) && !type.relationships.has(field));
}
