import { fieldOf } from '@linkage/core/records';

/** A request as plain values. */
export interface JsonApiRequest {
  readonly method: string;
  /** The path and query below the root of the API, such as `/articles?page[size]=5`; it starts with a slash. */
  readonly url: string;
  /** Header fields by name, in any case; several lines of one field as a list or joined by commas. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The payload; absent or empty when the request has none. */
  readonly body?: string | Uint8Array | undefined;
  /** Aborts when the client is gone. */
  readonly signal?: AbortSignal | undefined;
}

/** A response as plain values. */
export interface JsonApiResponse {
  readonly status: number;
  /** Header fields, each once. */
  readonly headers: Readonly<Record<string, string>>;
  /** The document as text; absent when the response has none. */
  readonly body?: string;
}

/** Reads a request: its own members, or those of its class, but none that every object inherits. */
export function readRequest(request: JsonApiRequest): JsonApiRequest {
  return {
    method: request.method,
    url: request.url,
    headers: request.headers,
    body: fieldOf(request, 'body') as JsonApiRequest['body'],
    signal: fieldOf(request, 'signal') as JsonApiRequest['signal'],
  };
}
