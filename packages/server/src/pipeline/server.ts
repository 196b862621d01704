import type { JsonApiRequest, JsonApiResponse } from '../http.ts';

/** A server: one function from request to response, both plain values. */
export interface Server {
  /** As it was given; undefined when it was not. */
  readonly baseUrl: string | undefined;
  /** Bytes of a request document that are read at most: adapters stop reading there. */
  readonly bodyLimit: number;
  /** Answers a request. It never rejects: whatever fails becomes an error document. */
  readonly handle: (request: JsonApiRequest) => Promise<JsonApiResponse>;
}
