import type { SourceCall } from '@linkage/server';

/** The fields of a request document that creates or updates a resource, as hooks returned them. */
export interface WrittenInput {
  /** The client-generated id of a new resource; undefined if the server chooses the id. */
  readonly id?: string | undefined;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, unknown>>;
}

/** A value of a column: the same for every call, or the result of a function of the call and of the written fields. */
export type CallFunction = (call: SourceCall, input: WrittenInput) => unknown;

/** The fields of a statement that does not write a document. */
const NO_INPUT: WrittenInput = Object.freeze({ attributes: Object.freeze({}), relationships: Object.freeze({}) });

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
export function valueInCall(parameter: unknown, call: SourceCall, input: WrittenInput = NO_INPUT): unknown {
  if (typeof parameter !== 'object' || parameter === null) return parameter;
  const of = values.get(parameter);
  return of === undefined ? parameter : of(call, input);
}
