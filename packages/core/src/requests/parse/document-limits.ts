import { resolveLimit } from '../../internal/resolve-limit.ts';

/** Limits of a request document. */
export interface DocumentLimits {
  /** The number of bytes of its text. Default: 1 MiB. */
  readonly bytes: number;
  /** The nesting depth of arrays and objects. Default: 64. */
  readonly depth: number;
  /** The total number of members of objects and elements of arrays. Default: 10,000. */
  readonly members: number;
  /** The total number of resource identifiers. Default: 1,000. */
  readonly linkageMembers: number;
  /** The number of reported errors, at least one. Parsing stops when it is reached. Default: 20. */
  readonly errors: number;
}

/** The default limits. */
export const defaultDocumentLimits: DocumentLimits = Object.freeze({
  bytes: 1_048_576,
  depth: 64,
  members: 10_000,
  linkageMembers: 1000,
  errors: 20,
});

/**
 * Returns limits with the defaults for limits that are not set.
 *
 * @throws {TypeError} If a limit is neither a whole number nor Infinity.
 */
export function documentLimits(
  limits: { readonly [Name in keyof DocumentLimits]?: number | undefined },
): DocumentLimits {
  const { bytes, depth, members, linkageMembers, errors } = limits;
  // Most calls set no limit.
  const hasNone =
    bytes === undefined &&
    depth === undefined &&
    members === undefined &&
    linkageMembers === undefined &&
    errors === undefined;
  if (hasNone) return defaultDocumentLimits;
  const limit = (name: keyof DocumentLimits): number => resolveLimit(name, limits[name], defaultDocumentLimits[name]);
  return {
    bytes: limit('bytes'),
    depth: limit('depth'),
    members: limit('members'),
    linkageMembers: limit('linkageMembers'),
    errors: limit('errors'),
  };
}
