import type { DocumentLimits } from '@linkage/core';
import type { ServerLimits } from './limits.ts';

const ofDocuments = new WeakMap<ServerLimits, DocumentLimits>();

/** Returns the limits of a server for request documents: one frozen object, which core checks once. */
export function documentLimits(limits: ServerLimits): DocumentLimits {
  let known = ofDocuments.get(limits);
  if (known === undefined) {
    known = Object.freeze({
      bytes: limits.bodyBytes,
      depth: limits.bodyDepth,
      members: limits.bodyMembers,
      linkageMembers: limits.linkageMembers,
      // One more than the response contains, so that the server knows whether it omits errors.
      errors: limits.errors + 1,
    });
    ofDocuments.set(limits, known);
  }
  return known;
}
