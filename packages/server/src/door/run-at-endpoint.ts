import { placeOfEndpoint } from '../extensions/extensions-by-place.ts';
import { type FoundEndpoint, findEndpoint, methodsOf, namingMediaType } from '../extensions/find-endpoint.ts';
import { runEndpoint } from '../extensions/run-endpoint.ts';
import { type JsonApiResponse, responseOf } from '../http.ts';
import type { KeyedRequest, KeyedServer } from '../operations/idempotency/keyed-request.ts';
import { fail } from './finish-response.ts';
import { assertOutside } from './open-transactions.ts';
import { type ParsedRequest, readShared } from './read-shared.ts';
import type { RequestState } from './request-state.ts';
import { runTransaction } from './watch-transaction.ts';

/** Runs a request. With an idempotency key, repeats the stored response instead, if there is one. */
export function runKeyed(requestState: RequestState, keyed: KeyedRequest): Promise<JsonApiResponse> {
  const { monitor } = requestState;
  const { idempotency } = requestState.setup;
  if (idempotency === undefined) return monitor.run(() => keyed.run(keyed.shared));
  const { sourceOf, hasWritten } = monitor;
  const where = 'idempotency.store.transaction';
  const server: KeyedServer = {
    sourceOf,
    hasWritten,
    limited(begin, scope) {
      // Before the key is taken: a store with one connection would wait for the transaction.
      assertOutside(monitor.deadline, scope, where);
      return (run, call) => runTransaction(monitor, where, scope, begin, run, call);
    },
    fail: (thrown) => fail(requestState, thrown),
  };
  return monitor.run(() => idempotency.answer(keyed, server));
}

/** Responds to a request at the URL of endpoints of extensions. */
export async function runAtEndpoint(
  parsed: ParsedRequest,
  endpoints: readonly FoundEndpoint[],
): Promise<JsonApiResponse> {
  const { requestState, setup, method } = parsed;
  const { request, monitor } = requestState;
  if (method === 'OPTIONS') return responseOf(204, { Allow: methodsOf(endpoints), Vary: 'Accept' });
  const endpoint = findEndpoint(endpoints, method);
  monitor.onOperation(endpoint.endpoint);
  const shared = await namingMediaType(endpoint, () => readShared(parsed, placeOfEndpoint(endpoint.endpoint)));
  const types = [...setup.api.types.keys()];
  const run: KeyedRequest['run'] = (sharedContext) => runEndpoint(endpoint, sharedContext, request);
  return runKeyed(requestState, { request, method, shared, types, run });
}
