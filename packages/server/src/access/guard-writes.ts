import type { Api, CreateInput, ResourceIdentifierObject } from '@linkage/core';
import { setOwn, termsIn } from '@linkage/core/internal';
import { byType } from '../internal/by-type.ts';
import type { AnySource } from '../source/any-source.ts';
import type { LinkageChange, SourceCall, SourceRecord } from '../source/data-source.ts';
import { identifiersInChange, identifiersOf, isAddition, isRemoval, type Linkage } from '../source/linkage-change.ts';
import { withoutOwnLinks } from '../source/own-links.ts';
import { idOf } from '../source/record-id.ts';
import { isAccepted } from '../source/source-answers.ts';
import { inputWithDefaults } from './hidden-defaults.ts';
import { assertAllowed, forbidden, hasRule } from './permission.ts';
import { assertDeletable } from './permit-deletion.ts';
import { preparePermit, preparePermits } from './permit-sides.ts';
import { preserveHiddenMembers } from './preserve-hidden-members.ts';
import { restrictLinkage } from './restrict-linkage.ts';
import { allFieldsOf, termsOf } from './scope.ts';
import { filterVisible, type GuardedSource, hasConditionFields, visibleIds } from './visible-records.ts';

type Method<Name extends keyof AnySource> = NonNullable<AnySource[Name]>;
type Changes = Parameters<Method<'update'>>[1];

/**
 * Returns undefined if the caller cannot read the resource. Its record is undefined if neither the scope nor a rule of
 * these actions needs the record.
 */
async function findVisibleRecord(
  guarded: GuardedSource,
  id: string,
  actions: readonly ('update' | 'delete' | 'relate')[],
  call: SourceCall,
): Promise<{ readonly record: SourceRecord | undefined } | undefined> {
  const { access, type, source } = guarded;
  const scope = await access.scopeOf(type.name);
  if (scope === 'none') return undefined;
  const isNeeded = scope !== 'all' || actions.some((action) => hasRule(access, type.name, action));
  if (!isNeeded || source.find === undefined) return { record: undefined };
  const found = await source.find([id], allFieldsOf(type), call);
  const same = found.filter((it) => idOf(type.name, it) === id);
  const [record] = await filterVisible(guarded, same, call);
  return record === undefined ? undefined : { record };
}

/**
 * Returns the record of a write, with only the fields that the caller can read.
 *
 * @throws {JsonApiError} 403 if the caller cannot read the resource. If its source has transactions, the write is
 * rolled back.
 */
async function visibleAfterWrite(
  guarded: GuardedSource,
  action: 'create' | 'update',
  written: SourceRecord,
  call: SourceCall,
): Promise<SourceRecord> {
  const { access, type, source } = guarded;
  const terms = termsOf(await access.scopeOf(type.name));
  const id = idOf(type.name, written);
  const selection = allFieldsOf(type);
  const records = hasConditionFields(type, terms, written)
    ? [written]
    : ((await source.find?.([id], selection, call)) ?? []);
  const visible = await filterVisible(
    guarded,
    records.filter((it) => idOf(type.name, it) === id),
    call,
  );
  const [shown] = await restrictLinkage(guarded, visible, selection, call);
  if (shown === undefined) throw forbidden(action);
  return shown as SourceRecord;
}

/** Calls `relate` for every relationship in the resource of a request. */
async function assertRelated(
  { access, type }: GuardedSource,
  relationships: object,
  subject: { readonly id: string | undefined; readonly record: SourceRecord | undefined },
  call: SourceCall,
): Promise<void> {
  for (const [relationship, linkage] of Object.entries(relationships) as [string, Linkage][]) {
    const change = { replace: linkage };
    const about = { ...subject, relationship, change, identifiers: identifiersOf(linkage), call };
    await assertAllowed(access, type.name, 'relate', about, `/data/relationships/${relationship}`);
  }
}

/** Returns a `create` that enforces the access rules. */
export function guardCreate(guarded: GuardedSource, create: Method<'create'>): Method<'create'> {
  const { access, type, source } = guarded;
  return async (given, call) => {
    const whole = await inputWithDefaults(access, type, given as CreateInput<Api, string>);
    await assertAllowed(access, type.name, 'create', { input: whole, call });
    const input = withoutOwnLinks(whole);
    await assertRelated(guarded, input.relationships, { id: input.id, record: undefined }, call);
    if ((await access.scopeOf(type.name)) === 'none') throw forbidden('create');
    const permitSides = await preparePermits(guarded, undefined, input.relationships, call);
    if (input.id !== undefined) await permitSides?.(input.id);
    // Rules receive the id of the new resource, so they run after its creation, and the write must be undone if they
    // reject it.
    else if (permitSides !== undefined && source.transaction === undefined) throw forbidden('create');
    const created = await create(input, call);
    if (input.id === undefined && permitSides !== undefined) {
      if (isAccepted(created)) throw forbidden('create');
      await permitSides(idOf(type.name, created));
    }
    return isAccepted(created) ? created : visibleAfterWrite(guarded, 'create', created, call);
  };
}

/** Returns an `update` that enforces the access rules. */
export function guardUpdate(guarded: GuardedSource, update: Method<'update'>): Method<'update'> {
  const { access, type } = guarded;
  return async (id, changes, call) => {
    const current = await findVisibleRecord(guarded, id, ['update', 'relate'], call);
    if (current === undefined) return null;
    const record = current.record as SourceRecord;
    await assertAllowed(access, type.name, 'update', { id, record, changes, call });
    await assertRelated(guarded, changes.relationships, { id, record }, call);
    const within = await changesWithin(guarded, id, changes, call);
    await (await preparePermits(guarded, id, within.relationships, call))?.(id);
    const updated = await update(id, within, call);
    return updated === null || isAccepted(updated) ? updated : visibleAfterWrite(guarded, 'update', updated, call);
  };
}

/** Returns a `delete` that enforces the access rules. */
export function guardDelete(guarded: GuardedSource, remove: Method<'delete'>): Method<'delete'> {
  const { access, type } = guarded;
  return async (id, call) => {
    const current = await findVisibleRecord(guarded, id, ['delete'], call);
    if (current === undefined) return false;
    await assertAllowed(access, type.name, 'delete', { id, record: current.record as SourceRecord, call });
    await assertDeletable(guarded, id, call);
    return remove(id, call);
  };
}

/** Returns the identifiers of resources that the caller can read. The caller cannot remove other members. */
async function visibleIdentifiers(
  { access }: GuardedSource,
  identifiers: readonly ResourceIdentifierObject[],
  call: SourceCall,
): Promise<readonly ResourceIdentifierObject[]> {
  const visible = new Map<string, ReadonlySet<string>>();
  for (const [type, ofType] of byType(identifiers, (it) => it.type)) {
    visible.set(
      type,
      await visibleIds(
        access,
        type,
        ofType.map(({ id }) => id),
        call,
      ),
    );
  }
  return identifiers.filter(({ type, id }) => visible.get(type)?.has(id) === true);
}

/** Returns a change of a relationship that neither removes nor replaces members that the caller cannot read. */
async function changeWithin(
  guarded: GuardedSource,
  id: string,
  relationship: string,
  change: LinkageChange,
  call: SourceCall,
): Promise<LinkageChange> {
  if (isRemoval(change)) return { remove: await visibleIdentifiers(guarded, change.remove, call) };
  return isAddition(change)
    ? change
    : { replace: await preserveHiddenMembers(guarded, id, relationship, change.replace, call) };
}

/** Returns the changes of a resource. Its to-many relationships keep the members that the caller cannot read. */
async function changesWithin(guarded: GuardedSource, id: string, changes: Changes, call: SourceCall): Promise<Changes> {
  const relationships: Record<string, Linkage> = {};
  for (const [name, linkage] of Object.entries(changes.relationships) as [string, Linkage][]) {
    setOwn(relationships, name, await preserveHiddenMembers(guarded, id, name, linkage, call));
  }
  return { ...changes, relationships };
}

/** Returns a `relate` that enforces the access rules. */
export function guardRelate(guarded: GuardedSource, relate: Method<'relate'>): Method<'relate'> {
  const { access, type } = guarded;
  return async (id, relationship, change, call) => {
    const current = await findVisibleRecord(guarded, id, ['relate'], call);
    if (current === undefined) return false;
    const { record } = current;
    const about = { id, record, relationship, change, identifiers: identifiersInChange(change), call };
    await assertAllowed(access, type.name, 'relate', about);
    const within = await changeWithin(guarded, id, relationship, change, call);
    await (await preparePermit(guarded, id, relationship, within, call))?.(id);
    const done = await relate(id, relationship, within, call);
    const isInConditions = termsIn(termsOf(await access.scopeOf(type.name))).some(
      ({ field }) => field.split('.', 1)[0] === relationship,
    );
    if (done === true && isInConditions && (await findVisibleRecord(guarded, id, [], call)) === undefined)
      throw forbidden('relate');
    return done;
  };
}
