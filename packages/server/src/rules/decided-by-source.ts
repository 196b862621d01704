import type { FilterCondition, FilterTerm } from '@linkage/core';
import { termsIn } from '@linkage/core/internal';
import type { AnySource } from '../sources/any-source.ts';
import { applicableTo, inapplicable, statedConditions } from '../sources/applied-conditions.ts';
import { relationshipEnds } from '../sources/assert-conditions-apply.ts';
import type { SourceCall } from '../sources/data-source.ts';
import type { RequestAccess } from './request-access.ts';
import { termsOf } from './scope.ts';

type ReadMethod = 'list' | 'stream' | 'find' | 'related';
type Decided = Pick<RequestAccess, 'unguardedSourceOf' | 'api'>;

/** Whether every type on the way to a field, except the first one, is one of these. */
function isWithin({ api }: Decided, type: string, { field }: FilterTerm, types: readonly string[]): boolean {
  let current = type;
  return field
    .split('.')
    .slice(0, -1)
    .every((name) => {
      current = api.types.get(current)?.relationships.get(name)?.targets.at(0) ?? '';
      return types.includes(current);
    });
}

/**
 * Whether a method of a source applies these conditions of a `read` rule to resources of a type: the source states so with
 * `appliesConditions`.
 */
function applies(
  access: Decided,
  source: AnySource | undefined,
  method: ReadMethod,
  type: string,
  conditions: readonly FilterCondition[],
): boolean {
  const stated = statedConditions(source);
  const implementation = source?.[method];
  if (stated === undefined || implementation === undefined) return false;
  if (!stated.methods.includes(implementation) || !stated.types.includes(type)) return false;
  const applicable = applicableTo(source, method);
  if (inapplicable(applicable, conditions, relationshipEnds(access.api, type)) !== undefined) return false;
  const terms = termsIn(conditions);
  // Paths and undeclared fields are part of the same statement as groups.
  const isOnField = ({ field }: FilterTerm): boolean => !field.includes('.') && !field.startsWith('@');
  return terms.every((term) => isOnField(term) || (applicable.groups && isWithin(access, type, term, stated.types)));
}

/**
 * Whether the source of a type determines which resources match conditions, because its `find` applies them.
 * Otherwise, the server compares the values of the records, on every path, so that all paths return the same resources.
 */
export function isDecidedBySource(access: Decided, type: string, conditions: readonly FilterCondition[]): boolean {
  return applies(access, access.unguardedSourceOf(type), 'find', type, conditions);
}

/**
 * Whether the server can omit the check of a method's results. This requires that the method applies the conditions of
 * these types, and that `find` of each type's own source does, so that both return the same resources.
 */
export async function canApply(
  access: RequestAccess,
  source: AnySource,
  method: ReadMethod,
  types: readonly string[],
): Promise<boolean> {
  for (const type of types) {
    const conditions = termsOf(await access.scopeOf(type));
    if (!applies(access, source, method, type, conditions) || !isDecidedBySource(access, type, conditions))
      return false;
  }
  return true;
}

/** Returns a call that passes conditions to a source, or the same call if there are none. */
export function withCallConditions(call: SourceCall, conditions: readonly FilterCondition[]): SourceCall {
  return conditions.length === 0 ? call : { ...call, conditions };
}
