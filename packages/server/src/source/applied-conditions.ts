/** The methods of a source that apply conditions themselves, and the types that they can apply them to. */
export interface AppliedConditions {
  /**
   * The source's `list`, `find`, and `related` methods that apply `conditions` and `through`. Compared by identity, so
   * that a source that spreads another source and replaces a method does not state this for its own method.
   */
  readonly methods: readonly ((...given: never) => unknown)[];
  /** The types whose resources these methods can compare: the source's own type, and the types in the same database. */
  readonly types: readonly string[];
}

/** Returns the value of `appliesConditions`, or undefined if it is invalid, because then nothing is stated. */
export function statedConditions(
  source: { readonly appliesConditions?: unknown } | undefined,
): AppliedConditions | undefined {
  const stated = source?.appliesConditions as Partial<AppliedConditions> | null | undefined;
  if (typeof stated !== 'object' || stated === null) return undefined;
  const { methods, types } = stated;
  return Array.isArray(methods) && Array.isArray(types) ? (stated as AppliedConditions) : undefined;
}
