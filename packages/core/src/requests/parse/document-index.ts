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
