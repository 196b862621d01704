import type { FilterCondition, FilterTerm, RelationshipDefinition, ResourceType } from '@linkage/core';
import { andThen, firstMembers, mapTerms, sentLike } from '@linkage/core/internal';
import { unapplied } from '../sources/gateway/assert-conditions-apply.ts';
import type { Awaitable, SourceCall, SourceCondition } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import { termsOf } from './access-filter.ts';
import type { GuardedMethod } from './request-access.ts';
import { orReject, rejectFilter, type Step, stepsOf, throughSteps } from './restrict-steps.ts';
import { visibleIds } from './visible-records.ts';

/** A condition on visible resources, or whether it always matches. */
export type Restricted = SourceCondition | boolean;

/** Joins conditions: true matches always, and false never. */
export function join(kind: 'and' | 'or', conditions: readonly Restricted[]): Restricted {
  const isDecided = kind === 'or';
  if (conditions.includes(isDecided)) return isDecided;
  const open = conditions.filter((it) => typeof it !== 'boolean');
  const [first, ...others] = open;
  if (first === undefined) return !isDecided;
  if (others.length === 0) return first;
  return kind === 'and' ? { and: open } : { or: open };
}

/** Returns the opposite of a condition. */
export function negated(condition: Restricted): Restricted {
  return typeof condition === 'boolean' ? !condition : { not: condition };
}

/** The receiver of the conditions, and the number of ids that they can still contain: each id is a parameter of its query. */
export interface Restriction extends GuardedMethod {
  readonly call: SourceCall;
  left: number;
}

/** A condition on a field whose resources the user can read in part. */
export interface Hidden {
  readonly type: ResourceType;
  readonly term: FilterTerm;
  /** The relationships before the end of the field. */
  readonly steps: readonly Step[];
  /** The relationship at the end, if the user cannot read all of its resources. */
  readonly end: RelationshipDefinition | undefined;
}

/**
 * The first way: the source applies the conditions of the rules behind each relationship. A condition on a relationship itself compares
 * the ids behind it: hidden members do not count, and without visible members, it is empty.
 */
export function throughSource(
  restriction: Restriction,
  { type, term, end }: Hidden,
): Awaitable<Restricted | undefined> {
  const { field, operator, values } = term;
  const isPlain = end === undefined || (operator === 'eq' && !values.includes(null));
  if (end !== undefined && (end.targets.length > 1 || (!isPlain && field.includes('.')))) return undefined;
  const path = end === undefined ? field : `${field}.id`;
  return andThen(stepsOf(restriction.access, type, path), (way) => throughWay(restriction, term, isPlain, path, way));
}

function throughWay(
  restriction: Restriction,
  term: FilterTerm,
  isPlain: boolean,
  path: string,
  way: readonly Step[],
): Restricted | undefined {
  const { operator, values } = term;
  if (way.some(({ filter: it }) => it === 'none')) return values.includes(null) === (operator === 'eq');
  const { groups, nulls } = restriction.source.can.applies[restriction.method];
  if (!isPlain && !(groups && nulls)) return undefined;
  const through = throughSteps(restriction, way);
  if (through === undefined) return undefined;
  if (isPlain) return { ...term, field: path, through };
  const ids = sentLike(
    values,
    values.filter((value) => value !== null),
  );
  const any: Restricted = ids.length > 0 && { field: path, operator: 'eq', values: ids, through };
  const isEmpty: Restricted = values.includes(null) && {
    not: { field: path, operator: 'ne', values: [null], through },
  };
  const equals = join('or', [any, isEmpty]);
  return operator === 'ne' ? negated(equals) : equals;
}

/** The second way: the conditions of the rules on the same to-one path, which reaches one resource. */
export function joinedOnPath(
  { access, source, method }: Restriction,
  { term, steps, end }: Hidden,
): Restricted | undefined {
  const applies = source.can.applies[method];
  const isDeclared = ({ filter, target }: Step): boolean =>
    unapplied(access.api, target.name, applies, termsOf(filter)) === undefined;
  // Each condition on a to-many path matches any related resource, so it cannot be joined with the conditions of the rule.
  if (end !== undefined || !steps.every((step) => !step.isToMany && isDeclared(step))) return undefined;
  const conditions = steps.flatMap(({ path, filter }) =>
    termsOf(filter).map((condition) =>
      mapTerms(condition, (it: FilterTerm): FilterCondition => ({ ...it, field: `${path}.${it.field}` })),
    ),
  );
  return join('and', [term, ...conditions]);
}

/** The third way, for a condition on a relationship itself: the visible ones of its ids. */
export function visibleTerm(
  { access, source, method, call }: Restriction,
  { type, term, end }: Hidden,
): Awaitable<Restricted> {
  const { targets } = end as RelationshipDefinition;
  const [target = '', ...others] = targets;
  // Ids do not contain their type, so a hidden resource could match the id of a resource of another type. Only the source
  // can say whether a relationship without visible members is empty. Operators that the source does not apply are rejected
  // here, because without visible ids the source does not receive the condition.
  if (others.length > 0 || term.values.includes(null) || !source.can.applies[method].operators.has(term.operator))
    throw rejectFilter(
      type,
      term,
      `The user cannot read all resources of its target types (see \`read\` of ${targets.map((it) => `\`access.${it}\``).join(', ')}), and ${
        others.length > 0
          ? 'ids do not contain their type'
          : 'its source does not declare that it applies this condition'
      }.`,
    );
  const ids = sentLike(term.values, term.values.map(String));
  return andThen(visibleIds(access, target, ids, call), (visible) =>
    visible.size === 0 ? term.operator === 'ne' : { ...term, values: [...visible] },
  );
}

/** The third way, for a path: the ids of the visible resources that match it. */
export function resolvedTerm({ access, call, left }: Restriction, { type, term }: Hidden): Awaitable<Restricted> {
  const [name = '', ...rest] = term.field.split('.');
  const [target = ''] = (type.relationships.get(name) as RelationshipDefinition).targets;
  const filter = [{ ...term, field: rest.join('.') }];
  const page = firstMembers(left + 1);
  const query = { filter, sort: [], page, selection: selectionOf(), total: false };
  const source = access.sourceOf(target);
  return andThen(
    orReject(type, term, () => source?.list?.(query, call)),
    (found) => {
      if (found === undefined)
        throw rejectFilter(
          type,
          term,
          `\`access.${target}.read\` applies, but the source of "${target}" does not have \`list\`.`,
        );
      if (found.records.length > left)
        throw rejectFilter(
          type,
          term,
          `\`access.${target}.read\` applies, and more than \`limits.includedLinkage\` resources of type "${target}" match.`,
        );
      if (found.records.length === 0) return false;
      return { field: name, operator: 'eq', values: found.records.map((record) => idOf(target, record)) };
    },
  );
}
