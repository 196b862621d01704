import { isPromise } from '../internal/is-promise.ts';
import type { AttributeDefinition } from '../schema/api.ts';
import type { SchemaResult } from '../schema/standard-schema.ts';
import type { Reporter } from './findings.ts';
import type { Reading } from './reading.ts';

/**
 * A value to validate with the schema of an attribute. The value is undefined if the request does not contain the
 * attribute.
 */
export interface Question {
  readonly attribute: AttributeDefinition;
  readonly value: unknown;
}

/** Reads the result of a schema. */
export type ReadAnswer = (question: Question, result: SchemaResult<unknown>, reporter: Reporter) => void;

/**
 * Creates the error for a schema that throws or rejects. This is a server failure (status 500), not a validation error.
 */
function schemaFailure({ attribute }: Question, { type }: Reading, cause: unknown): Error {
  return new Error(`The schema of the attribute \`${type.name}.${attribute.name}\` threw an error.`, { cause });
}

/** Waits for a result. Its errors have the position of the attribute, not of the moment when the result arrives. */
function readLater(
  question: Question,
  answer: PromiseLike<SchemaResult<unknown>>,
  reading: Reading,
  read: ReadAnswer,
): void {
  const reporter = reading.findings.later();
  const done = Promise.resolve(answer)
    .then((result) => read(question, result, reporter))
    .catch((cause: unknown) => {
      throw schemaFailure(question, reading, cause);
    });
  // Another schema can fail first, so that this promise is never awaited. An unhandled rejection would end the process.
  done.catch(() => undefined);
  reading.pending.push({ name: question.attribute.name, read: done });
}

/**
 * Validates a value with the schema of an attribute. Calls `read` with the result, immediately or after its promise
 * resolves.
 *
 * @throws {Error} If the schema throws. The cause is the original error. A rejected promise rejects with the same
 * error.
 */
export function askSchema(question: Question, reading: Reading, read: ReadAnswer): void {
  try {
    const answer = question.attribute.schema['~standard'].validate(question.value);
    if (isPromise(answer)) readLater(question, answer, reading, read);
    else read(question, answer, reading.findings);
  } catch (cause) {
    throw schemaFailure(question, reading, cause);
  }
}
