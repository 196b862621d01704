import type { UrlScheme } from '@linkage/core';
import type { ServerLimits } from '../request/limits.ts';
import type { PageSetup } from '../request/pagination/page-rules.ts';
import type { AnySource, SourceSetup } from '../sources/any-source.ts';
import type { SourceCall } from '../sources/data-source.ts';

/** The parts of a server that loading records requires. */
export interface LoadingSetup extends SourceSetup, PageSetup {
  readonly limits: ServerLimits;
  readonly urls: UrlScheme;
}

/** The parts of a request that loading records requires. */
export interface LoadingContext {
  readonly setup: LoadingSetup;
  readonly source: AnySource;
  readonly parameters: URLSearchParams;
  readonly call: SourceCall;
}
