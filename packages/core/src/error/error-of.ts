import type { ErrorObject, ErrorSource } from '../spec/document/error-object.ts';
import type { KeyOf } from './chapters/english-texts.ts';
import { type ErrorCode, errorTable } from './chapters/error-table.ts';
import { boundedSource, chapterErrorObject, type ErrorFacts } from './create-error-object.ts';
import { type ErrorIssue, type ErrorOrigin, origin } from './error-values.ts';
import { JsonApiError, type JsonApiErrorOptions } from './json-api-error.ts';
import { detailOf, type TextPart, textPart, type ValuesOf } from './text-part.ts';

/** The keys of the sentences of these codes. */
export type ErrorKey<Code extends ErrorCode = ErrorCode> = KeyOf<Code>;

/** The sentences that follow the first one. */
export type MoreTexts = readonly (TextPart | undefined)[];

/**
 * Creates an error object from an entry of a chapter: its code, its sentence, and the values of the sentence.
 *
 * @param chapter The part of the table with the code: bundlers drop the others.
 * @param issue The issue of the schema that found the error.
 */
export function errorIn<Code extends ErrorCode, Key extends ErrorKey<Code>>(
  chapter: Readonly<Record<Code, ErrorFacts>>,
  key: Key,
  values: ValuesOf<Key>,
  source?: ErrorSource,
  more: MoreTexts = [],
  issue?: object,
): ErrorObject {
  const parts = Object.freeze([textPart(chapter, key, values), ...more.filter((it) => it !== undefined)]);
  const facts: ErrorOrigin = Object.freeze({ parts, issue: issue as ErrorIssue | undefined });
  const [code] = key.split('.') as [Code];
  return chapterErrorObject(chapter, code, detailOf(parts), source, { [origin]: facts });
}

/** Creates an error object from an entry of any chapter. */
export function errorOf<Key extends ErrorKey>(
  key: Key,
  values: ValuesOf<Key>,
  source?: ErrorSource,
  more?: MoreTexts,
): ErrorObject {
  return errorIn(errorTable, key, values, boundedSource(source), more);
}

/** Creates the error to throw from an entry of any chapter. */
export function rejection<Key extends ErrorKey>(
  key: Key,
  values: ValuesOf<Key>,
  source?: ErrorSource,
  options?: JsonApiErrorOptions,
): JsonApiError {
  return new JsonApiError(errorOf(key, values, source), options);
}
