import { JSON_API_MEDIA_TYPE } from '@linkage/core';
import { canSet, rejection } from '@linkage/core/internal';
import type { Route } from '../request/route.ts';
import type { OfferedSource } from '../sources/port/any-source.ts';
import type { OperationDefinition } from './operation.ts';
import { operationsOn } from './operations.ts';

/** Whether a source has the methods that an operation needs. */
function isOffered(operation: OperationDefinition, source: OfferedSource): boolean {
  return operation.needs.every((name) => source[name] !== undefined);
}

/** Whether the URL supports the operation: a to-one relationship can only be replaced, a read-only one only read. */
function isSuited(operation: OperationDefinition, route: Route): boolean {
  if (route.kind !== 'relationship' || operation.method === 'GET') return true;
  return (
    canSet(route.relationship, 'update') && (route.relationship.kind === 'to-many' || operation.method === 'PATCH')
  );
}

/** Returns the operations of a URL that do not reject every request. */
export function operationsAt(route: Route, source: OfferedSource): readonly OperationDefinition[] {
  return operationsOn(route.kind).filter((operation) => isOffered(operation, source) && isSuited(operation, route));
}

/** Returns the methods of a URL, as a value of `Allow` (RFC 9110, section 10.2.1). */
export function allowedMethods(route: Route, source: OfferedSource): string {
  const methods = operationsAt(route, source).map(({ method }) => method as string);
  return [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].join(', ');
}

/**
 * Returns the headers of `OPTIONS`: the methods of a URL, and the media types of their documents (RFC 5789,
 * section 3.1).
 */
export function methodHeaders(route: Route, source: OfferedSource): Readonly<Record<string, string>> {
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
export function findOperation(route: Route, method: string, source: OfferedSource): OperationDefinition {
  const operation = operationsOn(route.kind).find((candidate) => candidate.method === method);
  if (operation !== undefined && isOffered(operation, source)) return operation;
  if (operation !== undefined && method !== 'GET')
    throw rejection('OPERATION_NOT_SUPPORTED.request', { type: route.type.name });
  const allow = allowedMethods(route, source);
  const options = { headers: { Allow: allow } };
  if (operation === undefined) throw rejection('METHOD_NOT_ALLOWED.allowed', { methods: allow }, undefined, options);
  const text = route.kind === 'collection' ? 'unlisted' : 'unfetched';
  throw rejection(`METHOD_NOT_ALLOWED.${text}`, { type: route.type.name, methods: allow }, undefined, options);
}
