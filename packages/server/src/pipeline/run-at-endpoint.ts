import { type FoundEndpoint, findEndpoint, methodsOf, namingMediaType } from '../extensions/find-endpoint.ts';
import { runEndpoint } from '../extensions/run-endpoint.ts';
import type { JsonApiResponse } from '../http.ts';
import type { KeyedRequest } from '../idempotency/keyed-request.ts';
import type { SourceCall } from '../source/data-source.ts';
import type { ErrorContext } from './error-context.ts';
import { fail } from './finish-response.ts';
import { readShared } from './read-shared.ts';
import type { ServerSetup } from './setup.ts';

/** A request whose URL is parsed, with the API and the sources as the caller sees them. */
export interface ParsedRequest {
  readonly errorContext: ErrorContext;
  readonly setup: ServerSetup;
  /** The method after an override. */
  readonly method: string;
  readonly parameters: URLSearchParams;
  /** The call, if access rules required its context before the route was known. */
  readonly earlyCall: SourceCall | undefined;
}

/** Runs a request. With an idempotency key, repeats the stored response instead, if there is one. */
export function runKeyed(errorContext: ErrorContext, keyed: KeyedRequest): Promise<JsonApiResponse> {
  const { keys, monitor } = errorContext;
  if (keys === undefined) return monitor.run(() => keyed.run(keyed.shared));
  return monitor.run(() => keys.answer(keyed, (thrown) => fail(errorContext, thrown)));
}

/** Responds to a request at the URL of endpoints of extensions. */
export async function runAtEndpoint(
  { errorContext, setup, method, parameters, earlyCall }: ParsedRequest,
  endpoints: readonly FoundEndpoint[],
): Promise<JsonApiResponse> {
  const { request, monitor } = errorContext;
  if (method === 'OPTIONS') return { status: 204, headers: { Allow: methodsOf(endpoints), Vary: 'Accept' } };
  const endpoint = findEndpoint(endpoints, method);
  monitor.onOperation(endpoint.endpoint);
  const shared = await namingMediaType(endpoint, () => readShared(errorContext, setup, parameters, earlyCall));
  const types = [...setup.api.types.keys()];
  const run: KeyedRequest['run'] = (sharedContext) => runEndpoint(endpoint, sharedContext, request.body);
  return runKeyed(errorContext, { request, method, shared, types, run });
}
