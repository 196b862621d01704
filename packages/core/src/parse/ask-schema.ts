import { isPromise } from '../internal/is-promise.ts';
import type { AttributeDefinition } from '../schema/api.ts';
import type { SchemaResult } from '../schema/standard-schema.ts';
import type { Reporter } from './findings.ts';
import type { Reading } from './reading.ts';

/** A question to the schema of an attribute: what it says of a value, undefined when the request has none. */
export interface Question {
  readonly attribute: AttributeDefinition;
  readonly value: unknown;
}

/** Reads what a schema answered. */
export type ReadAnswer = (question: Question, result: SchemaResult<unknown>, reporter: Reporter) => void;

/** A schema judges a value or fails. That it failed is never the fault of the client, whatever it throws. */
function schemaFailure({ attribute }: Question, { type }: Reading, cause: unknown): Error {
  return new Error(`The schema of the attribute ${attribute.name} of ${type.name} failed.`, { cause });
}

/** Waits for an answer; its problems stand where the question was asked. */
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
  // Nobody waits for it when another schema fails first, and a rejection unheard of would end the process.
  done.catch(() => undefined);
  reading.pending.push({ name: question.attribute.name, read: done });
}

/**
 * Asks the schema of an attribute about a value. `read` gets the answer, at once or when it is there.
 *
 * @throws {Error} The schema failed, with what it threw as the cause; also as the rejection of a promised answer.
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
