import { rejection } from '@linkage/core/internal';
import type { PagedQuery } from '../request/pagination/read-paged-query.ts';
import type { AnyQuery } from '../request/read-query.ts';
import type { ExecutingOperation } from './context.ts';

/** Returns the types of the resources that the document of an operation can contain. */
function shownTypes({ route, request: { api } }: ExecutingOperation, query: AnyQuery | undefined): readonly string[] {
  const primary = route.kind === 'related' ? route.relationship.targets : [route.type.name];
  const followed = [...(query?.plan?.followed ?? [])].flatMap(([type, names]) =>
    [...names.keys()].flatMap((name) => api.types.get(type)?.relationships.get(name)?.targets ?? []),
  );
  return [...primary, ...followed];
}

/**
 * Rejects an operation whose document can contain resources that the server must not store, if it would store the response of the request.
 *
 * @throws {JsonApiError} 400 naming the header of the key.
 */
export function assertStorable(operation: ExecutingOperation, given: AnyQuery | PagedQuery | undefined): void {
  const neverStored = operation.keyRules?.neverStored;
  if (neverStored === undefined || neverStored.size === 0) return;
  const query = given !== undefined && 'query' in given ? given.query : given;
  const type = shownTypes(operation, query).find((it) => neverStored.has(it));
  if (type === undefined) return;
  const text = type === operation.route.type.name ? 'keyUnsupported' : 'keyOfIncluded';
  throw rejection(`HEADER_INVALID.${text}`, { type }, { header: 'Idempotency-Key' });
}
