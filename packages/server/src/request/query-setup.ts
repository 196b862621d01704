import type { Api, Extension, FilterLanguage, QueryParameters } from '@linkage/core';
import type { DefaultIncludes } from './default-includes.ts';
import type { ServerLimits } from './limits.ts';

/** The part of the server's setup that parsing a query requires. */
export interface QuerySetup {
  readonly api: Api;
  readonly limits: ServerLimits;
  readonly queryParameters: QueryParameters;
  /** The parameters of the application that only collections and resources of one type have, by type. */
  readonly typeParameters: ReadonlyMap<string, QueryParameters>;
  readonly defaultIncludes: DefaultIncludes;
  /** The extensions whose query parameters are accepted. */
  readonly queryExtensions: readonly Extension[];
  /** Undefined for the default language. */
  readonly filterLanguage: FilterLanguage | undefined;
}
