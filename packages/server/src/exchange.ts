import type {
  Api,
  DataDocument,
  DocumentWriter,
  Extension,
  Negotiated,
  QueryParameters,
  UrlScheme,
} from '@linkage/core';
import type { AccessControl } from './access/access-control.ts';
import type { Conditions } from './conditional/conditions.ts';
import type { DataSource, SourceCall } from './data-source.ts';
import type { PlugIns, ServerPlugIns } from './extensions/plug-ins.ts';
import type { RulesOf } from './pagination/page-rules.ts';
import type { PageFacts } from './pagination/pagination.ts';
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
  readonly urls: UrlScheme;
  /** What writes the documents of an API: the whole one, or the part of it that a caller sees. */
  readonly writerOf: (api: Api) => DocumentWriter;
  /** The rules by which a collection of these types is cut into pages. */
  readonly pageRules: RulesOf;
  /** What strategies get to know of the request besides its query. */
  readonly pageFacts: PageFacts;
  readonly queryParameters: QueryParameters;
  /** The extensions whose query parameters count. */
  readonly queryExtensions: readonly Extension[];
  readonly plugIns: ServerPlugIns;
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
  /** What the application adds to `Vary`; empty if nothing. */
  readonly vary: string;
}

/** What has been read of a request whatever it is for. */
export interface SharedExchange {
  readonly setup: ServerSetup;
  /** The extensions and profiles that apply. */
  readonly applied: PlugIns;
  readonly negotiated: Negotiated;
  readonly parameters: URLSearchParams;
  readonly call: SourceCall;
  readonly conditions: Conditions;
  readonly preference: Preference | undefined;
  /** Whether documents are written as text; otherwise they are values, for an endpoint that executes operations. */
  readonly writesText: boolean;
}

/** One request on its way through an operation. */
export interface Exchange<Kind extends Route['kind'] = Route['kind']> extends SharedExchange {
  readonly route: Route & { readonly kind: Kind };
  readonly source: AnySource;
  /** The request document: text, bytes, or a value that was parsed before. */
  readonly body: unknown;
}

/** What an operation comes to, as values: the response turns them into header fields. Without a body it has none. */
export interface Outcome {
  readonly status: number;
  /** The URL of the resource that was created, or that a finished job has made. */
  readonly location?: string;
  /** The URL of the resource in the document, where it is not that of the request: the job of a write. */
  readonly contentLocation?: string;
  /** Whole seconds until a job should be fetched again. */
  readonly retryAfter?: string | undefined;
  /** The preference of the client that was honored, null for none; absent where no preference is looked at. */
  readonly preference?: Preference | null;
  /** The document as text, or as a value that becomes text. */
  readonly body?: string | DataDocument;
  /** The version of the one resource, or relationship, that the response is about. */
  readonly version?: string | undefined;
}
