import {
  type ErrorObject,
  type IdentifierInput,
  JsonApiError,
  problem,
  type ResourceIdentifierObject,
} from '@linkage/core';
import type { SourceCall } from '../data-source.ts';
import type { ServerSetup } from '../exchange.ts';
import { idOf } from '../loading/record-id.ts';
import { selectionOf } from '../loading/selection.ts';

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

function byId(identifier: IdentifierInput): identifier is ResourceIdentifierObject {
  return 'id' in identifier;
}

/** Those ids of a type that its source does not know; none where there is no source to ask. */
async function missingIds(
  setup: ServerSetup,
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
 * @throws {JsonApiError} 404 with one error for each relationship that names a missing resource.
 * @see https://jsonapi.org/format/1.1/#crud-creating-responses-404
 */
export async function checkIdentifiers(
  setup: ServerSetup,
  placed: readonly PlacedLinkage[],
  call: SourceCall,
  created?: { readonly type: string; readonly id: string | undefined },
): Promise<void> {
  const idsByType = new Map<string, Set<string>>();
  for (const { linkage } of placed) {
    for (const { type, id } of membersOf(linkage).filter(byId)) {
      if (type === created?.type && id === created.id) continue;
      idsByType.set(type, (idsByType.get(type) ?? new Set()).add(id));
    }
  }
  const missing = new Map<string, ReadonlySet<string>>();
  for (const [type, ids] of idsByType) missing.set(type, await missingIds(setup, type, [...ids], call));
  const errors: ErrorObject[] = placed
    .filter(({ linkage }) =>
      membersOf(linkage).some((member) => byId(member) && missing.get(member.type)?.has(member.id)),
    )
    .map(({ pointer }) =>
      problem('RELATED_RESOURCE_NOT_FOUND', 'The linkage names a resource that does not exist.', {
        source: { pointer },
      }),
    );
  if (errors.length > 0) throw new JsonApiError(errors);
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
 * @throws {JsonApiError} 403 for each relationship that uses one.
 */
export function refuseLocalIds(placed: readonly PlacedLinkage[]): void {
  const errors = placed
    .filter(({ linkage }) => membersOf(linkage).some((member) => !byId(member)))
    .map(({ pointer }) => {
      const detail = 'This server does not yet relate a resource to itself while it is created.';
      return problem('OPERATION_NOT_SUPPORTED', detail, { source: { pointer } });
    });
  if (errors.length > 0) throw new JsonApiError(errors);
}
