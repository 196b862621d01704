/** The indexes of the members of linkage in the request document, for linkage that left a repeated identifier out. */
const indexes: WeakMap<readonly unknown[], readonly number[]> = new WeakMap();

/** Records the indexes of the members of linkage in an array of the request document with this many elements. */
export function keepIndexes(linkage: readonly unknown[], kept: readonly number[], elements: number): void {
  // Without a repeated identifier each member is where it was, and nothing has to be kept.
  if (kept.length < elements) indexes.set(linkage, kept);
}

/**
 * Returns the index of a member of to-many linkage in the array of the request document. Repeated identifiers count once in
 * what is parsed, so the members behind one have a smaller index than in the document.
 *
 * @param linkage An array that `parseLinkage` returned, or a relationship of what `parseCreate` or `parseUpdate` returned.
 * @param position The index of the member in `linkage`.
 */
export function documentIndex(linkage: readonly unknown[], position: number): number {
  return indexes.get(linkage)?.[position] ?? position;
}
