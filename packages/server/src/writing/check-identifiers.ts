import { type ErrorObject, type IdentifierInput, JsonApiError, type ResourceIdentifierObject } from '@linkage/core';
import {
  byId,
  errorOf,
  identifiersOf,
  markSent,
  type PlacedIdentifier,
  type PlacedLinkage,
  placedIdentifiers,
  placedRelationships,
  type RequestLinkage,
  type RequestRelationships,
  ready,
  type Steps,
  truncate,
} from '@linkage/core/internal';
import { linkableIds } from '../rules/linkable-ids.ts';
import { findReadable } from '../rules/visible-records.ts';
import type { WriteFacts } from '../rules/write-facts.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { idOf } from '../sources/port/record-id.ts';
import { selectionOf } from '../sources/port/selection.ts';
import type { Change } from './change.ts';
import type { WritingRequest } from './context.ts';

/** Creates the error for rejected identifiers: one error object for each, at most the number that a response can contain. */
export function identifiersError<Rejected extends IdentifierInput>(
  { server: { limits } }: WritingRequest,
  rejected: readonly PlacedIdentifier<Rejected>[],
  toError: (rejected: PlacedIdentifier<Rejected>) => ErrorObject,
): JsonApiError {
  return new JsonApiError(rejected.slice(0, limits.errors + 1).map(toError));
}

/** Returns the ids of a type that its source does not find. Returns no ids if the type does not have a source. */
function* missingIds(
  request: WritingRequest,
  type: string,
  ids: readonly string[],
  call: SourceCall,
  facts: WriteFacts | undefined,
): Steps<ReadonlySet<string>> {
  const guarded = request.rules?.guarded(type);
  const source = guarded === undefined ? request.sourceOf(type) : guarded.source;
  if (source?.find === undefined) return new Set();
  const [missing, unknown] = [new Set(ids), []] as [Set<string>, string[]];
  for (const id of ids) {
    const canRead = facts?.canRead(type, id);
    if (canRead === true) missing.delete(id);
    if (canRead === undefined) unknown.push(id);
  }
  if (unknown.length === 0) return missing;
  const [sent, selection] = [markSent(unknown), selectionOf()];
  const finding =
    guarded === undefined ? source.find(sent, selection, call) : findReadable(guarded, sent, selection, call);
  const found = yield* ready(finding);
  for (const record of found) missing.delete(idOf(type, record));
  return missing;
}

/** Ids by their type. */
type IdsByType = ReadonlyMap<string, ReadonlySet<string>>;

/** Returns the ids of one linkage that are missing, except those that the rule `link` of their type lets its relationship name. */
function* rejectedIds(
  request: WritingRequest,
  owner: string,
  { relationship, linkage }: PlacedLinkage,
  missing: IdsByType,
  call: SourceCall,
): Steps<IdsByType> {
  const { rules } = request;
  if (rules === undefined) return missing;
  const rejected = new Map<string, ReadonlySet<string>>();
  for (const [type, ids] of missing) {
    const named = identifiersOf(linkage).flatMap((it) =>
      byId(it) && it.type === type && ids.has(it.id) ? [it.id] : [],
    );
    if (named.length === 0) continue;
    const from = { type: owner, relationship };
    const linkable = yield* linkableIds(rules, type, from, markSent([...new Set(named)]), call);
    rejected.set(type, new Set(named.filter((id) => !linkable.has(id))));
  }
  return rejected;
}

/**
 * Checks that every resource in the linkage of a request for a resource of the type `owner` exists: one call for each type. Two count as
 * existing: the resource that the request creates with a client-generated id, and the one whose deletion called the hook that writes.
 *
 * @throws {JsonApiError} 404 with one error for each identifier of a missing or hidden resource.
 * @see https://jsonapi.org/format/1.1/#crud-creating-responses-404
 */
export function* checkIdentifiers(
  { operation, type: { name: owner }, facts }: Pick<Change, 'operation' | 'type' | 'facts'>,
  placed: readonly PlacedLinkage[],
  created?: { readonly type: string; readonly id: string | undefined },
): Steps<void> {
  const { request, call } = operation;
  const idsByType = new Map<string, Set<string>>();
  for (const { linkage } of placed) {
    for (const identifier of identifiersOf(linkage)) {
      if (!byId(identifier)) continue;
      const { type, id } = identifier;
      if (type === created?.type && id === created.id) continue;
      if (type === call.deleted?.type && id === call.deleted.id) continue;
      const ids = idsByType.get(type);
      if (ids === undefined) idsByType.set(type, new Set([id]));
      else ids.add(id);
    }
  }
  const missing = new Map<string, ReadonlySet<string>>();
  for (const [type, ids] of idsByType) {
    const missingOfType = yield* missingIds(request, type, markSent([...ids]), call, facts);
    if (missingOfType.size > 0) missing.set(type, missingOfType);
  }
  if (missing.size === 0) return;
  const rejected: PlacedIdentifier<ResourceIdentifierObject>[] = [];
  for (const one of placed) {
    const ids = yield* rejectedIds(request, owner, one, missing, call);
    const isRejected = (identifier: IdentifierInput): identifier is ResourceIdentifierObject =>
      byId(identifier) && ids.get(identifier.type)?.has(identifier.id) === true;
    rejected.push(...placedIdentifiers([one], isRejected));
  }
  if (rejected.length === 0) return;
  // The text contains only the type and the id: a hidden resource produces exactly the text of a missing one.
  throw identifiersError(request, rejected, ({ pointer, identifier }) => {
    const values = { type: identifier.type, id: truncate(identifier.id) };
    return errorOf('RELATED_RESOURCE_NOT_FOUND.resource', values, { pointer });
  });
}

/**
 * Rejects local ids, which refer to the resource that the request creates.
 *
 * @throws {JsonApiError} 403 with one error for each identifier with a local id.
 */
export function assertNoLocalIds(request: WritingRequest, relationships: RequestRelationships): void {
  const linkages = Object.values(relationships) as readonly RequestLinkage[];
  const isLocal = (identifier: IdentifierInput): identifier is IdentifierInput => !byId(identifier);
  // Most requests do not have local ids, and pointers are only for messages.
  if (!linkages.some((linkage) => identifiersOf(linkage).some(isLocal))) return;
  const local = placedIdentifiers(placedRelationships(relationships), isLocal);
  throw identifiersError(request, local, ({ pointer }) =>
    errorOf('OPERATION_NOT_SUPPORTED.linkToItself', {}, { pointer }),
  );
}
