import type { FilterCondition, ResourceType } from '@linkage/core';
import { type Awaitable, andThen, termsIn, together } from '@linkage/core/internal';
import type { Action } from '../sources/port/actions.ts';
import { compareStored } from '../sources/port/compare-stored.ts';
import { applies, isDecidedBySource } from './applied-conditions.ts';
import { type Permit, permit } from './permitted.ts';
import type { GuardedSource, RequestAccess } from './request-access.ts';
import { ruleAhead } from './rule-ahead.ts';
import { type Scope, termsOf } from './scope.ts';

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
  const reading = together(targets, (it) => access.scopeOf(it));
  return andThen(reading, (scopes) => scopes.every((scope) => scope === 'all'));
}

/** Returns what the caller can read of a type, then what the rule of an action allows. */
function scopesAhead(
  access: RequestAccess,
  type: string,
  action: Exclude<Action, 'relate'>,
): Awaitable<readonly (Scope | undefined)[]> {
  return andThen(access.scopeOf(type), (scope) => andThen(ruleAhead(access, type, action), (rule) => [scope, rule]));
}

/**
 * Returns the permit of a new resource without links if the caller alone decides, and can read all that the response shows. Otherwise
 * returns undefined.
 */
export function permitNewAhead({ access, type }: GuardedSource): Awaitable<Permit | undefined> {
  // A hidden attribute takes its default from its schema, and conditions of `fields` need the record.
  const isHidden = access.visibleApi.types.get(type.name)?.attributes.size !== type.attributes.size;
  if (isHidden || access.undecidedOf(type.name).size > 0) return undefined;
  return andThen(scopesAhead(access, type.name, 'create'), (scopes) => {
    if (scopes.some((scope) => scope !== 'all')) return undefined;
    return andThen(showsLinkage(access, type), (isShown) => (isShown ? permit : undefined));
  });
}

/**
 * Returns the conditions under which the rules permit an update of these attributes, or a deletion, before the resource is read: those of
 * `read`, which hold after the write, too, and those of the rule. Returns undefined if a rule needs the resource, or if the response could
 * contain something that the caller cannot read.
 *
 * @param attributes Undefined for a deletion.
 */
export function permitAhead(
  { access, type, source }: GuardedSource,
  attributes: object | undefined,
): Awaitable<PermittedAhead | undefined> {
  if (access.undecidedOf(type.name).size > 0) return undefined;
  const action = attributes === undefined ? 'delete' : 'update';
  return andThen(scopesAhead(access, type.name, action), (scopes) => {
    if (scopes.some((scope) => scope === undefined || scope === 'none')) return undefined;
    const conditions = Object.freeze(scopes.flatMap((scope) => termsOf(scope ?? 'none')));
    // Conditions on other rows take more than one statement, and more for a hidden resource than for a missing one.
    const isApplied =
      conditions.length === 0 ||
      (compareStored(source.can.applies[action], type, conditions) &&
        applies(access, source, action, type.name, conditions) &&
        isDecidedBySource(access, type.name, conditions));
    if (!isApplied) return undefined;
    if (attributes === undefined) return { permit, conditions };
    if (canChange(attributes, conditions)) return undefined;
    return andThen(showsLinkage(access, type), (isShown) => (isShown ? { permit, conditions } : undefined));
  });
}
