import { readConditions } from '../conditional/conditions.ts';
import type { JsonApiRequest } from '../http.ts';
import type { SharedExchange } from '../operations/exchange.ts';
import { refuseEncoding } from '../request/content-encoding.ts';
import { type RequestHead, readHead } from '../request/headers.ts';
import { readPreference } from '../request/preference.ts';
import type { Awaitable, SourceCall } from '../source/data-source.ts';
import type { Asked } from './asked.ts';
import { type AppliedPlugIns, applyToSetup } from './plug-ins.ts';
import type { ServerSetup } from './setup.ts';

/**
 * The request data that sources receive. A signal costs less than an accessor for it. Members that only transactions
 * and guarded calls have are own properties, so they cannot be inherited.
 */
function callWith(context: unknown, { watch }: Asked): SourceCall {
  return {
    context,
    signal: watch.deadline.signal(),
    transaction: undefined,
    forUpdate: undefined,
    readable: undefined,
    conditions: undefined,
  };
}

/** Like `callOf`, with the context that the application creates for the request. */
export async function callOf(asked: Asked): Promise<SourceCall> {
  const { options, request } = asked;
  return callWith(options.context === undefined ? undefined : await options.context(request), asked);
}

function hasPayload({ body }: JsonApiRequest): boolean {
  return body !== undefined && body.length > 0;
}

/** Stores the extensions and profiles that apply to a request and its response. */
function negotiate(asked: Asked, { accept, contentType }: RequestHead): AppliedPlugIns {
  const { plugIns } = asked.setup;
  asked.applied = plugIns.appliedTo(plugIns.negotiate(accept, contentType, hasPayload(asked.request)));
  return asked.applied;
}

/** Reads the parts that every request has. */
export function readShared(
  asked: Asked,
  setup: ServerSetup,
  parameters: URLSearchParams,
  known: SourceCall | undefined,
): Awaitable<SharedExchange> {
  const { options, request } = asked;
  const head = readHead(request.headers);
  const applied = negotiate(asked, head);
  if (hasPayload(request)) refuseEncoding(head.contentEncoding);
  const [conditions, preference] = [readConditions(head), readPreference(head.prefer)];
  const shareWith = (call: SourceCall): SharedExchange => ({
    setup: applyToSetup(setup, applied, call.context),
    applied,
    negotiated: applied.negotiated,
    parameters,
    conditions,
    preference,
    call,
    writesText: true,
  });
  if (known !== undefined) return shareWith(known);
  return options.context === undefined ? shareWith(callWith(undefined, asked)) : callOf(asked).then(shareWith);
}
