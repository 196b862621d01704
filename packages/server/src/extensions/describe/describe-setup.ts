import type { Api, QueryParameters, UrlScheme } from '@linkage/core';
import type { ParameterRules } from '../../operations/unapplied-parameters.ts';
import type { DefaultIncludes } from '../../request/default-includes.ts';
import type { ServerLimits } from '../../request/limits.ts';
import type { SettledRules } from '../../request/pagination/page-rules.ts';
import type { AnySource } from '../../sources/any-source.ts';
import type { SettledEndpoint } from '../find-endpoint.ts';
import type { ServerExtension } from '../server-extension.ts';
import type { ServerProfile } from '../server-profile.ts';
import type { StatusFacts } from './statuses.ts';

/** The parts of a server that its description shows. */
export interface DescribeSetup {
  /** The API as the caller sees it. */
  readonly api: Api;
  readonly baseUrl: string;
  readonly urls: Pick<UrlScheme, 'collection'>;
  readonly sourceOf: (type: string) => AnySource | undefined;
  readonly limits: ServerLimits;
  /** The page rules, with the pagination of the profiles that always apply. */
  readonly pageRules: (types: readonly string[]) => SettledRules;
  /** The types whose collections are streamed. */
  readonly streamed: ReadonlySet<string>;
  readonly queryParameters: QueryParameters;
  readonly typeParameters: ReadonlyMap<string, QueryParameters>;
  readonly parameterRules: ParameterRules;
  readonly hasFilterLanguage: boolean;
  readonly extensions: readonly ServerExtension[];
  /** Returns the extensions that requests can apply at a place. */
  readonly extensionsAt: (place: string) => readonly ServerExtension[];
  readonly profiles: readonly ServerProfile[];
  readonly endpoints: readonly SettledEndpoint[];
  readonly requireIfMatch: ReadonlySet<string>;
  readonly defaultIncludes: DefaultIncludes;
  readonly idempotency:
    | { readonly hours: number; readonly required: readonly string[]; readonly exempt: readonly string[] }
    | undefined;
  readonly facts: StatusFacts;
}
