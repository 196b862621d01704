import { ownMembers } from '../internal/members.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';
import { detailOf, type MessagePart } from './message-part.ts';

/** An issue of a schema. Other members depend on the library: Zod adds `code`, `minimum`, `format`, and others. */
export interface ErrorIssue {
  readonly message: string;
  readonly [member: string]: unknown;
}

/** The facts that `localize` receives about the messages of an error. */
export interface LocalizeFacts {
  /** The language of the response, such as `de-AT`. Undefined without the function `language`. */
  readonly language: string | undefined;
  /** The issue of the schema that rejected an attribute; undefined for all other errors. */
  readonly issue: ErrorIssue | undefined;
}

/** The parts of the text of an error, and the issue of a schema that caused it. */
export interface ErrorOrigin {
  readonly parts: readonly MessagePart[];
  readonly issue: ErrorIssue | undefined;
}

/** The member of an error object with its origin. Copies of the error have it, too, and JSON never contains it, because it is a symbol. */
export const origin: unique symbol = Symbol.for('linkage.errorOrigin');

/** Returns the origin of an error object. Undefined for an error of the application. */
export function originOf(error: object): ErrorOrigin | undefined {
  return (error as { readonly [origin]?: ErrorOrigin })[origin];
}

/** Returns the issue of an error object. */
export function issueOf(error: object): ErrorIssue | undefined {
  return originOf(error)?.issue;
}

/**
 * Returns the parts of the text of an error: its sentences, each with its key and its values. Undefined if this library did not write
 * the text, or the error comes from a response.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export function messageParts(error: ErrorObject): readonly MessagePart[] | undefined {
  const parts = originOf(error)?.parts;
  const { detail }: ErrorObject = ownMembers(error);
  return parts !== undefined && detail === detailOf(parts) ? parts : undefined;
}
