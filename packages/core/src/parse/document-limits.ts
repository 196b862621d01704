/** Bounds on a request document. */
export interface DocumentLimits {
  /** Bytes of its text. Default 1 MiB. */
  readonly bytes: number;
  /** How deep arrays and objects may be nested. Default 64. */
  readonly depth: number;
  /** Members of objects and elements of arrays, in all. Default 10,000. */
  readonly members: number;
  /** Resource identifiers in all. Default 1,000. */
  readonly linkageMembers: number;
  /** Problems that are reported, at least one; reading stops there. Default 20. */
  readonly errors: number;
}

/** The limits that hold unless others are given. */
export const defaultDocumentLimits: DocumentLimits = Object.freeze({
  bytes: 1_048_576,
  depth: 64,
  members: 10_000,
  linkageMembers: 1000,
  errors: 20,
});

/** A limit, or the usual one where none is given; without any, nothing would be bounded. */
function limitOf(given: number | undefined, usual: number): number {
  return given === undefined || Number.isNaN(given) ? usual : given;
}

/** Limits with the defaults for those that are not given. At least one problem is reported: else none would be found. */
export function documentLimits(
  given: { readonly [Name in keyof DocumentLimits]?: number | undefined },
): DocumentLimits {
  const usual = defaultDocumentLimits;
  return {
    bytes: limitOf(given.bytes, usual.bytes),
    depth: limitOf(given.depth, usual.depth),
    members: limitOf(given.members, usual.members),
    linkageMembers: limitOf(given.linkageMembers, usual.linkageMembers),
    errors: Math.max(1, limitOf(given.errors, usual.errors)),
  };
}
