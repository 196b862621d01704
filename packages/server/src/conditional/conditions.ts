import { errorObject, JsonApiError } from '@linkage/core';
import type { RequestHead } from '../request/headers.ts';
import { type EntityTags, namesRepresentation, namesVersion, parseEntityTags } from './entity-tag.ts';

/** The conditions that a request makes. */
export interface Conditions {
  readonly ifMatch: EntityTags | undefined;
  readonly ifNoneMatch: EntityTags | undefined;
}

/** The conditions of most requests. */
export const noConditions: Conditions = Object.freeze({ ifMatch: undefined, ifNoneMatch: undefined });

type ConditionHeader = 'If-Match' | 'If-None-Match';

function readTags(value: string | undefined, header: ConditionHeader): EntityTags | undefined {
  if (value === undefined) return undefined;
  const tags = parseEntityTags(value);
  if (tags !== undefined) return tags;
  const detail = `${header} is "*" or a list of entity tags in quotation marks, of 4,096 characters at most.`;
  throw new JsonApiError(errorObject('HEADER_INVALID', detail, { source: { header } }));
}

/**
 * Reads the conditions of a request. Conditions on dates are not looked at: no response says a date of modification.
 *
 * @throws {JsonApiError} 400 for one that cannot be read: to leave it out would be to write without it.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1
 */
export function readConditions({ ifMatch, ifNoneMatch }: Pick<RequestHead, 'ifMatch' | 'ifNoneMatch'>): Conditions {
  if (ifMatch === undefined && ifNoneMatch === undefined) return noConditions;
  return { ifMatch: readTags(ifMatch, 'If-Match'), ifNoneMatch: readTags(ifNoneMatch, 'If-None-Match') };
}

/** Whether a request makes conditions. */
export function isConditional({ ifMatch, ifNoneMatch }: Conditions): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

/** The error for a condition that does not hold. */
export function conditionFailed(header: ConditionHeader, detail: string): JsonApiError {
  return new JsonApiError(errorObject('PRECONDITION_FAILED', detail, { source: { header } }));
}

/**
 * Checks the conditions of a write on the resource as it is before: `If-Match` compares the version that a tag carries,
 * for a write is about the resource, whatever part of it the client has looked at.
 *
 * @param version The version of the resource that exists; undefined when none can be told.
 * @throws {JsonApiError} 412 naming the header.
 */
export function assertVersion({ ifMatch, ifNoneMatch }: Conditions, version: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.some((tag) => namesVersion(tag, version))) {
    const detail =
      version === undefined
        ? 'The resource has no version that could be compared.'
        : 'None of the entity tags is a strong one of the resource as it is now: fetch it anew.';
    throw conditionFailed('If-Match', detail);
  }
  if (ifNoneMatch === undefined) return;
  if (ifNoneMatch !== '*' && !ifNoneMatch.some((tag) => namesVersion({ ...tag, isWeak: false }, version))) return;
  throw conditionFailed('If-None-Match', 'The resource exists, in a version that the request excludes.');
}

/**
 * Checks the conditions of a create request on the resource that it would create: there is none yet, so `If-Match` never
 * holds and `If-None-Match` always does. Where there is one after all, the answer is 409 without any condition, and
 * conditions do not change such an answer (section 13.2.1).
 *
 * @throws {JsonApiError} 412.
 */
export function refuseIfMatch({ ifMatch }: Conditions): void {
  if (ifMatch === undefined) return;
  throw conditionFailed('If-Match', 'A resource that is yet to be created has no entity tag that could match.');
}

/**
 * Checks the conditions of a request that reads, on the representation that it would get.
 *
 * @returns Whether the client has that representation already.
 * @throws {JsonApiError} 412 naming If-Match.
 */
export function isNotModified(
  { ifMatch, ifNoneMatch }: Conditions,
  etag: string,
  version: string | undefined,
): boolean {
  const isMatch = ifMatch === undefined || ifMatch === '*';
  const named =
    isMatch || ifMatch.some((tag) => namesVersion(tag, version) || (!tag.isWeak && namesRepresentation(tag, etag)));
  if (!named) throw conditionFailed('If-Match', 'None of the entity tags is a strong one of this representation.');
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === '*' || ifNoneMatch.some((tag) => namesRepresentation(tag, etag));
}
