import { documentErrors } from '../../error/chapters/document-errors.ts';
import { resourceErrors } from '../../error/chapters/resource-errors.ts';
import { errorIn, JsonApiError } from '../../error/json-api-error.ts';
import type { Api } from '../../schema/api.ts';
import { canSet, readOnlyReason } from '../../schema/can-set.ts';
import { relationshipOf, resourceType } from '../../schema/resource-type.ts';
import type { ResourceIdentifierObject } from '../../spec/document/resource-object.ts';
import { parseLinkage } from './parse-linkage.ts';
import type { ParseOptions } from './parse-options.ts';
import { clearsRequired } from './relationships.ts';

/**
 * Parses the document of a request to a relationship URL, or of an operation on a relationship: `update` replaces the linkage, `add` adds
 * members, and `remove` removes them.
 *
 * @throws {JsonApiError} 403 if the relationship cannot be changed in this way, 422 if the request clears a required relationship, and
 * the errors of `parseLinkage`.
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
export function parseRelationshipChange(
  api: Api,
  type: string,
  name: string,
  op: string,
  body: unknown,
  options: ParseOptions,
): ResourceIdentifierObject | null | readonly ResourceIdentifierObject[] {
  const relationship = relationshipOf(resourceType(api, type), name);
  const { base } = options;
  if (!canSet(relationship, 'update')) {
    const values = { name, reason: readOnlyReason(relationship) };
    const source = base === undefined ? undefined : { pointer: base };
    throw new JsonApiError(errorIn(resourceErrors, 'OPERATION_NOT_SUPPORTED.relationship', values, source));
  }
  if (op !== 'update' && relationship.kind === 'to-one')
    throw new JsonApiError(errorIn(resourceErrors, 'OPERATION_NOT_SUPPORTED.toOne', { name }));
  const linkage = parseLinkage(api, type, name as never, body, options);
  // Only a replacement can clear the relationship: an empty array of members to add or remove changes nothing.
  if (op === 'update' && clearsRequired(relationship, linkage)) {
    const source = { pointer: `${base ?? ''}/data` };
    throw new JsonApiError(errorIn(documentErrors, 'RELATIONSHIP_REQUIRED.notEmpty', { name }, source));
  }
  return linkage;
}
