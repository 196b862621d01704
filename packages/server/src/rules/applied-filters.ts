import type { FilterCondition, FilterTerm } from '@linkage/core';
import { attributeAt, oncePer, termsIn } from '@linkage/core/internal';
import { assertConditionsApply, followTypes, unapplied } from '../sources/gateway/assert-conditions-apply.ts';
import type { AnySource } from '../sources/port/any-source.ts';
import type { ConditionalMethod } from '../sources/port/can.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { callWith } from '../sources/port/source-call.ts';
import { type AccessFilter, termsOf } from './access-filter.ts';
import type { GuardedMethod, RequestAccess } from './request-access.ts';

type Decided = Pick<RequestAccess, 'unguardedSourceOf' | 'api'>;

/**
 * Whether a method of a source applies these conditions of a rule to resources of a type: the source declares so with
 * `appliesFilters`.
 */
export function applies(
  { api }: Decided,
  source: AnySource | undefined,
  method: ConditionalMethod,
  type: string,
  conditions: readonly FilterCondition[],
): boolean {
  const declared = source?.can.applies[method];
  if (declared === undefined || !declared.types.has(type)) return false;
  if (unapplied(api, type, declared, conditions) !== undefined) return false;
  // Paths are part of the same statement as groups.
  return termsIn(conditions).every(({ field }) => {
    const { reached } = followTypes(api, type, field);
    return reached.length === 0 || (declared.groups && reached.every((it) => it && declared.types.has(it.name)));
  });
}

/**
 * Whether the source of a type determines which resources match conditions, because its `find` applies them.
 * Otherwise, the server compares the values of the records, on every path, so that all paths return the same resources.
 */
export function isDecidedBySource(access: Decided, type: string, conditions: readonly FilterCondition[]): boolean {
  const source = access.unguardedSourceOf(type);
  if (source === undefined) return false;
  const known = Object.isFrozen(conditions) ? decidedBy(source).get(conditions) : undefined;
  if (known !== undefined) return known;
  const isDecided = applies(access, source, 'find', type, conditions);
  if (Object.isFrozen(conditions)) decidedBy(source).set(conditions, isDecided);
  return isDecided;
}

/** Whether the source of a type applies conditions that several requests have. */
const decidedBy = oncePer((_: AnySource) => new WeakMap<readonly FilterCondition[], boolean>());

/**
 * Whether the server can omit the check of a method's results. This requires that the method applies the conditions of
 * a type, and that `find` of the type's own source does, so that both return the same resources.
 */
export function canApply({ access, source, method }: GuardedMethod, type: string, accessFilter: AccessFilter): boolean {
  const conditions = termsOf(accessFilter);
  return applies(access, source, method, type, conditions) && isDecidedBySource(access, type, conditions);
}

/** Returns a call that passes conditions to a source, or the same call if there are none. */
export function withCallConditions(call: SourceCall, conditions: readonly FilterCondition[]): SourceCall {
  return conditions.length === 0 ? call : callWith(call, { conditions });
}

/**
 * Rejects conditions of a client that a method does not apply, where the method is not called because nothing can match: the same
 * request must not be valid for some users only. Conditions on relationships and paths can be resolved without the method.
 *
 * @throws {JsonApiError} 400 with the parameter of the condition.
 */
export function assertApplicable(
  { access, source, method }: GuardedMethod,
  target: string,
  filter: readonly FilterCondition[],
): void {
  const type = access.typeOf(target);
  const isOwn = ({ field }: FilterTerm): boolean => field === 'id' || attributeAt(type, field) !== undefined;
  const own = filter.filter((condition) => termsIn([condition]).every(isOwn));
  assertConditionsApply(access.api, target, source.can.applies[method], own);
}

/**
 * Checks that a method declares to apply the conditions of a rule. Otherwise it could ignore an operator, and its pages and
 * totals would reveal hidden resources.
 *
 * @throws {TypeError} If it does not declare a condition.
 */
export function assertDeclared(
  { access, type, source, method }: GuardedMethod,
  target: string,
  conditions: readonly FilterCondition[],
): void {
  const found = unapplied(access.api, target, source.can.applies[method], conditions);
  if (found === undefined) return;
  throw new TypeError(
    `\`access.${target}.read\` returned ${found.what.text}, but the source of "${type.name}" does not declare in \`appliesFilters\` that its \`${method}\` applies it.`,
  );
}
