import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import { describeValue } from '@linkage/core/internal';
import type { Linkage } from '@linkage/core/records';
import { resourceNotFound } from '../reading/find-resource.ts';
import { writesOf } from '../rules/permitted.ts';
import { placeOf } from '../sources/gateway/gathered-writes.ts';
import type { Action } from '../sources/port/actions.ts';
import type { Awaitable, SourceCall, SourceRecord } from '../sources/port/data-source.ts';
import type { Accepted } from '../sources/port/source-answers.ts';
import type { Change, GivenTo } from './change.ts';
import type { WritingOperation } from './context.ts';
import { isHarmless } from './run-hooks.ts';

/** Whether a resource in the linkage can have several owners, so that a new link takes it from none. */
function isShared({ request }: WritingOperation, type: ResourceType, relationship: RelationshipDefinition): boolean {
  const { api, sides } = request.server;
  const { name, targets, inverse } = relationship;
  const isToOne = (target: string, other: string | undefined): boolean =>
    other !== undefined && api.types.get(target)?.relationships.get(other)?.kind === 'to-one';
  if (sides.storedIn(type.name, name) === 'related' || targets.some((target) => isToOne(target, inverse))) return false;
  return sides.othersOf(type.name, name).every((side) => !isToOne(side.type, side.relationship));
}

type Input = GivenTo['create'] | GivenTo['update'];

/**
 * Whether a creation or an update can be written together with those of the next operations: its source can write several and declares what
 * it returns, each hook before or after it only reads or creates, and it takes no member from another resource. A result of a resource shows it before
 * the operations after it.
 */
function canWait(change: Change, input: Input): boolean {
  const { operation, source, type, given, hasOwnLinks, hook, sideHooks, action } = change;
  const isCreation = action === 'create';
  if (!(isCreation ? source.can.createsAll : source.can.updatesAll)) return false;
  if (source.job !== undefined || sideHooks?.isEmpty === false) return false;
  if (input !== given || hasOwnLinks || (hook !== undefined && !isHarmless(hook))) return false;
  return takesNone(operation, type, input, isCreation);
}

/** Whether a write takes no member of a relationship from another resource. */
export function takesNone(
  operation: WritingOperation,
  type: ResourceType,
  { relationships }: Pick<Input, 'relationships'>,
  isCreation: boolean,
): boolean {
  return Object.entries(relationships as Readonly<Record<string, Linkage>>).every(([name, linkage]) => {
    const isEmpty = linkage === null || (Array.isArray(linkage) && linkage.length === 0);
    return (isCreation && isEmpty) || isShared(operation, type, type.relationships.get(name) as RelationshipDefinition);
  });
}

/** Calls `create` or `update` of the source; for consecutive operations also `createAll` or `updateAll`, once for several of them. */
export function writeResource(
  change: Change,
  input: Input,
  call: SourceCall,
): Awaitable<SourceRecord | Accepted | null | undefined> {
  const { source, type, permit } = change;
  const writes = writesOf(source, permit);
  const id = change.action === 'update' ? (change.id as string) : undefined;
  const alone = () =>
    id === undefined
      ? writes.create?.(input as GivenTo['create'], call)
      : writes.update?.(id, input as GivenTo['update'], call);
  const place = placeOf(call);
  if (place === undefined || call.conditions !== undefined || !canWait(change, input)) return alone();
  const gathered = place.gathered.write(place, { type: type.name, id, writes, input, call });
  return gathered.then((written) => (written === undefined ? alone() : written));
}

/** The actions that can be one call. */
export type ActionAtOnce = Exclude<Action, 'updateRelationship'>;

/** Whether a write is one of a list that its source can write with one call. If one of them fails, all run again with all steps. */
export function isInList({ call, source }: WritingOperation, action: ActionAtOnce): boolean {
  if (action === 'delete' || placeOf(call) === undefined || source.job !== undefined) return false;
  return action === 'create' ? source.can.createsAll : source.can.updatesAll;
}

/** Writes a resource together with the others of its list. Undefined if all steps must run. */
export function writeInList(
  { name }: ResourceType,
  writes: ReturnType<typeof writesOf>,
  id: string | undefined,
  input: Input,
  call: SourceCall,
): Awaitable<SourceRecord | undefined> {
  const place = placeOf(call);
  if (place === undefined) return undefined;
  place.gathered.hasSkipped = true;
  return place.gathered.write(place, { type: name, id, writes, input, call }).then((record) => record ?? undefined);
}

/**
 * Checks the result of a write: true for success, false for a resource that does not exist.
 *
 * @throws {JsonApiError} 404 for false.
 * @throws {TypeError} For any other value, because it does not show whether something was written.
 */
export function assertWritten(type: ResourceType, method: 'delete' | 'updateRelationship', written: unknown): void {
  if (written === false) throw resourceNotFound(type);
  if (written !== true)
    throw new TypeError(
      `\`${type.name}.${method}\` must return true or false, but it returned ${describeValue(written)}.`,
    );
}
