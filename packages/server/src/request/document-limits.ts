import type { DocumentLimits } from '@linkage/core';
import { oncePer } from '@linkage/core/internal';
import type { ServerLimits } from './limits.ts';

/** Returns the limits of a server for request documents: one frozen object, which core checks once. */
export const documentLimits: (limits: ServerLimits) => DocumentLimits = oncePer((limits) =>
  Object.freeze({
    bytes: limits.bodyBytes,
    depth: limits.bodyDepth,
    members: limits.bodyMembers,
    linkageMembers: limits.linkageMembers,
    // One more than the response contains, so that the server knows whether it omits errors.
    errors: limits.errors + 1,
  }),
);
