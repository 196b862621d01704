import { pickMembers } from '../internal/members.ts';
import type { ErrorObject } from '../spec/document/error-object.ts';
import type { JsonApiError } from './json-api-error.ts';

const members = ['id', 'code', 'links', 'source', 'meta'] as const;

/** Reads an error object, which the application can have made: all of these members are set. */
export function errorParts(error: ErrorObject): {
  readonly [Name in (typeof members)[number]]: ErrorObject[Name];
} {
  return pickMembers(error, members) as never;
}

/** Returns the pointer of an error object, or undefined if it has none. */
export function pointerOf(error: ErrorObject): string | undefined {
  const { source } = errorParts(error);
  return source && pickMembers(source, ['pointer']).pointer;
}

/** Returns the original error of a `JsonApiError`, or undefined if it has none. */
export function causeOf(error: JsonApiError): unknown {
  return pickMembers(error, ['cause']).cause;
}

/** Returns a status as a string if it is the status of an HTTP error, otherwise undefined. */
export function errorStatusOf(status: unknown): string | undefined {
  const text = typeof status === 'number' ? String(status) : status;
  return typeof text === 'string' && /^[45]\d\d$/.test(text) ? text : undefined;
}
