import {
  type ErrorCode,
  errorObject,
  type FilterTerm,
  JsonApiError,
  type RelationshipDefinition,
  type ResourceType,
} from '@linkage/core';
import type { RequestAccess } from './request-access.ts';
import type { Scope } from './scope.ts';

/** One relationship of a dotted field, and the scope of the caller for its target type. */
export interface Step {
  /** The field up to this step: `comments.author`. */
  readonly path: string;
  readonly isToMany: boolean;
  readonly target: ResourceType;
  readonly scope: Scope;
}

/** Creates the error for a field that cannot be restricted to visible resources. */
export function refuse(code: ErrorCode, parameter: string, type: ResourceType, field: string): JsonApiError {
  const what = code === 'SORT_NOT_SUPPORTED' ? 'sorted' : 'filtered';
  const detail = `Type "${type.name}" cannot be ${what} by "${field}".`;
  return new JsonApiError(errorObject(code, detail, { source: { parameter } }));
}

/** Creates the error for a condition that cannot be restricted to visible resources. */
export function refuseFilter(type: ResourceType, { field, operator }: FilterTerm): JsonApiError {
  const parameter = operator === 'eq' ? `filter[${field}]` : `filter[${field}][${operator}]`;
  return refuse('FILTER_NOT_SUPPORTED', parameter, type, field);
}

/**
 * Returns the result of a source that receives a part of a condition. If the source refuses this part, refuses the
 * condition of the request instead: the name of the part is not a parameter of the request.
 */
export async function orRefuse<Value>(type: ResourceType, term: FilterTerm, result: Promise<Value>): Promise<Value> {
  try {
    return await result;
  } catch (error) {
    const isRefused = JsonApiError.is(error) && error.errors.some(({ code }) => code === 'FILTER_NOT_SUPPORTED');
    throw isRefused ? refuseFilter(type, term) : error;
  }
}

/** Returns the relationships of a dotted field. Such a field contains only relationships with one target type. */
export async function stepsOf(access: RequestAccess, type: ResourceType, field: string): Promise<readonly Step[]> {
  const steps: Step[] = [];
  const names = field.split('.').slice(0, -1);
  let current = type;
  for (const [index, name] of names.entries()) {
    const { kind, targets } = current.relationships.get(name) as RelationshipDefinition;
    const [target = ''] = targets;
    current = access.typeOf(target);
    const path = names.slice(0, index + 1).join('.');
    const scope = await access.scopeOf(target);
    steps.push({ path, isToMany: kind === 'to-many', target: current, scope });
  }
  return steps;
}
