import type { Profile, QueryParameters } from '@linkage/core';
import type { PaginationStrategy } from '../pagination/pagination.ts';
import type { ProfileMeta } from '../response/added-members.ts';

/**
 * A profile that a server applies. `Content-Type`, `Vary`, `jsonapi.profile`, and the `type` of `links.self` follow from it.
 *
 * @see https://jsonapi.org/format/1.1/#profiles
 */
export interface ServerProfile<Context = unknown> {
  /** Its URI, query parameters, members, and document rules. */
  readonly profile: Profile;
  /** Whether it is applied to every response, or to those whose requests ask for it. Default: `on request`. */
  readonly applied?: 'on request' | 'always' | undefined;
  /** The query parameters that it defines, each with the schema of its value; they count while it is applied. */
  readonly parameters?: QueryParameters | undefined;
  /** How collections are paginated while it is applied, except for types that have a strategy of their own. */
  readonly pagination?: PaginationStrategy | undefined;
  readonly meta?: ProfileMeta<Context> | undefined;
  /** The `type` link of errors that these codes name, as URIs by code. */
  readonly errorTypes?: Readonly<Record<string, string>> | undefined;
}
