import type { DocumentLimits } from '@linkage/core';
import type { ServerSetup } from '../exchange.ts';

/** The limits of a server that are about request documents. */
export function documentLimits({ limits }: ServerSetup): DocumentLimits {
  return {
    bytes: limits.bodyBytes,
    depth: limits.bodyDepth,
    members: limits.bodyMembers,
    linkageMembers: limits.linkageMembers,
    errors: limits.errors,
  };
}
