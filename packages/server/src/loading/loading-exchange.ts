import type { UrlScheme } from '@linkage/core';
import type { SourceCall } from '../data-source.ts';
import type { ServerLimits } from '../limits.ts';
import type { PageSetup } from '../pagination/page-rules.ts';
import type { AnySource, SourceSetup } from '../source/any-source.ts';

/** What loading records takes of a server. */
export interface LoadingSetup extends SourceSetup, PageSetup {
  readonly limits: ServerLimits;
  readonly urls: UrlScheme;
}

/** What loading records takes of a request. */
export interface LoadingExchange {
  readonly setup: LoadingSetup;
  readonly source: AnySource;
  readonly parameters: URLSearchParams;
  readonly call: SourceCall;
}
