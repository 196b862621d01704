import type { DocumentLimits } from '@linkage/core';
import type { ConditionalSetup } from '../conditional/conditional-exchange.ts';

/** The limits of a server that are about request documents. */
export function documentLimits({ limits }: ConditionalSetup): DocumentLimits {
  return {
    bytes: limits.bodyBytes,
    depth: limits.bodyDepth,
    members: limits.bodyMembers,
    linkageMembers: limits.linkageMembers,
    errors: limits.errors,
  };
}
