import { headerOf, rejection } from '@linkage/core/internal';
import type { JsonApiRequest } from '../http.ts';

const HEADER = 'X-HTTP-Method-Override';
const overrides: ReadonlySet<string> = new Set(['PATCH', 'DELETE']);

/**
 * Returns the method of a request. If overriding is enabled, a POST can contain PATCH or DELETE instead.
 *
 * @throws {JsonApiError} 400 for a POST with another method.
 * @see https://jsonapi.org/recommendations/#patchless-clients
 */
export function methodOf(request: JsonApiRequest, isOverridable: boolean): string {
  const { method } = request;
  const wanted = isOverridable && method === 'POST' ? headerOf(request, HEADER.toLowerCase()) : undefined;
  if (wanted === undefined) return method;
  const name = wanted.trim().toUpperCase();
  if (overrides.has(name)) return name;
  throw rejection('HEADER_INVALID.method', { header: HEADER }, { header: HEADER });
}
