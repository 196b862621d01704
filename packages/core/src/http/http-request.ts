import { pickMembers } from '../internal/inherited-members.ts';
import type { HeaderFields } from './headers.ts';

/** A request of any framework: of Express, Fastify, or Koa, the `raw` request of Hono, or a `Request` of Fetch. */
export interface HttpRequest {
  readonly method?: string | undefined;
  /** The URL, or its path and query. Only the query is read. */
  readonly url?: string | undefined;
  readonly headers: HeaderFields | { get(name: string): string | null };
  /** The document: its text, its bytes, or the value parsed from it. Only requests that write a document need it. */
  readonly body?: unknown;
}

/** Reads the members of a request: its own, or those of its class, but not those of `Object.prototype`. */
export function readMembers(request: HttpRequest): HttpRequest {
  return pickMembers(request, ['method', 'url', 'headers', 'body']) as HttpRequest;
}

/** A response as plain values, for any framework. */
export interface HttpResponse {
  readonly status: number;
  /** Header fields, without duplicates. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document as text; absent if the response has none. */
  readonly body?: string | undefined;
}
