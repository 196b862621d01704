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
import type { RequestAccess } from './request-access.ts';
import { isRestricted } from './restrict-linkage.ts';
import { type Scope, termsOf } from './scope.ts';
import { visibleIds } from './visible-records.ts';

/** One relationship of a dotted field, and the scope of the caller for its target type. */
interface Step {
  /** The field up to this step: `comments.author`. */
  readonly path: string;
  readonly isToMany: boolean;
  readonly target: ResourceType;
  readonly scope: Scope;
}

function refuse(code: ErrorCode, parameter: string, type: ResourceType, field: string): JsonApiError {
  const what = code === 'SORT_NOT_SUPPORTED' ? 'sorted' : 'filtered';
  const detail = `Type "${type.name}" cannot be ${what} by "${field}".`;
  return new JsonApiError(errorObject(code, detail, { source: { parameter } }));
}

function refuseFilter(type: ResourceType, { field, operator }: FilterTerm): JsonApiError {
  const parameter = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  return refuse('FILTER_NOT_SUPPORTED', parameter, type, field);
}

/** Returns the relationships of a dotted field. Such a field contains only relationships with one target type. */
async function stepsOf(access: RequestAccess, type: ResourceType, field: string): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const names = field.split('.').slice(0, -1);
  let current = type;
  for (const [index, name] of names.entries()) {
    const relationship = current.relationships.get(name);
    const [target = ''] = relationship?.targets ?? [];
    current = access.typeOf(target);
    const path = names.slice(0, index + 1).join('.');
    const scope = await access.scopeOf(target);
    steps.push({ path, isToMany: relationship?.kind === 'to-many', target: current, scope });
  }
  return steps;
}

/** Returns a condition on a relationship with only the ids that the caller can read, or undefined if there are none. */
async function visibleTerm(
  access: RequestAccess,
  type: ResourceType,
  term: FilterTerm,
  call: SourceCall,
): Promise<FilterTerm | undefined> {
  const relationship = type.relationships.get(term.field);
  if (relationship === undefined || !(await isRestricted(access, relationship))) return term;
  const [target = '', ...others] = relationship.targets;
  // Ids do not contain their type, so a hidden resource could match the id of a resource of another type.
  if (others.length > 0) throw refuseFilter(type, term);
  const visible = await visibleIds(access, target, term.values.map(String), call);
  return visible.size === 0 ? undefined : { ...term, values: [...visible] };
}

/** Converts a condition on a path to the ids of the visible resources that match it. */
async function resolvedTerm(
  access: RequestAccess,
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
  const found = await access.sourceOf(target)?.list?.(query, call);
  if (found === undefined || found.records.length > most) throw refuseFilter(type, term);
  if (found.records.length === 0) return undefined;
  return { field: name, operator: 'eq', values: found.records.map((record) => idOf(target, record)) };
}

/** The inputs of a restriction: the caller's scopes, and the conditions that the receiving method can apply. */
export interface FilterRestriction {
  readonly access: RequestAccess;
  /** Whether the method applies conditions to resources of all of these types. */
  readonly canApplyTo: (types: readonly string[]) => boolean;
  readonly call: SourceCall;
}

/** Restricts a condition on a path with the conditions on its steps. Returns undefined if it cannot match. */
async function restrictedTerm(
  { access, canApplyTo, call }: FilterRestriction,
  type: ResourceType,
  term: FilterTerm,
  most: number,
): Promise<readonly SourceCondition[] | undefined> {
  const steps = await stepsOf(access, type, term.field);
  if (steps.some(({ scope }) => scope === 'none')) return undefined;
  const end = steps.at(-1)?.target ?? type;
  const last = end.relationships.get(term.field.slice(term.field.lastIndexOf('.') + 1));
  const restrictedEnd = last !== undefined && (await isRestricted(access, last)) ? last : undefined;
  if (restrictedEnd === undefined && steps.every(({ scope }) => scope === 'all')) return [term];
  const field = restrictedEnd === undefined ? term.field : `${term.field}.id`;
  if (restrictedEnd === undefined || restrictedEnd.targets.length === 1) {
    const way = await stepsOf(access, type, field);
    if (way.some(({ scope }) => scope === 'none')) return undefined;
    const restricted = way.filter(({ scope }) => scope !== 'all').map(({ target }) => target.name);
    if (canApplyTo(restricted)) return [{ ...term, field, through: way.map(({ scope }) => termsOf(scope)) }];
  }
  if (steps.length === 0) {
    const own = await visibleTerm(access, type, term, call);
    return own && [own];
  }
  if (restrictedEnd !== undefined || steps.some(({ isToMany }) => isToMany)) {
    // Each condition matches any related resource, so it cannot be joined with the conditions of the rule.
    const resolved = await resolvedTerm(access, type, term, most, call);
    return resolved && [resolved];
  }
  const conditions = steps.flatMap(({ path, scope }) =>
    termsOf(scope).map((condition) => ({ ...condition, field: `${path}.${condition.field}` })),
  );
  return [term, ...conditions];
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
  filter: readonly FilterTerm[],
): Promise<readonly SourceCondition[] | undefined> {
  const terms: SourceCondition[] = [];
  // The limit for all conditions together: each id is a parameter of the source's query, and databases limit
  // parameters.
  let most = restriction.access.most;
  for (const term of filter) {
    const restricted = await restrictedTerm(restriction, type, term, most);
    if (restricted === undefined) return undefined;
    for (const it of restricted) if (it.values !== term.values) most = Math.max(most - it.values.length, 0);
    terms.push(...restricted);
  }
  return terms;
}

/**
 * Restricts the sort order of a request to resources that the caller can read.
 *
 * @throws {JsonApiError} 400 for a field on a path to resources of which the caller can read only some.
 */
export async function restrictSort(
  access: RequestAccess,
  type: ResourceType,
  sort: readonly SortField[],
): Promise<readonly SortField[]> {
  const keys: SortField[] = [];
  for (const key of sort) {
    const scopes = (await stepsOf(access, type, key.field)).map(({ scope }) => scope);
    // A caller who cannot read any of the resources on the path sees only nulls, which are equal.
    if (scopes.includes('none')) continue;
    if (scopes.some((scope) => scope !== 'all')) throw refuse('SORT_NOT_SUPPORTED', 'sort', type, key.field);
    keys.push(key);
  }
  return keys;
}
