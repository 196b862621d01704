import type { ResourceType } from '@linkage/core';
import type { AnySource } from '../sources/port/any-source.ts';
import { guardFind, guardList, guardStream, guardUnited } from './guard-reads.ts';
import { guardRelated } from './guard-related.ts';
import { type VisibleSource, visibleSource } from './permitted.ts';
import { versionAsSeen } from './version-as-seen.ts';

/** Stands for the writes of a source: they run in the steps of `writing/write-steps.ts`, which ask the rules. */
function outsideOfSteps(): never {
  throw new TypeError('A write of a request must run in the steps of a write, which ask the access rules.');
}

/**
 * Returns a source that enforces the access rules of the user, for reads. It has the same methods, as own members, undefined if the source lacks them, so the rest of the server uses
 * it like any other source and does not know the rules.
 */
export function guardSource(type: ResourceType, seen: ResourceType, source: AnySource): VisibleSource {
  const { create, update, delete: remove, updateRelationship } = source;
  const visible = Object.freeze({
    can: source.can,
    transactionGroup: source.transactionGroup,
    loadsIncludes: source.loadsIncludes,
    filterOperators: source.filterOperators,
    list: source.list && guardList(type, source),
    stream: source.stream && guardStream(type, source),
    find: source.find && guardFind(type, source),
    united: source.united && { ...source.united, page: guardUnited(source) },
    related: source.related && guardRelated(type, source),
    create: create && outsideOfSteps,
    update: update && outsideOfSteps,
    delete: remove && outsideOfSteps,
    updateRelationship: updateRelationship && outsideOfSteps,
    ...versionAsSeen(type, seen, source),
    job: source.job,
    transaction: source.transaction,
  } as AnySource);
  return visibleSource(visible);
}
