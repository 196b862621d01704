import type { Api, CreateInput } from '@linkage/core';
import { chosenIdOf, markSent, termsIn } from '@linkage/core/internal';
import type { AnySource } from '../sources/any-source.ts';
import type { SourceCall, SourceRecord } from '../sources/data-source.ts';
import { identifiersOf, type Linkage } from '../sources/linkage-change.ts';
import { withoutLinksToItself } from '../sources/links-to-itself.ts';
import { idOf } from '../sources/record-id.ts';
import { isAccepted } from '../sources/source-answers.ts';
import { changesWithin } from './changes-within.ts';
import { canApply, withCallConditions } from './decided-by-source.ts';
import { inputWithDefaults } from './hidden-defaults.ts';
import { assertAllowed, describeResource, forbidden, hasRule, ruleFor } from './permission.ts';
import { assertDeletable } from './permit-deletion.ts';
import { preparePermits } from './permit-sides.ts';
import { restrictLinkage } from './restrict-linkage.ts';
import { allFieldsOf, termsOf } from './scope.ts';
import { filterVisible, type GuardedSource, hasConditionFields } from './visible-records.ts';

type Method<Name extends keyof AnySource> = NonNullable<AnySource[Name]>;

/**
 * Returns undefined if the caller cannot read the resource. Its record is undefined if neither the scope nor a rule of
 * these actions needs the record. Locks the record until the end of the transaction, so that the write changes the record
 * that the rules receive.
 */
export async function findVisibleRecord(
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
  // With a second statement for resources that exist, a hidden one would take longer than a missing one.
  const isApplied = await canApply(access, source, 'find', [type.name]);
  const terms = termsOf(scope);
  const locking = { ...call, forUpdate: true }; // sabotage: rules-writes-decide-record-not
  const within = isApplied ? withCallConditions(locking, terms) : locking;
  const find = () => (source as Required<AnySource>).find(markSent([id]), allFieldsOf(type), within);
  let found = await find();
  // A statement that waited for the lock has compared related records as they were before it waited.
  if (found.length > 0 && termsIn(terms).some(({ field }) => field.includes('.'))) found = await find();
  const same = found.filter((it) => idOf(type.name, it) === id);
  const [record] = isApplied ? same : await filterVisible(guarded, same, call);
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
  // With conditions, the source has `find`: see `access-control.ts`.
  const records = hasConditionFields(type, terms, written)
    ? [written]
    : await (source as Required<AnySource>).find([id], selection, call);
  const visible = await filterVisible(
    guarded,
    records.filter((it) => idOf(type.name, it) === id),
    call,
  );
  const [shown] = await restrictLinkage(guarded, visible, selection, call);
  if (shown === undefined)
    throw forbidden(
      action,
      `The caller cannot read ${describeResource(type.name, id)} after the write: see \`access.${type.name}.read\`.`,
    );
  return shown as SourceRecord;
}

/**
 * Calls `relate` for every relationship in the resource of a request. Without a rule `relate`, the rule `create` or
 * `update` has just decided on the whole resource.
 */
async function assertRelated(
  { access, type }: GuardedSource,
  relationships: object,
  subject: { readonly id: string | undefined; readonly record: SourceRecord | undefined },
  call: SourceCall,
): Promise<void> {
  if (ruleFor(access, type.name, 'relate') !== 'relate') return;
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
    const input = withoutLinksToItself(whole);
    const id = chosenIdOf(input);
    await assertRelated(guarded, input.relationships, { id, record: undefined }, call);
    if ((await access.scopeOf(type.name)) === 'none')
      throw forbidden(
        'create',
        `The caller cannot read resources of type "${type.name}", so they cannot create one: see \`access.${type.name}.read\`.`,
      );
    const permitSides = await preparePermits(guarded, undefined, input.relationships, call);
    if (id !== undefined) await permitSides?.permit(id);
    // Rules receive the id of the new resource, so they run after its creation, and the write must be undone if they
    // reject it.
    else if (permitSides !== undefined && source.transaction === undefined)
      throw forbidden(
        'create',
        `The other side of a relationship must allow the links, but the source of "${type.name}" cannot undo the creation: it does not have \`transaction\`.`,
      );
    const created = await create(input, call);
    if (id === undefined && permitSides !== undefined) {
      if (isAccepted(created))
        throw forbidden(
          'create',
          'The other side of a relationship must allow the links, but the creation continues in the background.',
        );
      await permitSides.permit(idOf(type.name, created));
    }
    if (isAccepted(created)) return created;
    await permitSides?.assertStillVisible();
    return visibleAfterWrite(guarded, 'create', created, call);
  };
}

/** Returns an `update` that enforces the access rules. */
export function guardUpdate(guarded: GuardedSource, update: Method<'update'>): Method<'update'> {
  const { access, type } = guarded;
  return async (id, changes, call) => {
    const current = await findVisibleRecord(guarded, id, ['update', 'relate'], call);
    if (current === undefined) return null;
    const record = current.record as SourceRecord;
    await assertAllowed(access, type.name, 'update', { id, record, changes, call }); // sabotage: update-does-not-ask-rule
    await assertRelated(guarded, changes.relationships, { id, record }, call); // sabotage: relationship-patch-does-not-ask
    const within = await changesWithin(guarded, id, changes, call);
    const sides = await preparePermits(guarded, id, within.relationships, call);
    await sides?.permit(id);
    const updated = await update(id, within, call);
    if (updated === null || isAccepted(updated)) return updated;
    await sides?.assertStillVisible();
    return visibleAfterWrite(guarded, 'update', updated, call); // sabotage: update-moves-resource-out-sight
  };
}

/** Returns a `delete` that enforces the access rules. */
export function guardDelete(guarded: GuardedSource, remove: Method<'delete'>): Method<'delete'> {
  const { access, type } = guarded;
  return async (id, call) => {
    const current = await findVisibleRecord(guarded, id, ['delete'], call);
    if (current === undefined) return false; // sabotage: delete-hidden-resource-works
    await assertAllowed(access, type.name, 'delete', { id, record: current.record as SourceRecord, call });
    await assertDeletable(guarded, { id, record: current.record }, call);
    return remove(id, call);
  };
}
