import { errorObject, JSON_API_MEDIA_TYPE, JsonApiError } from '@linkage/core';
import type { Route } from '../request/route.ts';
import type { AnySource } from '../source/any-source.ts';
import type { Operation } from './operation.ts';
import { operationsOn } from './operations.ts';

/** Whether a source has what an operation needs. */
function isOffered(operation: Operation, source: AnySource): boolean {
  return operation.needs.every((name) => source[name] !== undefined);
}

/** Whether the URL takes the method at all: a to-one relationship is only replaced, a read-only one only read. */
function isSuited(operation: Operation, route: Route): boolean {
  if (route.kind !== 'relationship' || operation.method === 'GET') return true;
  const { write, kind } = route.relationship;
  return write && (kind === 'to-many' || operation.method === 'PATCH');
}

/** The methods of a URL, as a value of `Allow` (RFC 9110, section 10.2.1). */
export function allowedMethods(route: Route, source: AnySource): string {
  const offered = operationsOn(route.kind).filter(
    (operation) => isOffered(operation, source) && isSuited(operation, route),
  );
  const methods = offered.map(({ method }) => method as string);
  return [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].join(', ');
}

/** What `OPTIONS` says of a URL: its methods, and what those with a document take (RFC 5789, section 3.1). */
export function methodHeaders(route: Route, source: AnySource): Readonly<Record<string, string>> {
  const allow = allowedMethods(route, source);
  const methods = allow.split(', ');
  return {
    Allow: allow,
    ...(methods.includes('PATCH') ? { 'Accept-Patch': JSON_API_MEDIA_TYPE } : {}),
    ...(methods.includes('POST') ? { 'Accept-Post': JSON_API_MEDIA_TYPE } : {}),
  };
}

/**
 * Finds the operation for a method on a URL.
 *
 * @throws {JsonApiError} 403 for a write that the source does not support, 405 for any other method.
 */
export function findOperation(route: Route, method: string, source: AnySource): Operation {
  const operation = operationsOn(route.kind).find((candidate) => candidate.method === method);
  if (operation !== undefined && isOffered(operation, source)) return operation;
  if (operation !== undefined && method !== 'GET') {
    throw new JsonApiError(
      errorObject('OPERATION_NOT_SUPPORTED', `Resources of type ${route.type.name} do not support this.`),
    );
  }
  const allow = allowedMethods(route, source);
  const reading = route.kind === 'collection' ? 'listed' : 'fetched by id';
  const detail =
    operation === undefined
      ? `This URL answers ${allow}.`
      : `Resources of type ${route.type.name} cannot be ${reading}: this URL answers ${allow}.`;
  throw new JsonApiError(errorObject('METHOD_NOT_ALLOWED', detail), { headers: { Allow: allow } });
}
