import type { FilterTerm } from '@linkage/core';
import type { AnySource } from '../source/any-source.ts';
import { statedConditions } from '../source/applied-conditions.ts';
import type { SourceCall } from '../source/data-source.ts';
import type { RequestAccess } from './request-access.ts';

type ReadMethod = 'list' | 'find' | 'related';

/** Whether a method of a source applies conditions to resources of a type. */
function applies(source: AnySource | undefined, method: ReadMethod, type: string): boolean {
  const stated = statedConditions(source);
  const own = source?.[method];
  return stated !== undefined && own !== undefined && stated.methods.includes(own) && stated.types.includes(type);
}

/**
 * Whether the source of a type determines which resources match a condition, because its `find` applies conditions.
 * Otherwise, the server compares the values of the records, on every path, so that all paths return the same resources.
 */
export function isDecidedBySource(
  { unguardedSourceOf }: Pick<RequestAccess, 'unguardedSourceOf'>,
  type: string,
): boolean {
  return applies(unguardedSourceOf(type), 'find', type);
}

/**
 * Whether the results of a method do not have to be checked again: the method applies conditions, and so does the
 * source of the type.
 */
export function canApply(
  access: Pick<RequestAccess, 'unguardedSourceOf'>,
  source: AnySource,
  method: ReadMethod,
  types: readonly string[],
): boolean {
  return types.every((type) => applies(source, method, type) && isDecidedBySource(access, type));
}

/** Returns a call that passes conditions to a source, or the same call if there are none. */
export function withCallConditions(call: SourceCall, conditions: readonly FilterTerm[]): SourceCall {
  return conditions.length === 0 ? call : { ...call, conditions };
}
