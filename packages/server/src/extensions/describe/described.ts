import type { Api } from '@linkage/core';
import type { ServerParts } from '../../pipeline/server-parts.ts';
import { canOverload } from '../../request/overload/overload-limits.ts';
import type { StatusFacts } from './statuses.ts';

/** A server as its description shows it. */
export interface Described {
  readonly server: ServerParts;
  /** The API as the caller sees it. */
  readonly api: Api;
  readonly facts: StatusFacts;
}

/** Returns a server as its description shows it. */
export function describedOf(server: ServerParts, api: Api): Described {
  const { options, access, limits, sourceOf } = server;
  const facts = {
    hasCallers: options.context !== undefined || access !== undefined,
    hasAccess: access !== undefined,
    hasUrlLimit: Number.isFinite(limits.urlLength),
    canOverload: canOverload(limits),
    hasJobs: [...api.types.keys()].some((type) => sourceOf(type)?.job !== undefined),
    hasTimeLimit: limits.requestTime > 0 || limits.sourceTime > 0,
  };
  return { server, api, facts };
}
