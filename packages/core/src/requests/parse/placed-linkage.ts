import type { IdentifierInput } from '../../schema/input.ts';

/** The original indexes of the members of linkage, if repeated identifiers were removed from it. */
const indexes: WeakMap<readonly unknown[], readonly number[]> = new WeakMap();

/** Records the original indexes of the members of linkage. `elements` is the length of the array in the document. */
export function keepIndexes(linkage: readonly unknown[], kept: readonly number[], elements: number): void {
  // Without repeated identifiers, no member moved.
  if (kept.length < elements) indexes.set(linkage, kept);
}

/**
 * Returns the index of a member of to-many linkage in the array of the request document. Parsing removes repeated
 * identifiers, so later members have a smaller index than in the document.
 *
 * @param linkage An array that `parseLinkage` returned, or a relationship of a result of `parseCreate` or
 * `parseUpdate`.
 * @param position The index of the member in `linkage`.
 */
export function documentIndex(linkage: readonly unknown[], position: number): number {
  return indexes.get(linkage)?.[position] ?? position;
}

/** The linkage of a request. */
export type RequestLinkage = IdentifierInput | null | readonly IdentifierInput[];

/** The linkage of a request with its JSON Pointer. */
export interface PlacedLinkage {
  readonly pointer: string;
  readonly relationship: string;
  readonly linkage: RequestLinkage;
}

/** An identifier of a request with its JSON Pointer. */
export interface PlacedIdentifier<Identifier extends IdentifierInput = IdentifierInput> {
  readonly pointer: string;
  readonly identifier: Identifier;
}

/** The relationships of a write request by name. An array does not fit, because it does not have names. */
export type RequestRelationships = Readonly<Record<string, unknown>>;

/** Returns the relationships of a write request with their JSON Pointers. */
export function placedRelationships(relationships: RequestRelationships): readonly PlacedLinkage[] {
  return Object.entries(relationships as Record<string, RequestLinkage>).map(([name, linkage]) => ({
    // Relationship names do not contain tildes or slashes, so nothing has to be escaped.
    pointer: `/data/relationships/${name}/data`,
    relationship: name,
    linkage,
  }));
}

/** Returns the wanted identifiers of a request with their JSON Pointers. */
export function placedIdentifiers<Wanted extends IdentifierInput>(
  placed: readonly PlacedLinkage[],
  isWanted: (identifier: IdentifierInput) => identifier is Wanted,
): readonly PlacedIdentifier<Wanted>[] {
  const identifiers: PlacedIdentifier<Wanted>[] = [];
  for (const { pointer, linkage } of placed) {
    const isToMany = Array.isArray(linkage);
    for (const [position, identifier] of [linkage ?? []].flat().entries()) {
      if (!isWanted(identifier)) continue;
      const place = isToMany ? `${pointer}/${documentIndex(linkage, position)}` : pointer;
      identifiers.push({ identifier, pointer: place });
    }
  }
  return identifiers;
}

/** Whether an identifier has an id instead of a local id. */
export function byId(identifier: IdentifierInput): identifier is IdentifierInput & { readonly id: string } {
  return Object.hasOwn(identifier, 'id');
}
