import type { Api, FilterCondition } from '@linkage/core';
import { ready, type Steps } from '@linkage/core/internal';
import type { SourceCall } from '../sources/port/data-source.ts';
import type { LinkedFrom } from './access-rules.ts';
import { matchingIds } from './matching-records.ts';
import type { RequestAccess } from './request-access.ts';

const everything: readonly FilterCondition[] = Object.freeze([]);

/**
 * Returns the ids that a write can link although the user cannot read their resources, by the rule `link` of their type. Only whether a
 * resource matches the rule follows from the result: one that does not match looks like a missing one.
 *
 * @param from The relationship of which the write contains the ids.
 * @param ids The ids of resources that the user cannot read or that do not exist, as the client sent them.
 */
export function* linkableIds(
  access: RequestAccess,
  type: string,
  from: LinkedFrom<Api>,
  ids: readonly string[],
  call: SourceCall,
): Steps<ReadonlySet<string>> {
  const filter = yield* ready(access.linkFilterOf(type, from));
  if (filter === 'none') return new Set();
  return yield* ready(matchingIds(access, access.typeOf(type), ids, filter === 'all' ? everything : filter, call));
}
