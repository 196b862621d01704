import { isObject, ownMember } from '@linkage/core/internal';
import type { AttributeDates } from './attribute-dates.ts';
import type { RequestChecks } from './checks.ts';

/** Returns the value at a path of a document from a server. Each step is an own member. Undefined if one is absent. */
export function memberAt(document: unknown, ...path: readonly string[]): unknown {
  return path.reduce((value, name) => (isObject(value) ? ownMember(value, name) : undefined), document);
}

/** The argument of the constructor of `Headers`, or an object whose undefined members are not sent. */
export type HeadersInit =
  | NonNullable<ConstructorParameters<typeof Headers>[0]>
  | { readonly [name: string]: string | undefined };

/** The options of a client, checked and with their defaults. */
export interface Setup {
  readonly baseUrl: string;
  readonly origin: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Whether the application has passed `fetch`. */
  readonly hasFetchOption: boolean;
  readonly headers: () => HeadersInit | Promise<HeadersInit>;
  readonly retry: number;
  readonly idempotencyKeys: boolean | undefined;
  /** The statuses after which a request is sent again. */
  readonly retryOn: readonly unknown[];
  /** The function that the client calls after a 401, once for all requests that wait for it. */
  readonly refresh: (() => Promise<unknown>) | undefined;
  /** Returns the URL of a collection, of a resource, or of what is below it. */
  readonly urlOf: (type: string, id?: readonly unknown[], ...names: readonly unknown[]) => string;
  /** The checks of writes before they are sent, if the application has passed them. */
  readonly checks: RequestChecks | undefined;
  /** The reader and writer of dates, if the application has passed it. */
  readonly dates: AttributeDates | undefined;
  readonly totalName: readonly string[];
  readonly maxPages: number;
  readonly plainJson: boolean | undefined;
  /** The media type in `Accept`, with the requested profiles. */
  readonly accept: string;
  /** The media type in `Content-Type`. */
  readonly mediaType: string;
}

/**
 * One request. No member is optional: the read of an absent member would find a property of `Object.prototype`. This holds
 * for all objects that the files of this folder pass to each other.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly url: string;
  /** The text of the document. Null for a request without a body. */
  readonly body: string | null;
  /** Headers of this request besides those of every request. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal | undefined;
}

/** A response whose body was read. */
export interface Reply {
  /** The URL that responded: another one than that of the call after a redirect. */
  readonly url: string;
  /** Whether a redirect has led to another resource: 302 or 303, or any redirect of which a browser hides the status. */
  readonly isOtherResource: boolean;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly dates: AttributeDates | undefined;
}
