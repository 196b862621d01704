import type { Api, Extension, QueryParameters } from '@linkage/core';
import type { ServerLimits } from './limits.ts';

/** What reading a query takes of a server. */
export interface QuerySetup {
  readonly api: Api;
  readonly limits: ServerLimits;
  readonly queryParameters: QueryParameters;
  /** The extensions whose query parameters count. */
  readonly queryExtensions: readonly Extension[];
}
