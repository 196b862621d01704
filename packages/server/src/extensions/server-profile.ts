import type { Profile, QueryParameters } from '@linkage/core';
import type { PaginationStrategy } from '@linkage/core/http';
import type { RelatedQueriesReader } from '../request/related-queries.ts';
import type { ProfileMeta } from '../response/members/added-members.ts';
import type { AggregateRules } from '../sources/gateway/source-query.ts';

/**
 * A profile that a server applies. It determines `Content-Type`, `Vary`, `jsonapi.profile`, and the `type` of
 * `links.self`.
 *
 * @see https://jsonapi.org/format/1.1/#profiles
 */
export interface ServerProfile<Context = unknown> {
  /** The URI, query parameters, members, and document rules. */
  readonly profile: Profile;
  /** Whether the profile applies to every response, or only if a request names it. Default: `on request`. */
  readonly applied?: 'on request' | 'always' | undefined;
  /** The query parameters of the profile with their schemas. They are accepted while the profile is applied. */
  readonly parameters?: QueryParameters | undefined;
  /** The pagination of collections while the profile is applied, except for types with their own strategy. */
  readonly pagination?: PaginationStrategy | undefined;
  readonly meta?: ProfileMeta<Context> | undefined;
  /** The attributes that requests for collections can aggregate while the profile is applied: see `aggregates`. */
  readonly aggregates?: AggregateRules | undefined;
  /** How requests can filter, sort, and page included relationships while the profile is applied: see `relatedQueries`. */
  readonly relatedQueries?: RelatedQueriesReader | undefined;
  /** The `type` link of errors, as a URI by error code. */
  readonly errorTypes?: Readonly<Record<string, string>> | undefined;
}
