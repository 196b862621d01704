import type { RelationshipDefinition } from '@linkage/core';
import type { Linkage } from '@linkage/core/records';
import { writesOf } from '../rules/permitted.ts';
import { placeOf } from '../sources/gateway/gathered-creations.ts';
import type { Awaitable, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import type { Accepted } from '../sources/port/source-answers.ts';
import type { Change, GivenTo } from './change.ts';

/** Whether a resource in the linkage can have several owners, so that a new link takes it from none. */
function isShared({ operation, type }: Change, relationship: RelationshipDefinition): boolean {
  const { api, sides } = operation.request.server;
  const { name, targets, inverse } = relationship;
  const isToOne = (target: string, other: string | undefined): boolean =>
    other !== undefined && api.types.get(target)?.relationships.get(other)?.kind === 'to-one';
  if (sides.storedIn(type.name, name) === 'related' || targets.some((target) => isToOne(target, inverse))) return false;
  return sides.othersOf(type.name, name).every((side) => !isToOne(side.type, side.relationship));
}

/**
 * Whether a creation can be written together with those of the next operations: its source can write several and states what it returns,
 * no hook runs before or after it, and it takes no member from another new resource. A result of a new resource shows it before the
 * operations after it.
 */
function canWait(change: Change<'create'>, input: GivenTo['create']): boolean {
  const { source, type, operation, given, sideHooks } = change;
  if (!source.can.createsAll || source.job !== undefined || sideHooks?.isEmpty === false) return false;
  if (operation.request.server.hooks?.get(type.name)?.create !== undefined || input !== given) return false;
  const linked = Object.entries(input.relationships as Readonly<Record<string, Linkage>>);
  return linked.every(([name, linkage]) => {
    const isEmpty = linkage === null || (Array.isArray(linkage) && linkage.length === 0);
    return isEmpty || isShared(change, type.relationships.get(name) as RelationshipDefinition);
  });
}

/** Calls `create` of the source; for consecutive operations also `createAll`, once for several of them. */
export function create(
  change: Change<'create'>,
  input: GivenTo['create'],
  call: SourceCall,
): Awaitable<SourceRecord | Accepted | undefined> {
  const { source, type, operation, permit } = change;
  const writes = writesOf(source, permit);
  const alone = () => writes.create?.(input, call);
  const place = placeOf(call);
  if (place === undefined || !canWait(change, input)) return alone();
  const { api } = operation.request.server;
  const creation = { api, type: type.name, writes, input, call };
  return place.gathered.create(place, creation).then((written) => written ?? alone());
}
