import type { JsonApiRequest } from '../http.ts';
import type { SharedContext } from '../operations/operation-context.ts';
import { readConditions } from '../reading/conditional/preconditions.ts';
import { assertNotEncoded } from '../request/content-encoding.ts';
import { type RequestHead, readHead } from '../request/headers.ts';
import { readPreference } from '../request/preference.ts';
import { withCommits } from '../sources/commit-work.ts';
import type { Awaitable, SourceCall } from '../sources/data-source.ts';
import type { Deadline } from './deadline.ts';
import { report } from './finish-response.ts';
import { type AppliedPlugIns, applyToSetup } from './plug-ins.ts';
import type { RequestState } from './request-state.ts';
import type { ServerSetup } from './setup.ts';

/**
 * The request data that sources receive. The signal is created when a source reads it: many sources do not. Members that only
 * transactions and guarded calls have are own properties, so they cannot be inherited. The getter of the signal is one for all calls: a
 * getter in an object literal gives every object a hidden class of its own, which is slow.
 */
class RequestCall implements SourceCall {
  declare readonly signal: AbortSignal;
  readonly context: unknown;
  readonly transaction = undefined;
  readonly forUpdate = undefined;
  readonly readable = undefined;
  readonly conditions = undefined;
  readonly #deadline: Deadline;
  static readonly #lateSignal: PropertyDescriptor & ThisType<RequestCall> = {
    enumerable: true,
    get() {
      return this.#deadline.signal();
    },
  };

  constructor(context: unknown, deadline: Deadline) {
    this.context = context;
    this.#deadline = deadline;
    Object.defineProperty(this, 'signal', RequestCall.#lateSignal);
  }
}

function callWith(context: unknown, requestState: RequestState): SourceCall {
  const { monitor, setup } = requestState;
  const call = new RequestCall(context, monitor.deadline);
  return setup.hasHooks
    ? withCommits(call, { report: (failure) => report(requestState, failure), onWrite: monitor.onWrite })
    : call;
}

/** Like `callOf`, with the context that the application creates for the request. */
export async function callOf(requestState: RequestState): Promise<SourceCall> {
  const { options, request } = requestState;
  if (options.context === undefined) return callWith(undefined, requestState);
  requestState.context = await options.context(request);
  return callWith(requestState.context, requestState);
}

function hasPayload({ body }: JsonApiRequest): boolean {
  return body !== undefined && body.length > 0;
}

/** Stores the extensions and profiles that apply to a request and its response. */
function negotiate(requestState: RequestState, place: string, { accept, contentType }: RequestHead): AppliedPlugIns {
  const { plugIns } = requestState.setup;
  const negotiated = plugIns.negotiatorAt(place)(accept, contentType, hasPayload(requestState.request));
  requestState.applied = plugIns.appliedTo(negotiated);
  return requestState.applied;
}

/** A request whose URL is parsed, with the API and the sources as the caller sees them. */
export interface ParsedRequest {
  readonly requestState: RequestState;
  readonly setup: ServerSetup;
  /** The method after an override. */
  readonly method: string;
  readonly parameters: URLSearchParams;
  /** The call, if access rules required its context before the route was known. */
  readonly earlyCall: SourceCall | undefined;
}

/**
 * Reads the parts that every request has.
 *
 * @param place The key of the operation at its URL, or of the endpoint, which determines the extensions.
 */
export function readShared(
  { requestState, setup, parameters, earlyCall }: ParsedRequest,
  place: string,
): Awaitable<SharedContext> {
  const { options, request } = requestState;
  const head = readHead(request.headers);
  const applied = negotiate(requestState, place, head);
  if (hasPayload(request)) assertNotEncoded(head.contentEncoding);
  const [conditions, preference] = [readConditions(head), readPreference(head.prefer)];
  const shareWith = (call: SourceCall): SharedContext => ({
    setup: applyToSetup(setup, applied, call.context),
    applied,
    negotiated: applied.negotiated,
    parameters,
    conditions,
    preference,
    call,
    writesText: true,
    neverStored: undefined,
  });
  if (earlyCall !== undefined) return shareWith(earlyCall);
  return options.context === undefined
    ? shareWith(callWith(undefined, requestState))
    : callOf(requestState).then(shareWith);
}
