import type { JsonApiError } from '@linkage/core';
import { headerOf, rejection } from '@linkage/core/internal';
import type { JsonApiRequest } from '../../http.ts';

const source = { header: 'Idempotency-Key' };

/** A key without quotation marks, as most clients send it. */
const bare = /^[A-Za-z0-9._~:-]{1,255}$/;
/** A string of RFC 8941, section 3.3.3. */
const quoted = /^"(?:[ !#-[\]-~]|\\["\\])*"$/;
const MAX_LENGTH = 255;

function readKey(value: string): string | undefined {
  if (bare.test(value)) return value;
  // A backslash can escape each character.
  if (value.length > MAX_LENGTH * 2 + 2 || !quoted.test(value)) return undefined;
  const key = value.slice(1, -1).replaceAll(/\\(.)/g, '$1');
  return key.length > 0 && key.length <= MAX_LENGTH ? key : undefined;
}

/**
 * Returns the idempotency key of a request, or undefined if the field is absent.
 *
 * @throws {JsonApiError} 400 if the field is malformed, or if it is required and missing.
 * @see https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/
 */
export function readIdempotencyKey(request: JsonApiRequest, isRequired: boolean): string | undefined {
  const value = headerOf(request, 'idempotency-key')?.trim();
  if (value === undefined) {
    if (!isRequired) return undefined;
    throw rejection('IDEMPOTENCY_KEY_REQUIRED.header', source, source);
  }
  const key = readKey(value);
  if (key !== undefined) return key;
  throw rejection('HEADER_INVALID.key', { ...source, limit: MAX_LENGTH }, source);
}

/** Creates the error for a key that another request has used. */
export function keyReused(): JsonApiError {
  return rejection('IDEMPOTENCY_KEY_REUSED.otherRequest', {}, source);
}

/** Creates the error for a key whose request is still running. */
export function keyInUse(): JsonApiError {
  return rejection('IDEMPOTENCY_KEY_IN_USE.running', {}, source, { headers: { 'Retry-After': '1' } });
}
