import type { Profile, QueryParameters } from '@linkage/core';
import type { MemberFacts } from '../extensions/server-extension.ts';
import type { PaginationStrategy } from '../pagination/pagination.ts';

/** Members that a profile adds to a meta object. */
export type AddedMeta = Readonly<Record<string, unknown>> | undefined;

/** Functions that give the members of meta objects; those of several profiles and of pages are merged. */
export interface ProfileMeta<Context = unknown> {
  /** For the top-level meta object. */
  document?(facts: MemberFacts<Context>): AddedMeta;
  /** For each resource object, primary or included, from its record. */
  resource?(record: object, type: string, facts: MemberFacts<Context>): AddedMeta;
  /** For each resource identifier object whose resource was loaded, from its record. */
  identifier?(record: object, type: string, facts: MemberFacts<Context>): AddedMeta;
  /** For each error object. */
  error?(error: Readonly<Record<string, unknown>>): AddedMeta;
}

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
