import { identityOf } from '@linkage/core/records';
import type { AnySource } from '../sources/any-source.ts';
import type { LinkageChange, SourceCall, SourceRecord } from '../sources/data-source.ts';
import { identifiersInChange, isReplacement } from '../sources/linkage-change.ts';
import { isCreating } from '../sources/links-to-itself.ts';
import { changeWithin } from './changes-within.ts';
import { findVisibleRecord } from './guard-writes.ts';
import { isInScope } from './other-sides.ts';
import { assertAllowed, describeResource, forbidden, ruleFor } from './permission.ts';
import { type PermitSides, preparePermit } from './permit-sides.ts';
import { seenMembers } from './seen-members.ts';
import type { GuardedSource } from './visible-records.ts';

type Relate = NonNullable<AnySource['relate']>;

/** Checks that the rules of the resource itself allow the change of a relationship. */
async function assertRelateRule(
  guarded: GuardedSource,
  id: string,
  record: SourceRecord | undefined,
  name: string,
  change: LinkageChange,
  call: SourceCall,
): Promise<void> {
  const { access, type } = guarded;
  // The rule `create` has decided on the whole resource.
  if (isCreating(call) && ruleFor(access, type.name, 'relate') !== 'relate') return;
  const relationship = type.relationships.get(name);
  const isKnown = isReplacement(change) || record === undefined || relationship === undefined;
  const members = isKnown ? undefined : (await seenMembers(guarded, relationship, [record], false, call)).get(id);
  const about = { id, record, relationship: name, change, identifiers: identifiersInChange(change), call };
  await assertAllowed(access, type.name, 'relate', about, undefined, members);
}

/** Prepares the check of the other sides. A new resource is not another side of its own links: `create` has decided on it. */
function preparePermitOf(
  guarded: GuardedSource,
  id: string,
  name: string,
  change: LinkageChange,
  call: SourceCall,
): Promise<PermitSides | undefined> {
  if (!isCreating(call)) return preparePermit(guarded, id, name, change, call);
  const itself = identityOf(guarded.type.name, id);
  const others = identifiersInChange(change).filter((it) => identityOf(it.type, it.id) !== itself);
  return preparePermit(guarded, undefined, name, { replace: others }, call);
}

/** Returns a `relate` that enforces the access rules. */
export function guardRelate(guarded: GuardedSource, relate: Relate): Relate {
  const { access, type } = guarded;
  return async (id, relationship, change, call) => {
    const current = await findVisibleRecord(guarded, id, ['relate'], call);
    if (current === undefined) return false;
    await assertRelateRule(guarded, id, current.record, relationship, change, call);
    const within = await changeWithin(guarded, id, relationship, change, call);
    const sides = await preparePermitOf(guarded, id, relationship, within, call);
    await sides?.permit(id);
    const done = await relate(id, relationship, within, call);
    if (done !== true) return done;
    await sides?.assertStillVisible();
    if (
      (await isInScope(access, type.name, relationship)) &&
      (await findVisibleRecord(guarded, id, [], call)) === undefined
    )
      throw forbidden(
        'relate',
        `The caller cannot read ${describeResource(type.name, id)} after the change: see \`access.${type.name}.read\`.`,
      );
    return done;
  };
}
