import type { SourceCall } from '@linkage/server';

/** A value of a column: the same for every call, or the result of a function of the call. */
export type CallFunction = (call: SourceCall) => unknown;

const values = new WeakMap<object, CallFunction>();

/** Creates the parameter of a statement whose value depends on the call that runs the statement. */
export function callValue(of: CallFunction): object {
  const parameter = Object.freeze({});
  values.set(parameter, of);
  return parameter;
}

/** Whether a parameter depends on the call. */
export function isCallValue(parameter: unknown): parameter is object {
  return typeof parameter === 'object' && parameter !== null && values.has(parameter);
}

/** Returns the value of a parameter in a call; any other parameter unchanged. */
export function valueInCall(parameter: unknown, call: SourceCall): unknown {
  if (typeof parameter !== 'object' || parameter === null) return parameter;
  const of = values.get(parameter);
  return of === undefined ? parameter : of(call);
}
