import type { ResourceIdentifierObject } from '@linkage/core';
import { canSet, termsIn } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import type { LinkageChange, SourceCall, SourceRecord } from '../sources/data-source.ts';
import { listOf, readReferences } from '../sources/read-related.ts';
import { idOf } from '../sources/record-id.ts';
import { selectionOf } from '../sources/selection.ts';
import type { Side } from '../sources/sides.ts';
import { changesOf, describeResource, hasRule, isAllowed, ruleFor, ruleReason } from './permission.ts';
import type { RequestAccess } from './request-access.ts';
import { allFieldsOf, termsOf } from './scope.ts';
import { seenMembers } from './seen-members.ts';
import { filterVisible } from './visible-records.ts';

// Two relationships can contain the same links, such as `articles.author` and `people.articles`. Each is a side of these
// links. A write to one side changes the other side, so the rules of both sides must allow the write.

type Identifiers = readonly ResourceIdentifierObject[];

/** A resource of the other side: its record, and the members of its relationship if they were read. */
export interface Found {
  readonly id: string;
  readonly record: SourceRecord;
  readonly members: Identifiers | undefined;
  /** The members that the caller can read, if a rule `update` decides on a change of them. */
  readonly seen: Identifiers | undefined;
  /** Whether the caller can read the resource, if its record changes with the links, or the links decide on it. */
  readonly isVisible: boolean;
}

/** A change of the linkage of one resource that a write to another resource causes. */
export interface SideChange {
  /** The side of the changed resource. */
  readonly side: Side;
  /** The id of the changed resource. */
  readonly id: string;
  readonly added: Identifiers;
  readonly removed: Identifiers;
}

/** Whether the caller's `read` rule compares a relationship of a type, so that a change of it can hide a resource. */
export async function isInScope(
  access: RequestAccess,
  type: string,
  relationship: string | undefined,
): Promise<boolean> {
  const terms = termsIn(termsOf(await access.scopeOf(type)));
  return relationship !== undefined && terms.some(({ field }) => field.split('.', 1)[0] === relationship);
}

/** Whether a rule or a setting can reject a change of a side. Otherwise, nothing has to be read for it. */
export async function canRefuse(access: RequestAccess, side: Side): Promise<boolean> {
  const { type, relationship, storedIn, isOpen } = side;
  if (isOpen) return false;
  if (await isInScope(access, type, relationship)) return true;
  const { control } = access;
  const mayRefuse = (action: 'update' | 'relate'): boolean =>
    hasRule(access, type, action) || control.absent === 'deny';
  if (relationship !== undefined && (mayRefuse('relate') || isProtected(access, side))) return true;
  return storedIn === 'record' && (mayRefuse('update') || (await access.scopeOf(type)) !== 'all');
}

/**
 * Whether the caller cannot write the field that stores the links, because it is read-only or hidden from the caller.
 */
export function isProtected({ visibleApi }: RequestAccess, { type, relationship, storedIn }: Side): boolean {
  if (relationship === undefined || storedIn === 'related') return false;
  const definition = visibleApi.types.get(type)?.relationships.get(relationship);
  return definition === undefined || !canSet(definition, 'update');
}

/** Whether a relationship has at most one member. */
export function isToOne(access: RequestAccess, { type, relationship }: Side): boolean {
  return relationship !== undefined && access.typeOf(type).relationships.get(relationship)?.kind === 'to-one';
}

/**
 * Reads the resources of a side before the write, with all their fields, and whether the caller can read them. Reads the
 * members of a relationship if it is to-one, or if the records contain it.
 */
export async function findSide(
  access: RequestAccess,
  side: Side,
  ids: readonly string[],
  call: SourceCall,
): Promise<ReadonlyMap<string, Found>> {
  const type = access.typeOf(side.type);
  const source = access.unguardedSourceOf(side.type);
  const lockingCall = { ...call, forUpdate: true };
  const asked = new Set(ids);
  const records = asked.size === 0 ? [] : ((await source?.find?.([...asked], allFieldsOf(type), lockingCall)) ?? []);
  const relationship = side.relationship === undefined ? undefined : type.relationships.get(side.relationship);
  const recordValueOf = (record: object): unknown => relationship && fieldOf(record, relationship.name);
  const withoutMembers = isToOne(access, side) ? records.filter((record) => recordValueOf(record) === undefined) : [];
  const query = { atMost: withoutMembers.length, selection: selectionOf() };
  const related =
    withoutMembers.length === 0
      ? undefined
      : await source?.related?.(
          side.relationship as string,
          withoutMembers.map((record) => idOf(type.name, record)),
          query,
          lockingCall,
        );
  // One check for all resources: the number of source calls must not depend on how many there are.
  const isInRecord = side.storedIn === 'record' && (await canRefuse(access, side));
  const isChecked = isInRecord || (await isInScope(access, side.type, side.relationship));
  const visible = new Set(
    isChecked ? await filterVisible({ access, type, source: source ?? {} }, records, call) : records,
  );
  const seen =
    relationship === undefined || source === undefined || !(await canRefuse(access, side))
      ? undefined
      : await seenMembers({ access, type, source }, relationship, records, side.storedIn === 'record', call);
  const found = new Map<string, Found>();
  for (const record of records) {
    const id = idOf(type.name, record);
    const recordValue = recordValueOf(record);
    const value = recordValue === undefined ? related?.get(id) : recordValue;
    const isKnown = relationship !== undefined && (recordValue !== undefined || related !== undefined);
    const members = isKnown
      ? listOf(readReferences(access.api, type, id, relationship, value)).map((it) => ({
          type: it.type.name,
          id: it.id,
        }))
      : undefined;
    found.set(id, { id, record: record as SourceRecord, members, seen: seen?.get(id), isVisible: visible.has(record) });
  }
  return found;
}

/**
 * Returns the changes of a relationship as a `relate` rule receives them, each with its identifiers: one replacement for
 * to-one, an addition and a removal for to-many.
 */
function linkageChanges(
  access: RequestAccess,
  { side, added, removed }: SideChange,
): readonly [LinkageChange, Identifiers][] {
  if (isToOne(access, side)) return [[{ replace: added.at(0) ?? null }, added]];
  const changes: [LinkageChange, Identifiers][] = [];
  if (added.length > 0) changes.push([{ add: added }, added]);
  if (removed.length > 0) changes.push([{ remove: removed }, removed]);
  return changes;
}

/**
 * Returns the reason why a side does not allow a change, or undefined if it does: by its rules, its `write: false`, and
 * the caller's `read` rule.
 */
export async function sideRefusal(
  access: RequestAccess,
  change: SideChange,
  found: ReadonlyMap<string, Found>,
  call: SourceCall,
): Promise<string | undefined> {
  const { side, id } = change;
  const { type, relationship } = side;
  if (!(await canRefuse(access, side))) return undefined;
  if (isProtected(access, side))
    return `The relationship \`${type}.${relationship}\`, which contains the same links, is read-only for the caller.`;
  const current = found.get(id);
  const because = `The request changes links of ${describeResource(type, id)}`;
  // Rules cannot be called without a record. If the resource does not exist, nothing changes.
  if (current === undefined)
    return access.unguardedSourceOf(type)?.find === undefined
      ? `${because}, but its source does not have \`find\`.`
      : undefined;
  const { record } = current;
  if (side.storedIn === 'record') {
    if (!current.isVisible) return `${because}, which the caller cannot read: see \`access.${type}.read\`.`;
    const all = relationship === undefined ? [undefined] : linkageChanges(access, change).map(([it]) => it);
    for (const one of all) {
      const changes =
        relationship === undefined || one === undefined
          ? { type, id, attributes: {}, relationships: {} }
          : changesOf(type, id, relationship, one, current.seen);
      if (!(await isAllowed(access, type, 'update', { id, record, changes, call })))
        return `${because}. ${ruleReason(access, type, 'update', id)}`;
    }
  }
  // Without a rule `relate`, the rule `update` has just decided.
  const isDecided = side.storedIn === 'record' && ruleFor(access, type, 'relate') !== 'relate';
  if (relationship === undefined || isDecided) return undefined;
  for (const [linkageChange, identifiers] of linkageChanges(access, change)) {
    const subject = { id, record, relationship, change: linkageChange, identifiers, call };
    if (!(await isAllowed(access, type, 'relate', subject, current.seen)))
      return `${because}. ${ruleReason(access, type, 'relate', id)}`;
  }
  return undefined;
}
