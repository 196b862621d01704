import type { ErrorObject, ErrorSource } from '../spec/document/error-object.ts';
import type { ErrorCode } from './chapters/error-table.ts';
import { chapterErrorObject, type ErrorFacts } from './create-error-object.ts';
import { type ErrorKey, errorIn, type MoreMessages } from './json-api-error.ts';
import type { ValuesOf } from './message-part.ts';

/** The errors found in a request so far. The client decides how many there are, so the list keeps only the first ones. */
export interface ErrorList<Code extends ErrorCode> {
  readonly errors: readonly ErrorObject[];
  /** The maximum number of errors in the list, at least one. */
  readonly limit: number;
  /** Adds an error, unless the list is full. `issue` is that of the schema that found the error. */
  add<Key extends ErrorKey<Code>>(
    key: Key,
    values: ValuesOf<Key>,
    source: ErrorSource | undefined,
    more?: MoreMessages,
    issue?: object,
  ): undefined;
  /** Adds an error with a message of the application, unless the list is full. */
  addText(code: Code, detail: string, source: ErrorSource): undefined;
  /** Adds an error object, unless the list is full. */
  addObject(error: ErrorObject): undefined;
  /** Whether the list is full. Then parsing can stop. */
  isFull(): boolean;
}

/**
 * Creates a list without errors. It keeps at most `maxErrors` errors, but always at least one, so that an invalid request is
 * never accepted.
 *
 * @param chapter The codes that the list can contain: bundlers drop the other chapters of the table.
 */
export function createErrorList<Code extends ErrorCode>(
  chapter: Readonly<Record<Code, ErrorFacts>>,
  maxErrors: number,
): ErrorList<Code> {
  const limit = Math.max(1, maxErrors);
  const errors: ErrorObject[] = [];
  const isFull = (): boolean => errors.length >= limit;
  return {
    errors,
    limit,
    add(key, values, source, more, issue) {
      if (!isFull()) errors.push(errorIn(chapter, key, values, source, more, issue));
    },
    addText(code, detail, source) {
      if (!isFull()) errors.push(chapterErrorObject(chapter, code, detail, source));
    },
    addObject(error) {
      if (!isFull()) errors.push(error);
    },
    isFull,
  };
}
