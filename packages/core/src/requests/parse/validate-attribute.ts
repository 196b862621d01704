import { isPromise } from '../../internal/awaitable.ts';
import type { AttributeDefinition } from '../../schema/api.ts';
import type { SchemaResult } from '../../schema/standard-schema.ts';
import type { Reporter } from './error-collector.ts';
import type { ParseState } from './parse-state.ts';

/**
 * A value to validate with the schema of an attribute. The value is undefined if the request does not contain the
 * attribute.
 */
export interface AttributeCheck {
  readonly attribute: AttributeDefinition;
  readonly value: unknown;
}

/** Reads the result of a schema. */
export type HandleResult = (check: AttributeCheck, result: SchemaResult<unknown>, reporter: Reporter) => void;

/**
 * Creates the error for a schema that throws or rejects. This is a server failure (status 500), not a validation error.
 */
function schemaFailure({ attribute }: AttributeCheck, { type }: ParseState, cause: unknown): Error {
  return new Error(`The schema of the attribute \`${type.name}.${attribute.name}\` threw an error.`, { cause });
}

/** Waits for a result. Its errors have the position of the attribute, not of the moment when the result arrives. */
function handleLater(
  check: AttributeCheck,
  answer: PromiseLike<SchemaResult<unknown>>,
  state: ParseState,
  read: HandleResult,
): void {
  const reporter = state.collector.reserve();
  const done = Promise.resolve(answer)
    .then((result) => read(check, result, reporter))
    .catch((cause: unknown) => {
      throw schemaFailure(check, state, cause);
    });
  // Another schema can fail first, so that this promise is never awaited. An unhandled rejection would end the process.
  done.catch(() => undefined);
  state.pending.push({ name: check.attribute.name, read: done });
}

/**
 * Validates a value with the schema of an attribute. Calls `read` with the result, immediately or after its promise
 * resolves.
 *
 * @throws {Error} If the schema throws. The cause is the original error. A rejected promise rejects with the same
 * error.
 */
export function validateAttribute(check: AttributeCheck, state: ParseState, read: HandleResult): void {
  try {
    const answer = check.attribute.schema['~standard'].validate(check.value);
    if (isPromise(answer)) handleLater(check, answer, state, read);
    else read(check, answer, state.collector);
  } catch (cause) {
    throw schemaFailure(check, state, cause);
  }
}
