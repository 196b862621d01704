import { errorObject, JsonApiError, parseQuery } from '@linkage/core';
import type { AtomicOperation } from '@linkage/core/internal';
import type { EndpointRequest } from '../extensions/server-extension.ts';

/**
 * Reads the sparse fieldsets of a request with operations. Other query parameters cannot affect its results: they do
 * not have included resources or pages.
 *
 * @throws {JsonApiError} 400 with an error for each invalid parameter.
 */
export function readFields(
  { api, limits, parameters }: EndpointRequest,
  [first]: readonly AtomicOperation[],
): URLSearchParams | undefined {
  if (parameters.size === 0 || first === undefined) return undefined;
  const others = [...new Set(parameters.keys())].filter((name) => !name.startsWith('fields['));
  if (others.length > 0) {
    const detail = 'A request with operations supports only `fields[TYPE]`.';
    const errors = others
      .slice(0, Math.max(1, limits.errors))
      .map((parameter) => errorObject('PARAMETER_NOT_SUPPORTED', detail, { source: { parameter } }));
    throw new JsonApiError(errors);
  }
  parseQuery(api, first.target.type, parameters);
  return parameters;
}
