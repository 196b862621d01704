import {
  type ErrorObject,
  errorObject,
  type IdentifierInput,
  JsonApiError,
  type ResourceIdentifierObject,
} from '@linkage/core';
import { documentIndex, excerpt } from '@linkage/core/internal';
import type { ConditionalSetup } from '../conditional/conditional-exchange.ts';
import type { SourceCall } from '../source/data-source.ts';
import { idOf } from '../source/record-id.ts';
import { selectionOf } from '../source/selection.ts';

/** Linkage as a request gives it. */
export type RequestLinkage = IdentifierInput | null | readonly IdentifierInput[];

/** Linkage of a request with its place in the request document. */
export interface PlacedLinkage {
  readonly pointer: string;
  readonly linkage: RequestLinkage;
}

function membersOf(linkage: RequestLinkage): readonly IdentifierInput[] {
  if (linkage === null) return [];
  return Array.isArray(linkage) ? linkage : [linkage as IdentifierInput];
}

/** An identifier of a request, with the pointer to where it is in the request document. */
interface PlacedIdentifier {
  readonly pointer: string;
  readonly identifier: IdentifierInput;
}

/** Those identifiers of a request that are wanted, each with its place. */
function placedIdentifiers(
  placed: readonly PlacedLinkage[],
  isWanted: (identifier: IdentifierInput) => boolean,
): readonly PlacedIdentifier[] {
  const identifiers: PlacedIdentifier[] = [];
  for (const { pointer, linkage } of placed) {
    const isToMany = Array.isArray(linkage);
    for (const [position, identifier] of membersOf(linkage).entries()) {
      if (!isWanted(identifier)) continue;
      const place = isToMany ? `${pointer}/${documentIndex(linkage, position)}` : pointer;
      identifiers.push({ identifier, pointer: place });
    }
  }
  return identifiers;
}

/**
 * Ends the request if there are identifiers to refuse.
 *
 * @throws {JsonApiError} One error for each of them, as many as a response holds.
 */
function refuse(
  { limits }: ConditionalSetup,
  refused: readonly PlacedIdentifier[],
  toError: (refused: PlacedIdentifier) => ErrorObject,
): void {
  if (refused.length > 0) throw new JsonApiError(refused.slice(0, Math.max(1, limits.errors)).map(toError));
}

function byId(identifier: IdentifierInput): identifier is ResourceIdentifierObject {
  return 'id' in identifier;
}

/** Those ids of a type that its source does not know; none where there is no source to ask. */
async function missingIds(
  setup: ConditionalSetup,
  type: string,
  ids: readonly string[],
  call: SourceCall,
): Promise<ReadonlySet<string>> {
  const source = setup.sourceOf(type);
  if (source?.find === undefined) return new Set();
  const missing = new Set(ids);
  for (const record of await source.find(ids, selectionOf(), call)) missing.delete(idOf(type, record));
  return missing;
}

/**
 * Makes sure that every resource a request refers to exists: one call for each type. The resource that the request
 * creates under an id of its own may be among them.
 *
 * @throws {JsonApiError} 404 with one error for each identifier of a missing resource, hidden ones among them.
 * @see https://jsonapi.org/format/1.1/#crud-creating-responses-404
 */
export async function checkIdentifiers(
  setup: ConditionalSetup,
  placed: readonly PlacedLinkage[],
  call: SourceCall,
  created?: { readonly type: string; readonly id: string | undefined },
): Promise<void> {
  const idsByType = new Map<string, Set<string>>();
  for (const { linkage } of placed) {
    for (const identifier of membersOf(linkage)) {
      if (!byId(identifier)) continue;
      const { type, id } = identifier;
      if (type === created?.type && id === created.id) continue;
      const ids = idsByType.get(type);
      if (ids === undefined) idsByType.set(type, new Set([id]));
      else ids.add(id);
    }
  }
  const missing = new Map<string, ReadonlySet<string>>();
  for (const [type, ids] of idsByType) {
    const missingOfType = await missingIds(setup, type, [...ids], call);
    if (missingOfType.size > 0) missing.set(type, missingOfType);
  }
  if (missing.size === 0) return;
  const isMissing = (identifier: IdentifierInput): boolean =>
    byId(identifier) && missing.get(identifier.type)?.has(identifier.id) === true;
  // Only the type and the id are told: a resource that the caller may not see is answered like a missing one.
  refuse(setup, placedIdentifiers(placed, isMissing), ({ pointer, identifier }) => {
    const id = byId(identifier) ? excerpt(identifier.id) : '';
    const detail = `The related resource "${id}" of type "${identifier.type}" does not exist.`;
    return errorObject('RELATED_RESOURCE_NOT_FOUND', detail, { source: { pointer } });
  });
}

/** The relationships of a write request with their places. */
export function placedRelationships(relationships: object): readonly PlacedLinkage[] {
  return Object.entries(relationships as Record<string, RequestLinkage>).map(([name, linkage]) => ({
    // A relationship name holds neither a tilde nor a slash, so nothing has to be escaped.
    pointer: `/data/relationships/${name}/data`,
    linkage,
  }));
}

/**
 * Refuses local ids, which name the very resource that a request creates.
 *
 * @throws {JsonApiError} 403 with one error for each identifier with a local id.
 */
export function refuseLocalIds(setup: ConditionalSetup, relationships: object): void {
  const linkages: readonly RequestLinkage[] = Object.values(relationships);
  const isLocal = (identifier: IdentifierInput): boolean => !byId(identifier);
  // Most requests have none, and places are only for messages.
  if (!linkages.some((linkage) => membersOf(linkage).some(isLocal))) return;
  const local = placedIdentifiers(placedRelationships(relationships), isLocal);
  refuse(setup, local, ({ pointer }) => {
    const detail = 'This server does not yet relate a resource to itself while it is created.';
    return errorObject('OPERATION_NOT_SUPPORTED', detail, { source: { pointer } });
  });
}
