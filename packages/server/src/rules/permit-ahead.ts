import type { FilterCondition, ResourceType } from '@linkage/core';
import { type Awaitable, andThen, termsIn } from '@linkage/core/internal';
import { compareStored } from '../sources/gateway/known-row.ts';
import { applies, isDecidedBySource } from './applied-conditions.ts';
import { type Permit, permit } from './permitted.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import { ruleAhead } from './rule-ahead.ts';
import { termsOf } from './scope.ts';

/** A write that the rules permit of each resource that matches all conditions. */
export interface PermittedAhead {
  readonly permit: Permit;
  readonly conditions: readonly FilterCondition[];
}

/** Whether a write of attributes can change the result of conditions that the row itself decides. */
function canChange(attributes: object, conditions: readonly FilterCondition[]): boolean {
  // A field that the type does not declare can be another name of one that it declares.
  return termsIn(conditions).some(({ field }) => field.startsWith('@') || Object.hasOwn(attributes, field));
}

/** Whether the caller can read each resource that the relationships of a type contain, so that its linkage is shown as it is. */
function showsLinkage(access: RequestAccess, { relationships }: ResourceType): Awaitable<boolean> {
  const targets = new Set([...relationships.values()].flatMap((it) => it.targets));
  return andThen(Promise.all([...targets].map((it) => access.scopeOf(it))), (scopes) =>
    scopes.every((scope) => scope === 'all'),
  );
}

/**
 * Returns the conditions under which the rules permit an update of these attributes, or a deletion, before the resource is read: those of
 * `read`, which hold after the write, too, and those of the rule. Returns undefined if a rule needs the resource, or if the response could
 * contain something that the caller cannot read.
 *
 * @param attributes Undefined for a deletion.
 */
export async function permitAhead(
  { access, type, source }: GuardedSource,
  attributes: object | undefined,
): Promise<PermittedAhead | undefined> {
  if (access.undecidedOf(type.name).size > 0) return undefined;
  const action = attributes === undefined ? 'delete' : 'update';
  const scopes = [await access.scopeOf(type.name), await ruleAhead(access, type.name, action)];
  if (scopes.some((scope) => scope === undefined || scope === 'none')) return undefined;
  const conditions = Object.freeze(scopes.flatMap((scope) => termsOf(scope ?? 'none')));
  if (attributes !== undefined && (canChange(attributes, conditions) || !(await showsLinkage(access, type))))
    return undefined;
  // Conditions on other rows take more than one statement, and more for a hidden resource than for a missing one.
  const isApplied =
    conditions.length === 0 ||
    (compareStored(source.can.applies[action], type, conditions) &&
      applies(access, source, action, type.name, conditions) &&
      isDecidedBySource(access, type.name, conditions));
  return isApplied ? { permit, conditions } : undefined;
}
