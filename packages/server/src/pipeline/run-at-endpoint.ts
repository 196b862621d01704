import { type Awaitable, andThen } from '@linkage/core/internal';
import { placeOfEndpoint } from '../extensions/extensions-by-place.ts';
import { endpointHeaders, type FoundEndpoint, findEndpoint, namingMediaType } from '../extensions/find-endpoint.ts';
import { runEndpoint } from '../extensions/run-endpoint.ts';
import { type JsonApiResponse, responseOf } from '../http.ts';
import type { ExecutingOperation } from '../operations/context.ts';
import type { KeyedRequest } from '../operations/idempotency/keyed-request.ts';
import type { KeyedServer } from '../operations/idempotency/keyed-server.ts';
import type { OperationKind } from '../reading/conditional/operation-context.ts';
import { OperationContext } from '../reading/conditional/operation-context.ts';
import { assertOutside } from '../sources/gateway/open-transactions.ts';
import { runTransaction } from '../sources/gateway/run-transaction.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import { fail } from './finish-response.ts';
import { readRequestHead } from './read-request-head.ts';
import type { Request } from './request.ts';

/** Runs a request. With an idempotency key, repeats the stored response instead, if there is one. */
export function runKeyed<Kind extends OperationKind>(
  request: Request,
  keyed: KeyedRequest<Kind>,
): Awaitable<JsonApiResponse> {
  const { idempotency } = request.server.options;
  if (idempotency === undefined) return request.run(() => keyed.run(keyed.operation));
  const where = 'idempotency.store.transaction';
  const server: KeyedServer = {
    sourceOf: request.server.gatewayOf,
    hasWritten: () => request.hasWritten(),
    limited(begin, group) {
      // Before the key is taken: a store with one connection would wait for the transaction.
      assertOutside(request, group, where);
      const own: typeof begin = (run, call) => begin(async (inner) => run(inner), call);
      return async (run, call) => runTransaction(request, where, group, own as never, run, call);
    },
    user: idempotency.user as KeyedServer['user'],
    fail: (thrown) => fail(request, thrown),
  };
  return request.run(() => idempotency.keys.answer(keyed, server));
}

/** Responds to a request at the URL of endpoints of extensions. */
export function runAtEndpoint(
  request: Request,
  method: string,
  endpoints: readonly FoundEndpoint[],
  search: string,
  earlyCall: SourceCall | undefined,
): Awaitable<JsonApiResponse> {
  if (method === 'OPTIONS') return responseOf(204, { ...endpointHeaders(endpoints), Vary: 'Accept' });
  const found = findEndpoint(endpoints, method);
  const { endpoint } = found;
  request.operation = endpoint.name;
  const { negotiatorAt } = request.server.plugIns;
  const { preconditions, preference, body } = namingMediaType(found, () =>
    readRequestHead(request, negotiatorAt(placeOfEndpoint(endpoint))),
  );
  return andThen(earlyCall ?? request.createCall(), (call) => {
    const parameters = new URLSearchParams(search);
    const operation = new OperationContext<'endpoint', Request>({
      ...{ request, call, route: undefined, source: undefined, parameters, kept: undefined },
      ...{ preconditions, preference, body, sink: 'text', requireIfMatch: request.server.requireIfMatch },
      ...{ keyRules: undefined, repeats: undefined },
    });
    const types = [...request.api.types.keys()];
    const run = (inside: ExecutingOperation<'endpoint'>) => runEndpoint(found, inside);
    const { type: own, name: write } = found.action ?? {};
    return runKeyed(request, { method, operation, types, own, write, run });
  });
}
