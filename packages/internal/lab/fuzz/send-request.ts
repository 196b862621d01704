import type { JsonApiRequest } from '@linkage/server';
import type { Opened } from './blog.ts';
import { checkResponse } from './check-response.ts';

/** A request as JSON: the body is a string, or bytes in base64. */
export interface RequestInput {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  readonly bytes?: string;
}

/** Sends a request and returns what is wrong with the response. */
export async function sendRequest({ server, failures }: Opened, input: RequestInput): Promise<string | undefined> {
  const { method, url, headers = {}, body, bytes } = input;
  const request: JsonApiRequest = {
    method,
    url,
    headers: { ...(body === undefined && bytes === undefined ? {} : { 'content-type': MEDIA_TYPE }), ...headers },
    body: bytes === undefined ? body : Buffer.from(bytes, 'base64'),
  };
  const problem = checkResponse(request, await server.handle(request));
  const failure = failures.splice(0).at(0);
  if (failure === undefined) return problem;
  const stack = failure instanceof Error ? failure.stack : String(failure);
  return `${problem ?? 'a failure'}: ${stack?.replaceAll(/file:\S*\/packages\//g, 'packages/').slice(0, 600)}`;
}

/** The media type of JSON:API. */
export const MEDIA_TYPE = 'application/vnd.api+json';
/** The media type with the extension of atomic operations. */
export const ATOMIC = `${MEDIA_TYPE};ext="https://jsonapi.org/ext/atomic"`;
