import { CHECK } from '@linkage/core/internal';
import type { SourceCall } from './data-source.ts';

/** The request of a call, as its call needs it. */
export interface CallRequest {
  /** The result of the option `context`, once it is known. */
  readonly context: unknown;
  /** Returns the signal, which is created when it is asked for. */
  signal(): AbortSignal;
  /** Throws the reason if the request was aborted, so that no new work starts. */
  check(): void;
}

/** A value that the server itself adds to calls. Sources do not read it, and it survives the copies that they make. */
export interface OfServer {
  /** Set in copies that sources have made. */
  readonly request?: CallRequest;
  /** The rows that an attempt or a read knows: see `known-rows.ts`. */
  readonly known?: unknown;
  /** The place of an operation among those that wait for each other: see `gathered-writes.ts`. */
  readonly place?: unknown;
  /** The work after the commit: see `commit-work.ts`. */
  readonly works?: unknown;
}

/** A call with what the server adds to it. */
export type ServerCall = SourceCall & { readonly ofServer?: OfServer | undefined };

/**
 * The call of a request, whose signal is created when a source reads it: many sources do not. Members that not every call has are own properties, so
 * they cannot be inherited. The getter of the signal is one for all calls: a getter in an object literal gives every object a hidden
 * class of its own, which is slow. It is an own property, too, because sources copy calls: `{ ...call, transaction }`.
 */
class LateCall implements SourceCall {
  declare readonly signal: AbortSignal;
  readonly context: unknown;
  transaction: unknown = undefined;
  forUpdate: boolean | undefined = undefined;
  keepsRecords: boolean | undefined = undefined;
  readable: SourceCall['readable'] = undefined;
  conditions: SourceCall['conditions'] = undefined;
  deleted: SourceCall['deleted'] = undefined;
  ofServer: OfServer | undefined = undefined;
  readonly #request: CallRequest;
  static readonly #lateSignal: PropertyDescriptor & ThisType<LateCall> = {
    enumerable: true,
    get() {
      return this.#request.signal();
    },
  };

  constructor(request: CallRequest, context: unknown = request.context) {
    this.context = context;
    this.#request = request;
    Object.defineProperty(this, 'signal', LateCall.#lateSignal);
  }

  [CHECK](): void {
    this.#request.check();
  }

  /** Returns the request. Undefined for a call that does not belong to one. */
  static requestOf(call: SourceCall): CallRequest | undefined {
    return #request in call ? call.#request : (call as ServerCall).ofServer?.request;
  }

  /** Returns a copy of a call with other members. */
  static with<Call extends SourceCall, Members extends object>(call: Call, members: Members): Call & Members {
    // A source has made a copy of its own.
    if (!(#request in call)) return { ...call, ...members };
    const copied = new LateCall(call.#request, call.context);
    copied.transaction = call.transaction;
    copied.forUpdate = call.forUpdate;
    copied.keepsRecords = call.keepsRecords;
    copied.readable = call.readable;
    copied.conditions = call.conditions;
    copied.deleted = call.deleted;
    copied.ofServer = (call as ServerCall).ofServer;
    return Object.assign(copied, members) as SourceCall as Call & Members;
  }
}

/** The calls of requests. */
export const RequestCall: new (request: CallRequest) => SourceCall = LateCall;

/** Returns the request of a call. Undefined for a call that does not belong to one. */
export const requestOf: (call: SourceCall) => CallRequest | undefined = LateCall.requestOf;

/** Returns a copy of a call with other members. Unlike `{ ...call }`, it does not create the signal. */
export const callWith: <Call extends SourceCall, Members extends object>(
  call: Call,
  members: Members,
) => Call & Members = LateCall.with;

/** Returns the call that a source passes to a transaction, which can be any object, as a call of the request. */
export function callWithin<Call extends SourceCall>(call: Call, request: CallRequest): Call {
  return requestOf(call) === request
    ? call
    : callWith(call, { ofServer: { ...(call as ServerCall).ofServer, request } });
}
