import type { Api, DocumentLimits, Extension, UrlTarget } from '@linkage/core';
import type { Preference } from '../request/preference.ts';
import type { ExtensionMembersOf } from '../response/added-members.ts';
import type { Awaitable, SourceCall } from '../source/data-source.ts';

/** What a request to an endpoint of an extension, or an operation in it, is executed on. */
export type OperationTarget =
  | {
      readonly type: string;
      readonly id?: string | undefined;
      /** The relationship whose resource linkage is fetched or changed. */
      readonly relationship?: string | undefined;
    }
  /** A URL below the base URL of the API, or with it. */
  | { readonly href: string };

/** An operation of the specification as a value. */
export interface OperationRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly target: OperationTarget;
  /** Query parameters, such as `{ include: 'author' }`. */
  readonly query?: Readonly<Record<string, string>> | URLSearchParams | undefined;
  /** The request document, parsed; `{ data: … }`. */
  readonly document?: unknown;
  /** A JSON Pointer to where the request document stands in that of the endpoint. Pointers of errors begin with it. */
  readonly pointer?: string | undefined;
  /** The entity tag that the resource must have, as in `If-Match`. */
  readonly ifMatch?: string | undefined;
  /** Whether the client wants the resource that it creates or updates back, as in `Prefer`. Default: as without `Prefer`. */
  readonly preference?: Preference | undefined;
}

/** What an operation came to. */
export interface OperationResult {
  /** The status that a request of its own would be answered with. */
  readonly status: number;
  /** The document that a request of its own would be answered with; undefined for none. */
  readonly document: Readonly<Record<string, unknown>> | undefined;
  /** The URL of the resource that was created. */
  readonly location: string | undefined;
  /** The entity tag of the resource as the operation left it. */
  readonly etag: string | undefined;
}

/** A request to an endpoint of an extension. */
export interface EndpointRequest<Context = unknown> {
  /** What the placeholders of the path stand for: `{ type: 'articles' }`. */
  readonly placeholders: Readonly<Record<string, string>>;
  /** The request document, parsed within the limits of the server; undefined without a payload. */
  readonly document: unknown;
  /** The query parameters, of which the endpoint must refuse those that it does not know. */
  readonly parameters: URLSearchParams;
  /** What the request says in `Prefer` of `return`; undefined for nothing. */
  readonly preference: Preference | undefined;
  /** The limits of request documents, as `parseCreate` takes them. */
  readonly limits: DocumentLimits;
  readonly call: SourceCall<Context>;
  /** The API as the caller sees it. */
  readonly api: Api;
  /** Returns what a URL of this API names, with the base URL or below it; undefined for nothing. */
  targetOf(href: string): UrlTarget | undefined;
  /** Whether the sources of these types share transactions, so that `transaction` can run operations on all of them. */
  sharesTransactions(types: readonly string[]): boolean;
  /**
   * Executes an operation of the specification as a request of its own would: access rules, checks, conditions, and hooks of
   * sources included.
   *
   * @throws {JsonApiError} What that request would be answered with, its pointers below `pointer`.
   */
  execute(operation: OperationRequest): Promise<OperationResult>;
  /**
   * Runs operations on resources of these types as a whole or not at all.
   *
   * @throws {JsonApiError} 403 if the sources of these types do not share transactions; nothing has run then.
   */
  transaction<Result>(
    types: readonly string[],
    run: (inside: EndpointRequest<Context>) => Promise<Result>,
  ): Promise<Result>;
}

/** What an endpoint answers. */
export interface EndpointResponse {
  readonly status: number;
  /** Its members, without `jsonapi`, which the server adds. Absent for a response without a document. */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A URL that an extension answers. */
export interface ExtensionEndpoint<Context = unknown> {
  /** As hooks and traces call it: `bulk-delete`. */
  readonly name: string;
  /** Below the root of the API: `/operations`. `{type}` stands for a resource type of the API. */
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The statuses of its answers when nothing is wrong, for descriptions. */
  readonly statuses: readonly number[];
  /** Answers a request that applies the extension. What it throws is answered like the failure of any operation. */
  run(request: EndpointRequest<Context>): Awaitable<EndpointResponse>;
}

/**
 * An extension that a server executes. 415, 406, `Content-Type`, `Vary`, `jsonapi.ext`, and the `type` of `links.self` follow
 * from it.
 *
 * @see https://jsonapi.org/format/1.1/#extensions
 */
export interface ServerExtension<Context = unknown> {
  /** Its URI, namespace, query parameters, members, and document rules. */
  readonly extension: Extension;
  readonly endpoints?: readonly ExtensionEndpoint<Context>[] | undefined;
  readonly members?: ExtensionMembersOf<Context> | undefined;
}
