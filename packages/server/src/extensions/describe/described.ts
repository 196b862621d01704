import type { Api, QueryParameters } from '@linkage/core';
import type { ExecutingServer } from '../../operations/context.ts';
import { canOverload } from '../../request/overload/overload-limits.ts';
import type { RulesOf } from '../../request/pagination/page-rules.ts';
import type { RequiredKeys } from '../../request/required-keys.ts';
import type { AccessControl } from '../../rules/access-control.ts';
import type { ServerPlugIns } from '../applied-plug-ins.ts';
import type { StatusFacts } from './statuses.ts';

/** The values of a server that its description shows. */
export interface DescribedServer extends ExecutingServer {
  readonly options: ExecutingServer['options'] & {
    readonly context: unknown;
    readonly idempotency:
      | {
          readonly keys: {
            readonly exempt: readonly string[];
            readonly required: RequiredKeys;
            readonly hours: number;
          };
        }
      | undefined;
  };
  /** Undefined if everything is allowed. */
  readonly access: AccessControl | undefined;
  /** The types whose resources can only be written with `If-Match`. */
  readonly requireIfMatch: ReadonlySet<string>;
  readonly pageRules: RulesOf;
  /** The query parameters of the application for all types. */
  readonly queryParameters: QueryParameters;
  readonly plugIns: ServerPlugIns;
}

/** A server as its description shows it. */
export interface Described {
  readonly server: DescribedServer;
  /** The API as the user sees it. */
  readonly api: Api;
  readonly facts: StatusFacts;
}

/** Returns a server as its description shows it. */
export function describedOf(server: DescribedServer, api: Api): Described {
  const { options, access, limits, sourceOf } = server;
  const facts = {
    hasUsers: options.context !== undefined || access !== undefined,
    hasAccess: access !== undefined,
    hasUrlLimit: Number.isFinite(limits.urlLength),
    canOverload: canOverload(limits),
    hasJobs: [...api.types.keys()].some((type) => sourceOf(type)?.job !== undefined),
    hasTimeLimit: limits.requestTime > 0 || limits.sourceTime > 0,
  };
  return { server, api, facts };
}
