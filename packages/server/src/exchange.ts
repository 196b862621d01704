import type { Api, DataDocument, Negotiated, QueryParameters, ResourceUrls } from '@linkage/core';
import type { AccessControl } from './access/access-control.ts';
import type { Conditions } from './conditional/conditions.ts';
import type { DataSource, SourceCall } from './data-source.ts';
import type { SettledRules } from './pagination/page-rules.ts';
import type { Preference } from './request/preference.ts';
import type { Route } from './request/route.ts';
import type { Description } from './response/description.ts';
import type { Cacheable, ServerLimits } from './server.ts';
import type { Sides } from './sides.ts';

/** A data source with the types of one API taken off. */
export type AnySource = DataSource<Api, string, unknown>;

/** What a server is made of, settled when it is created. */
export interface ServerSetup {
  readonly api: Api;
  readonly limits: ServerLimits;
  readonly baseUrl: string;
  readonly urls: ResourceUrls;
  /** The rules by which a collection of these types is cut into pages. */
  readonly pageRules: (types: readonly string[]) => SettledRules;
  readonly queryParameters: QueryParameters;
  /** Whether resources of a type can be found by id: all others have no URL that answers GET. */
  readonly isServed: (type: string) => boolean;
  /** Whether the source of a type tells relationships that its records do not carry. */
  readonly isReadable: (type: string) => boolean;
  readonly sourceOf: (type: string) => AnySource | undefined;
  /** Which relationships contain the same links. */
  readonly sides: Sides;
  /** Undefined when everything is allowed. */
  readonly access: AccessControl | undefined;
  /** The types whose resources are written with `If-Match` only. */
  readonly requireIfMatch: ReadonlySet<string>;
  readonly describedby: Description;
  readonly cacheControl: (answer: Cacheable) => string | undefined;
}

/** One request on its way through an operation. */
export interface Exchange<Kind extends Route['kind'] = Route['kind']> {
  readonly setup: ServerSetup;
  readonly route: Route & { readonly kind: Kind };
  readonly source: AnySource;
  readonly negotiated: Negotiated;
  readonly parameters: URLSearchParams;
  readonly body: string | Uint8Array | undefined;
  readonly call: SourceCall;
  readonly conditions: Conditions;
  readonly preference: Preference | undefined;
}

/** What an operation comes to. Without a body the response has none. */
export interface Outcome {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** The document as text, or as a value that becomes text. */
  readonly body?: string | DataDocument;
  /** The version of the one resource, or relationship, that the response is about. */
  readonly version?: string | undefined;
}
