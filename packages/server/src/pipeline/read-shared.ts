import { readConditions } from '../conditional/preconditions.ts';
import type { JsonApiRequest } from '../http.ts';
import type { SharedContext } from '../operations/operation-context.ts';
import { assertNotEncoded } from '../request/content-encoding.ts';
import { type RequestHead, readHead } from '../request/headers.ts';
import { readPreference } from '../request/preference.ts';
import { withCommits } from '../source/commit-work.ts';
import type { Awaitable, SourceCall } from '../source/data-source.ts';
import type { Deadline } from './deadline.ts';
import type { ErrorContext } from './error-context.ts';
import { report } from './finish-response.ts';
import { type AppliedPlugIns, applyToSetup } from './plug-ins.ts';
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

function callWith(context: unknown, errorContext: ErrorContext): SourceCall {
  const { monitor, setup } = errorContext;
  const call = new RequestCall(context, monitor.deadline);
  return setup.hasHooks
    ? withCommits(call, { report: (failure) => report(errorContext, failure), onWrite: monitor.onWrite })
    : call;
}

/** Like `callOf`, with the context that the application creates for the request. */
export async function callOf(errorContext: ErrorContext): Promise<SourceCall> {
  const { options, request } = errorContext;
  if (options.context === undefined) return callWith(undefined, errorContext);
  errorContext.context = await options.context(request);
  return callWith(errorContext.context, errorContext);
}

function hasPayload({ body }: JsonApiRequest): boolean {
  return body !== undefined && body.length > 0;
}

/** Stores the extensions and profiles that apply to a request and its response. */
function negotiate(errorContext: ErrorContext, place: string, { accept, contentType }: RequestHead): AppliedPlugIns {
  const { plugIns } = errorContext.setup;
  const negotiated = plugIns.negotiatorAt(place)(accept, contentType, hasPayload(errorContext.request));
  errorContext.applied = plugIns.appliedTo(negotiated);
  return errorContext.applied;
}

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

/**
 * Reads the parts that every request has.
 *
 * @param place The key of the operation at its URL, or of the endpoint, which determines the extensions.
 */
export function readShared(
  { errorContext, setup, parameters, earlyCall }: ParsedRequest,
  place: string,
): Awaitable<SharedContext> {
  const { options, request } = errorContext;
  const head = readHead(request.headers);
  const applied = negotiate(errorContext, place, head);
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
  });
  if (earlyCall !== undefined) return shareWith(earlyCall);
  return options.context === undefined
    ? shareWith(callWith(undefined, errorContext))
    : callOf(errorContext).then(shareWith);
}
