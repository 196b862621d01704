import type { Api, DocumentLimits, Extension, ResourceIdentifierObject, UrlTarget } from '@linkage/core';
import type { Preference } from '../request/preference.ts';
import type { ExtensionMembersOf } from '../response/members/added-members.ts';
import type { Action } from '../sources/port/actions.ts';
import type { Awaitable, SourceCall } from '../sources/port/data-source.ts';
import type { ServerWrites } from '../writing/server-writes.ts';
import type { OperationRequest, OperationResult, OperationTarget } from './operation-request.ts';

/** The names of headers in lower case. A name that begins with a slash is a path. */
type AskedName<Name extends string> = string extends Name ? string : Lowercase<Exclude<Name, `/${string}`>>;

/** The names of the placeholders in a path. */
type PlaceholderIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PlaceholderIn<Rest>
  : never;

/** The resource types that targets name. */
type TypeIn<Target> = Target extends { readonly type: infer Type extends string } ? Type : never;

/** The values of the placeholders in the path of an endpoint. */
type Placeholders<Target, Name extends string> = string extends Name
  ? Readonly<Record<string, string>>
  : { readonly [Placeholder in PlaceholderIn<Name>]: Placeholder extends 'type' ? TypeIn<Target> : string };

/**
 * A request to an endpoint of an extension. The compiler knows the types of the API by the targets of its operations: a parameter for the API
 * would not let an endpoint for any API fit each one. `Name` is the path of the endpoint, and the names of the headers that it asks for.
 */
export interface EndpointRequest<Context = unknown, Target = OperationTarget, Name extends string = string> {
  /** The values of the placeholders in the path, decoded: `{ year: '2026' }`. */
  readonly placeholders: Placeholders<Target, Name>;
  /** The request document, parsed within the limits of the server; undefined without a body. */
  readonly document: EndpointDocument | undefined;
  /** The headers that the endpoint asks for in `headers`, by their names in lower case. Undefined if the request does not have them. */
  readonly headers: { readonly [Field in AskedName<Name>]: string | undefined };
  /** The query parameters. The endpoint must reject unknown parameters. */
  readonly parameters: URLSearchParams;
  /** The value of `return` in the `Prefer` header of the request, or undefined. */
  readonly preference: Preference | undefined;
  /** The limits of request documents, for `parseCreate` and the other parsers. */
  readonly limits: DocumentLimits;
  readonly call: SourceCall<Context>;
  /** The result of the option `context`. */
  readonly context: Context;
  /**
   * Writes of the endpoint itself, also of fields that clients cannot write. Unlike `execute`, they need no document, and do not
   * compare the preconditions of the request.
   */
  readonly writes: ServerWrites;
  /** The API with only the fields that the user can read. */
  readonly api: Api;
  /**
   * Returns the target of a URL of this API, with or without the base URL. Returns undefined if the URL does not exist.
   */
  targetOf(href: string): UrlTarget | undefined;
  /**
   * Whether the access rules let the user read any resources of a type: false if `read` returns false, and true if it
   * returns conditions.
   */
  canReadSome(type: TypeIn<Target>): Promise<boolean>;
  /** Whether the sources of these types share transactions, so that `transaction` can run operations on all of them. */
  sharesTransactions(types: readonly TypeIn<Target>[]): boolean;
  /**
   * Executes an operation of the specification like a separate request, including access rules, checks, preconditions,
   * and hooks of sources.
   *
   * @throws {JsonApiError} The error of the separate request, with its pointers below `pointer`.
   */
  execute(operation: OperationRequest<Target>): Promise<OperationResult>;
  /** Whether one write of this type is complete or without effect without a transaction, and does not continue in the background. */
  isAtomic(type: TypeIn<Target>, action: Action): boolean;
  /**
   * Runs tasks in order. Each must execute one operation with the request that it receives, and call no source itself. Within
   * `transaction`, the creations of several tasks can become one call `createAll` of their source, and updates one call `updateAll`; if a task fails then, the transaction
   * runs again, with one call for each.
   */
  together<Result>(
    tasks: readonly ((inside: EndpointRequest<Context, Target, Name>) => Promise<Result>)[],
  ): Promise<readonly Result[]>;
  /**
   * Runs operations on resources of these types completely or not at all.
   *
   * @param linked Resources to which the operations will link. If the server knows them, it reads them together.
   * @param runsAgain Whether the operations run again, in a new transaction, after they failed and were undone. Not called within another
   * transaction, and at most 7 times.
   * @throws {JsonApiError} 403 if the sources of these types do not share transactions. In this case, no operation has
   * run.
   */
  transaction<Result>(
    types: readonly TypeIn<Target>[],
    run: (inside: EndpointRequest<Context, Target, Name>) => Promise<Result>,
    linked?: readonly ResourceIdentifierObject[],
    runsAgain?: (thrown: unknown) => Promise<boolean>,
  ): Promise<Result>;
}

/**
 * The request document of an endpoint: a JSON object. The server checks neither its names nor their values: `parseCreate` and the other parsers
 * return typed values, and an action has a schema of its input.
 */
export interface EndpointDocument {
  readonly data?: unknown;
  readonly meta?: unknown;
  readonly [name: string]: unknown;
}

/** The response of an endpoint. */
export interface EndpointResponse {
  readonly status: number;
  /** The document without `jsonapi`, which the server adds. Absent for a response without a document. */
  readonly document?: Readonly<Record<string, unknown>> | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The entity tag of the resource after the request, as `execute` returns it. Sent if the endpoint has `versionOf`. */
  readonly etag?: string | undefined;
}

/**
 * An endpoint of an extension, or of the application: a URL beside those of the specification. `Name` is its path, and the names in `headers`:
 * the compiler can infer them together for each endpoint of a list.
 */
export interface ExtensionEndpoint<Context = unknown, Target = OperationTarget, Name extends string = string> {
  /** The name for hooks and traces: `bulk-delete`. */
  readonly name: string;
  /**
   * The path below the root of the API: `/operations`. `{type}` is a placeholder for a resource type of the
   * API, and each other name, as in `/reports/{year}`, for any segment. Below a resource, the segment after its id must begin with a
   * hyphen: `/orders/{id}/-actions/cancel`.
   */
  readonly path: Name;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The statuses of successful responses, for descriptions. */
  readonly statuses: readonly number[];
  /** The limits of requests to the endpoint, for descriptions: `{ operations: 50 }`. */
  readonly limits?: { readonly [name: string]: number } | undefined;
  /**
   * The type of the resource whose version the URL has: the resource with the `{id}` in the path. The server compares
   * `If-Match` and `If-None-Match` with it before `run`, and again in the transaction of the first operation that changes
   * it. The option `requireIfMatch` applies. Default: the URL does not have a version, so `If-Match` is rejected.
   */
  readonly versionOf?: string | undefined;
  /**
   * The names of the request headers that `run` receives. With `If-Match`, the endpoint compares this condition
   * itself. Default: none.
   */
  readonly headers?: readonly Name[] | undefined;
  /**
   * Whether the option `requireIfMatch` applies to each operation that `run` executes without `ifMatch`. Default false:
   * these operations need no condition.
   */
  readonly requiresIfMatch?: boolean | undefined;
  /**
   * Whether a POST without a body needs no `Content-Type`. Browsers can then send it from any site, with the cookies of
   * their user. Default false.
   */
  readonly allowsCrossSite?: boolean | undefined;
  /** Responds to a request. If the endpoint belongs to an extension, the request applies the extension. Errors are handled like the errors of every operation. */
  readonly run: (request: EndpointRequest<Context, Target, Name>) => Awaitable<EndpointResponse>;
}

/** The endpoints of an application, of which each knows its own placeholders and headers. */
export type Endpoints<Context, A extends Api, Names extends readonly string[]> = {
  readonly [Index in keyof Names]: ExtensionEndpoint<Context, OperationTarget<A>, Names[Index]>;
};

/** An operation of the specification at a URL, or an endpoint. */
export interface ExtensionPlace {
  /** The name of the operation, as in hooks and traces, such as `fetch-collection`; or the name of the endpoint. */
  readonly name: string;
  /** The method. A request with HEAD is like one with GET. */
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The path below the base URL: `/articles/{id}/relationships/author`. */
  readonly path: string;
  /** The resource type of the URL. Absent for an endpoint, and for a collection of several types. */
  readonly type?: string;
  /** The relationship of the URL. Absent for other URLs. */
  readonly relationship?: string;
}

/**
 * An extension that a server executes. It determines the responses 415 and 406, `Content-Type`, `Vary`, `jsonapi.ext`,
 * and the `type` of `links.self`.
 *
 * @see https://jsonapi.org/format/1.1/#extensions
 */
export interface ServerExtension<Context = unknown> {
  /** The URI, namespace, query parameters, members, and document rules. */
  readonly extension: Extension;
  readonly endpoints?: readonly ExtensionEndpoint<Context>[] | undefined;
  /**
   * Where requests can apply the extension: only at its own endpoints, at every URL of the API, or also at the places for
   * which a function returns true. The server calls the function when it starts, once for each place. At other places,
   * the extension is unsupported: 415 if `Content-Type` names it, and the server does not choose a media type of
   * `Accept` that names it. Default: `endpoints` if the extension has endpoints, otherwise `everywhere`.
   */
  readonly appliesTo?: 'endpoints' | 'everywhere' | ((place: ExtensionPlace) => boolean) | undefined;
  readonly members?: ExtensionMembersOf<Context> | undefined;
}
