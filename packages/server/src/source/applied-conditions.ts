/** The methods of a source that apply conditions themselves, and the types that they can apply them to. */
export interface AppliedConditions {
  /**
   * Those of the source's `list`, `find` and `related` that apply `conditions` and `through`. They are compared by identity,
   * so a source that spreads another one and replaces a method does not make a promise that its own method does not keep.
   */
  readonly methods: readonly ((...given: never) => unknown)[];
  /** The types whose resources these methods can compare: the source's own, and those in the same database. */
  readonly types: readonly string[];
}

/** What a source states in `appliesConditions`; undefined for anything else than such a statement, which promises nothing. */
export function statedConditions(
  source: { readonly appliesConditions?: unknown } | undefined,
): AppliedConditions | undefined {
  const stated = source?.appliesConditions as Partial<AppliedConditions> | null | undefined;
  if (typeof stated !== 'object' || stated === null) return undefined;
  const { methods, types } = stated;
  return Array.isArray(methods) && Array.isArray(types) ? (stated as AppliedConditions) : undefined;
}
