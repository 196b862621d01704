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

/** The identifiers of a request, each at its place. */
function* identifiersOf(placed: readonly PlacedLinkage[]): Generator<PlacedIdentifier> {
  for (const { pointer, linkage } of placed) {
    const isToMany = Array.isArray(linkage);
    for (const [position, identifier] of membersOf(linkage).entries()) {
      yield { identifier, pointer: isToMany ? `${pointer}/${documentIndex(linkage, position)}` : pointer };
    }
  }
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
  return Object.hasOwn(identifier, 'id');
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
  const found = new Set((await source.find(ids, selectionOf(), call)).map((record) => idOf(type, record)));
  return new Set(ids.filter((id) => !found.has(id)));
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
  for (const { identifier } of identifiersOf(placed)) {
    if (!byId(identifier)) continue;
    const { type, id } = identifier;
    if (type === created?.type && id === created.id) continue;
    idsByType.set(type, (idsByType.get(type) ?? new Set()).add(id));
  }
  const missing = new Map<string, ReadonlySet<string>>();
  for (const [type, ids] of idsByType) missing.set(type, await missingIds(setup, type, [...ids], call));
  const isMissing = ({ identifier }: PlacedIdentifier): boolean =>
    byId(identifier) && missing.get(identifier.type)?.has(identifier.id) === true;
  // Only the type and the id are told: a resource that the caller may not see is answered like a missing one.
  refuse(setup, [...identifiersOf(placed)].filter(isMissing), ({ pointer, identifier }) => {
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
export function refuseLocalIds(setup: ConditionalSetup, placed: readonly PlacedLinkage[]): void {
  const local = [...identifiersOf(placed)].filter(({ identifier }) => !byId(identifier));
  refuse(setup, local, ({ pointer }) => {
    const detail = 'A resource of this type cannot relate to itself while it is created.';
    return errorObject('OPERATION_NOT_SUPPORTED', detail, { source: { pointer } });
  });
}
