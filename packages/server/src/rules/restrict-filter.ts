import type { FilterCondition, FilterTerm, RelationshipDefinition, ResourceType } from '@linkage/core';
import { mapTerms, sentLike, termsIn } from '@linkage/core/internal';
import { conditionParts } from '@linkage/core/records';
import type { Applicable } from '../sources/applied-conditions.ts';
import type { SourceCall, SourceCondition } from '../sources/data-source.ts';
import { idOf } from '../sources/record-id.ts';
import { selectionOf } from '../sources/selection.ts';
import { firstMembers } from '../sources/source-page.ts';
import { describeUnstated } from './assert-stated.ts';
import { join, negated, type Restricted } from './join-conditions.ts';
import type { RequestAccess } from './request-access.ts';
import { isRestricted } from './restrict-linkage.ts';
import { orRefuse, refuseFilter, type Step, stepsOf } from './restrict-steps.ts';
import { termsOf } from './scope.ts';
import { visibleIds } from './visible-records.ts';

/** The inputs of a restriction: the caller's scopes, and the conditions that the receiving method can apply. */
export interface FilterRestriction {
  readonly access: RequestAccess;
  /** Whether the method applies the conditions of all of these types. */
  readonly canApplyTo: (types: readonly string[]) => Promise<boolean>;
  /** The operators and groups that the method applies. */
  readonly applicable: Applicable;
  readonly call: SourceCall;
}

/** The number of ids that further conditions can contain: each id is a parameter of the source's query. */
interface Budget {
  left: number;
}

/** Whether a method states to apply the conditions of the rules on a path. */
function isStated({ access, applicable }: FilterRestriction, steps: readonly Step[]): boolean {
  return steps.every(
    ({ scope, target }) => describeUnstated(access.api, applicable, target.name, termsOf(scope)) === undefined,
  );
}

/** Restricts a condition on an own relationship by reading which of its ids are visible. */
async function visibleTerm(
  { access, call, applicable }: FilterRestriction,
  type: ResourceType,
  relationship: RelationshipDefinition,
  term: FilterTerm,
): Promise<Restricted> {
  const [target = '', ...others] = relationship.targets;
  // Ids do not contain their type, so a hidden resource could match the id of a resource of another type. Only the source
  // can say whether a relationship without visible members is empty. Operators that the source does not apply are refused
  // here, because without visible ids the source does not receive the condition.
  if (others.length > 0 || term.values.includes(null) || !applicable.operators.has(term.operator))
    throw refuseFilter(
      type,
      term,
      `The caller cannot read all resources of its target types (see \`read\` of ${relationship.targets.map((it) => `\`access.${it}\``).join(', ')}), and ${
        others.length > 0 ? 'ids do not contain their type' : 'its source does not state that it applies this condition'
      }.`,
    );
  const visible = await visibleIds(access, target, sentLike(term.values, term.values.map(String)), call);
  return visible.size === 0 ? term.operator === 'ne' : { ...term, values: [...visible] };
}

/** Converts a condition on a path to the ids of the visible resources that match it. */
async function resolvedTerm(
  { access, call }: FilterRestriction,
  type: ResourceType,
  term: FilterTerm,
  budget: Budget,
): Promise<Restricted> {
  const [name = '', ...rest] = term.field.split('.');
  const [target = ''] = (type.relationships.get(name) as RelationshipDefinition).targets;
  const filter = [{ ...term, field: rest.join('.') }];
  const page = firstMembers(budget.left + 1);
  const query = { filter, sort: [], page, selection: selectionOf(), total: false };
  const source = access.sourceOf(target);
  const found = await orRefuse(type, term, (async () => source?.list?.(query, call))());
  if (found === undefined)
    throw refuseFilter(
      type,
      term,
      `\`access.${target}.read\` applies, but the source of "${target}" does not have \`list\`.`,
    );
  if (found.records.length > budget.left)
    throw refuseFilter(
      type,
      term,
      `\`access.${target}.read\` applies, and more than \`limits.includedLinkage\` resources of type "${target}" match.`,
    );
  if (found.records.length === 0) return false;
  return { field: name, operator: 'eq', values: found.records.map((record) => idOf(target, record)) };
}

/** Restricts a condition on an own relationship in the source's query: hidden members do not count. */
async function throughTerm(
  restriction: FilterRestriction,
  type: ResourceType,
  term: FilterTerm,
): Promise<Restricted | undefined> {
  const field = `${term.field}.id`;
  const way = await stepsOf(restriction.access, type, field);
  // Without visible members, the relationship is empty.
  if (way.some(({ scope }) => scope === 'none')) return term.values.includes(null) === (term.operator === 'eq');
  const known = term.values.filter((value) => value !== null);
  const ids = sentLike(term.values, known);
  const isPlain = term.operator === 'eq' && ids.length === term.values.length;
  if (!isPlain && (!restriction.applicable.groups || !restriction.applicable.nulls)) return undefined;
  const restricted = way.filter(({ scope }) => scope !== 'all').map(({ target }) => target.name);
  if (!(await restriction.canApplyTo(restricted))) return undefined;
  const through = way.map(({ scope }) => termsOf(scope));
  const any: Restricted = ids.length === 0 ? false : { field, operator: 'eq', values: ids, through };
  const isEmpty: Restricted = { not: { field, operator: 'ne', values: [null], through } };
  const equals = join('or', [any, ids.length === term.values.length ? false : isEmpty]);
  return term.operator === 'ne' ? negated(equals) : equals;
}

async function restrictedTerm(
  restriction: FilterRestriction,
  type: ResourceType,
  term: FilterTerm,
  budget: Budget,
): Promise<Restricted> {
  const { access, canApplyTo } = restriction;
  const steps = await stepsOf(access, type, term.field);
  if (steps.some(({ scope }) => scope === 'none')) return false;
  const end = steps.at(-1)?.target ?? type;
  const last = end.relationships.get(term.field.slice(term.field.lastIndexOf('.') + 1));
  const restrictedEnd = last !== undefined && (await isRestricted(access, last)) ? last : undefined;
  if (restrictedEnd === undefined) {
    if (steps.every(({ scope }) => scope === 'all')) return term; // sabotage: filter-restricted-path-finds
  } else if (steps.length === 0) {
    const isTyped = restrictedEnd.targets.length === 1;
    const through = isTyped ? await throughTerm(restriction, type, term) : undefined;
    return through ?? visibleTerm(restriction, type, restrictedEnd, term);
  }
  const isPlain = term.operator === 'eq' && !term.values.includes(null);
  if (restrictedEnd === undefined || (restrictedEnd.targets.length === 1 && isPlain)) {
    const field = restrictedEnd === undefined ? term.field : `${term.field}.id`;
    const way = await stepsOf(access, type, field);
    if (way.some(({ scope }) => scope === 'none')) return false;
    const restricted = way.filter(({ scope }) => scope !== 'all').map(({ target }) => target.name);
    if (await canApplyTo(restricted)) return { ...term, field, through: way.map(({ scope }) => termsOf(scope)) };
  }
  const conditions = steps.flatMap(({ path, scope }) =>
    termsOf(scope).map((condition) =>
      mapTerms(condition, (it: FilterTerm): FilterCondition => ({ ...it, field: `${path}.${it.field}` })),
    ),
  );
  // Each condition matches any related resource, so it cannot be joined with the conditions of the rule.
  const isApart = restrictedEnd !== undefined || steps.some(({ isToMany }) => isToMany);
  if (isApart || !isStated(restriction, steps)) return resolvedTerm(restriction, type, term, budget);
  return join('and', [term, ...conditions]);
}

async function restrictedCondition(
  restriction: FilterRestriction,
  type: ResourceType,
  condition: FilterCondition,
  budget: Budget,
): Promise<Restricted> {
  const parts = conditionParts(condition);
  if (parts.kind === 'term') {
    const restricted = await restrictedTerm(restriction, type, parts.term, budget);
    if (typeof restricted === 'boolean') return restricted;
    for (const { values } of termsIn([restricted])) {
      if (values !== parts.term.values) budget.left = Math.max(budget.left - values.length, 0);
    }
    return restricted;
  }
  const restricted: Restricted[] = [];
  // One after the other, because they share a budget.
  for (const part of parts.conditions) restricted.push(await restrictedCondition(restriction, type, part, budget)); // sabotage: filter-inside-group-not-restricted
  return parts.kind === 'not' ? negated(restricted[0] as Restricted) : join(parts.kind, restricted);
}

/**
 * Restricts the conditions of a request to resources that the caller can read. Returns undefined if one of them cannot
 * match.
 *
 * @throws {JsonApiError} 400 for a condition that cannot be restricted.
 */
export async function restrictFilter(
  restriction: FilterRestriction,
  type: ResourceType,
  filter: readonly FilterCondition[],
): Promise<readonly SourceCondition[] | undefined> {
  const budget: Budget = { left: restriction.access.most };
  const conditions: SourceCondition[] = [];
  for (const condition of filter) {
    const restricted = await restrictedCondition(restriction, type, condition, budget);
    if (restricted === false) return undefined;
    if (restricted === true) continue;
    const parts = conditionParts(restricted);
    conditions.push(...(parts.kind === 'and' ? parts.conditions : [restricted]));
  }
  return conditions;
}
