import type { DocumentLimits } from '@linkage/core';
import type { ServerLimits } from './limits.ts';

/** Returns the limits of a server for request documents. */
export function documentLimits({ limits }: { readonly limits: ServerLimits }): DocumentLimits {
  return {
    bytes: limits.bodyBytes,
    depth: limits.bodyDepth,
    members: limits.bodyMembers,
    linkageMembers: limits.linkageMembers,
    errors: limits.errors,
  };
}
