import {
  type ErrorCode,
  errorObject,
  type FilterTerm,
  JsonApiError,
  type ResourceType,
  type SortField,
} from '@linkage/core';
import type { SourceCall, SourceCondition } from '../source/data-source.ts';
import { idOf } from '../source/record-id.ts';
import { selectionOf } from '../source/selection.ts';
import { ownSlice } from '../source/source-page.ts';
import type { Gate } from './gate.ts';
import { visibleIds } from './judge.ts';
import { isRestricted } from './restrict-linkage.ts';
import { type Scope, termsOf } from './scope.ts';

/** One relationship of a dotted field, and what the caller sees of the type that it leads to. */
interface Step {
  /** The field up to here: `comments.author`. */
  readonly path: string;
  readonly isToMany: boolean;
  readonly target: ResourceType;
  readonly scope: Scope;
}

function refuse(code: ErrorCode, parameter: string, type: ResourceType, field: string): JsonApiError {
  const what = code === 'SORT_NOT_SUPPORTED' ? 'sorted' : 'filtered';
  const detail = `${type.name} cannot be ${what} by "${field}".`;
  return new JsonApiError(errorObject(code, detail, { source: { parameter } }));
}

function refuseFilter(type: ResourceType, { field, operator }: FilterTerm): JsonApiError {
  const parameter = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  return refuse('FILTER_NOT_SUPPORTED', parameter, type, field);
}

/** The relationships of a dotted field; such a field goes through relationships with one target only. */
async function stepsOf(gate: Gate, type: ResourceType, field: string): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const names = field.split('.').slice(0, -1);
  let current = type;
  for (const [index, name] of names.entries()) {
    const relationship = current.relationships.get(name);
    const [target = ''] = relationship?.targets ?? [];
    current = gate.typeOf(target);
    const path = names.slice(0, index + 1).join('.');
    const scope = await gate.scopeOf(target);
    steps.push({ path, isToMany: relationship?.kind === 'to-many', target: current, scope });
  }
  return steps;
}

/** A condition on a relationship, with those ids alone that the caller sees; undefined when none is left. */
async function visibleTerm(
  gate: Gate,
  type: ResourceType,
  term: FilterTerm,
  call: SourceCall,
): Promise<FilterTerm | undefined> {
  const relationship = type.relationships.get(term.field);
  if (relationship === undefined || !(await isRestricted(gate, relationship))) return term;
  const [target = '', ...others] = relationship.targets;
  // The ids do not say of which type they are, so a hidden resource would answer to the id of another.
  if (others.length > 0) throw refuseFilter(type, term);
  const visible = await visibleIds(gate, target, term.values.map(String), call);
  return visible.size === 0 ? undefined : { ...term, values: [...visible] };
}

/** A condition behind a relationship as the ids of the visible resources for which it holds. */
async function resolvedTerm(
  gate: Gate,
  type: ResourceType,
  term: FilterTerm,
  most: number,
  call: SourceCall,
): Promise<FilterTerm | undefined> {
  const [name = '', ...rest] = term.field.split('.');
  const [target = ''] = type.relationships.get(name)?.targets ?? [];
  const filter = [{ ...term, field: rest.join('.') }];
  const page = ownSlice({ offset: 0, limit: most + 1 });
  const query = { filter, sort: [], page, selection: selectionOf(), total: false };
  const found = await gate.sourceOf(target)?.list?.(query, call);
  if (found === undefined || found.records.length > most) throw refuseFilter(type, term);
  if (found.records.length === 0) return undefined;
  return { field: name, operator: 'eq', values: found.records.map((record) => idOf(target, record)) };
}

/** What restricting a filter requires: the caller's scopes, and what the method that receives the filter can apply. */
export interface FilterRestriction {
  readonly gate: Gate;
  /** Whether the method applies conditions to resources of all of these types. */
  readonly canApplyTo: (types: readonly string[]) => boolean;
  readonly call: SourceCall;
}

/** A condition behind relationships, restricted by the conditions on the way; undefined if it can hold for nothing. */
async function restrictedTerm(
  { gate, canApplyTo, call }: FilterRestriction,
  type: ResourceType,
  term: FilterTerm,
  most: number,
): Promise<readonly SourceCondition[] | undefined> {
  const steps = await stepsOf(gate, type, term.field);
  if (steps.some(({ scope }) => scope === 'none')) return undefined;
  const end = steps.at(-1)?.target ?? type;
  const last = end.relationships.get(term.field.slice(term.field.lastIndexOf('.') + 1));
  const restrictedEnd = last !== undefined && (await isRestricted(gate, last)) ? last : undefined;
  if (restrictedEnd === undefined && steps.every(({ scope }) => scope === 'all')) return [term];
  const field = restrictedEnd === undefined ? term.field : `${term.field}.id`;
  if (restrictedEnd === undefined || restrictedEnd.targets.length === 1) {
    const way = await stepsOf(gate, type, field);
    if (way.some(({ scope }) => scope === 'none')) return undefined;
    const restricted = way.filter(({ scope }) => scope !== 'all').map(({ target }) => target.name);
    if (canApplyTo(restricted)) return [{ ...term, field, through: way.map(({ scope }) => termsOf(scope)) }];
  }
  if (steps.length === 0) {
    const own = await visibleTerm(gate, type, term, call);
    return own && [own];
  }
  if (restrictedEnd !== undefined || steps.some(({ isToMany }) => isToMany)) {
    // Each condition looks for a related resource of its own, so it cannot be joined with those of the rule.
    const resolved = await resolvedTerm(gate, type, term, most, call);
    return resolved && [resolved];
  }
  const conditions = steps.flatMap(({ path, scope }) =>
    termsOf(scope).map((condition) => ({ ...condition, field: `${path}.${condition.field}` })),
  );
  return [term, ...conditions];
}

/**
 * The conditions of a request, made such that they look at nothing that the caller may not see; undefined when one of them
 * can hold for nothing then.
 *
 * @throws {JsonApiError} 400 for a condition of which nobody can make sure.
 */
export async function restrictFilter(
  restriction: FilterRestriction,
  type: ResourceType,
  filter: readonly FilterTerm[],
): Promise<readonly SourceCondition[] | undefined> {
  const terms: SourceCondition[] = [];
  // Of all conditions together: each id is a parameter of the source's query, and databases limit these.
  let most = restriction.gate.most;
  for (const term of filter) {
    const restricted = await restrictedTerm(restriction, type, term, most);
    if (restricted === undefined) return undefined;
    for (const it of restricted) if (it.values !== term.values) most = Math.max(most - it.values.length, 0);
    terms.push(...restricted);
  }
  return terms;
}

/**
 * The order of a request, made such that it looks at nothing that the caller may not see.
 *
 * @throws {JsonApiError} 400 for a key behind a relationship to resources of which he sees some.
 */
export async function restrictSort(
  gate: Gate,
  type: ResourceType,
  sort: readonly SortField[],
): Promise<readonly SortField[]> {
  const keys: SortField[] = [];
  for (const key of sort) {
    const scopes = (await stepsOf(gate, type, key.field)).map(({ scope }) => scope);
    // Whoever sees none of the resources on the way sees nulls, which are all alike.
    if (scopes.includes('none')) continue;
    if (scopes.some((scope) => scope !== 'all')) throw refuse('SORT_NOT_SUPPORTED', 'sort', type, key.field);
    keys.push(key);
  }
  return keys;
}
