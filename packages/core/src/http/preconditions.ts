import { conditionErrors, conditionMessagesOfVersions } from '../error/chapters/condition-errors.ts';
import { joined } from '../error/chapters/error-table.ts';
import { requestErrors } from '../error/chapters/request-errors.ts';
import { type ErrorKey, errorIn, JsonApiError } from '../error/json-api-error.ts';
import type { ValuesOf } from '../error/message-part.ts';
import { type EntityTags, namesRepresentation, namesVersion, parseEntityTags } from './entity-tag.ts';
import type { RequestHead } from './headers.ts';

/** The preconditions of a request. */
export interface Preconditions {
  readonly ifMatch: EntityTags | undefined;
  readonly ifNoneMatch: EntityTags | undefined;
}

/** The preconditions of most requests. */
export const noPreconditions: Preconditions = Object.freeze({ ifMatch: undefined, ifNoneMatch: undefined });

type ConditionHeader = 'If-Match' | 'If-None-Match';

function readTags(value: string | undefined, header: ConditionHeader): EntityTags | undefined {
  if (value === undefined) return undefined;
  const tags = parseEntityTags(value);
  if (tags !== undefined) return tags;
  throw new JsonApiError(errorIn(requestErrors, 'HEADER_INVALID.entityTags', { header }, { header }));
}

/**
 * Parses the preconditions of a request. Ignores preconditions with dates, because responses do not contain a
 * modification date.
 *
 * @throws {JsonApiError} 400 if a header is malformed. If the server ignored it, the write would be
 * unconditional.
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1
 */
export function readPreconditions({
  ifMatch,
  ifNoneMatch,
}: Pick<RequestHead, 'ifMatch' | 'ifNoneMatch'>): Preconditions {
  if (ifMatch === undefined && ifNoneMatch === undefined) return noPreconditions;
  return { ifMatch: readTags(ifMatch, 'If-Match'), ifNoneMatch: readTags(ifNoneMatch, 'If-None-Match') };
}

/** Whether a request has preconditions. */
export function isConditional({ ifMatch, ifNoneMatch }: Preconditions): boolean {
  return ifMatch !== undefined || ifNoneMatch !== undefined;
}

const errorsOfVersions: typeof conditionErrors & typeof conditionMessagesOfVersions = joined(
  conditionErrors,
  conditionMessagesOfVersions,
);

/** Creates the error for a write without `If-Match`, which it requires: 428 (RFC 6585, section 3). */
export function ifMatchRequired(): JsonApiError {
  return new JsonApiError(errorIn(errorsOfVersions, 'PRECONDITION_REQUIRED.ifMatch', {}, { header: 'If-Match' }));
}

/** Creates the error for a precondition that does not match. */
export function preconditionFailed<Key extends ErrorKey<'PRECONDITION_FAILED'>>(
  header: ConditionHeader,
  key: Key,
  values: ValuesOf<Key>,
): JsonApiError {
  return new JsonApiError(errorIn(errorsOfVersions, key, values, { header }));
}

/**
 * Checks the preconditions of a write against the current resource. `If-Match` compares the version in a tag, because a
 * write concerns the resource, regardless of the representation that the client read.
 *
 * @param version The version of the existing resource; undefined if it cannot be determined.
 * @throws {JsonApiError} 412 with the name of the header.
 */
export function assertVersion({ ifMatch, ifNoneMatch }: Preconditions, version: string | undefined): void {
  if (ifMatch !== undefined && ifMatch !== '*' && !ifMatch.some((tag) => namesVersion(tag, version)))
    throw preconditionFailed('If-Match', `PRECONDITION_FAILED.${version === undefined ? 'noVersion' : 'changed'}`, {});
  if (ifNoneMatch === undefined) return;
  if (ifNoneMatch !== '*' && !ifNoneMatch.some((tag) => namesVersion({ ...tag, isWeak: false }, version))) return;
  throw preconditionFailed('If-None-Match', 'PRECONDITION_FAILED.excluded', {});
}

/**
 * Checks the preconditions of a create request. The resource does not exist yet, so `If-Match` never matches and
 * `If-None-Match` always does. If the resource exists after all, the response is 409 even without preconditions, so
 * preconditions do not change it (section 13.2.1).
 *
 * @throws {JsonApiError} 412.
 */
export function assertNoIfMatch({ ifMatch }: Preconditions): void {
  if (ifMatch === undefined) return;
  const error = errorIn(conditionErrors, 'PRECONDITION_FAILED.creation', {}, { header: 'If-Match' });
  throw new JsonApiError(error);
}

/**
 * Checks the preconditions of a read against the representation of the response.
 *
 * @returns Whether the client already has the representation.
 * @throws {JsonApiError} 412 for `If-Match`.
 */
export function isNotModified(
  { ifMatch, ifNoneMatch }: Preconditions,
  etag: string,
  version: string | undefined,
): boolean {
  const isMatch = ifMatch === undefined || ifMatch === '*';
  const named =
    isMatch || ifMatch.some((tag) => namesVersion(tag, version) || (!tag.isWeak && namesRepresentation(tag, etag)));
  if (!named) throw preconditionFailed('If-Match', 'PRECONDITION_FAILED.otherRepresentation', {});
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch === '*' || ifNoneMatch.some((tag) => namesRepresentation(tag, etag));
}
