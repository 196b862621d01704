import { excerpt } from '../internal/excerpt.ts';
import { ownMember } from '../internal/is-object.ts';
import type { Api } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import type { UpdateInput } from '../schema/input.ts';
import { resourceType } from '../schema/resource-type.ts';
import { readAttributes } from './attributes.ts';
import { type DocumentLimits, defaultDocumentLimits } from './document-limits.ts';
import { createFindings, failed } from './findings.ts';
import { readDocument } from './read-document.ts';
import { readRelationships } from './relationships.ts';
import { readResource } from './resource.ts';

/** What an update is checked with. */
export interface ParseUpdateOptions extends Partial<DocumentLimits> {
  /** The id in the URL: the one in the document has to equal it. */
  readonly id?: string | undefined;
}

/**
 * Reads the document of an update request into typed input. What is absent stays absent, null is null.
 *
 * @param body JSON text, its bytes, or the value parsed from it.
 * @throws {JsonApiError} Every problem at once, each with a pointer into the document.
 * @throws {TypeError} The API has no such type, or the schema of an attribute answers with a promise.
 * @see https://jsonapi.org/format/1.1/#crud-updating
 */
export function parseUpdate<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  options: ParseUpdateOptions = {},
): UpdateInput<A, Type> {
  const allowed = { ...defaultDocumentLimits, ...options };
  const definition = resourceType(api, type);
  const findings = createFindings(allowed.errors);
  const resource = readResource(readDocument(body, allowed), definition, findings);
  if (resource === undefined) return failed(findings);
  const id = ownMember(resource, 'id');
  if (id === undefined) findings.report('DOCUMENT_INVALID', ['data'], 'The resource object has no id.');
  else if (typeof id !== 'string') findings.report('DOCUMENT_INVALID', ['data', 'id'], 'id is a string.');
  else if (options.id !== undefined && options.id !== id) {
    const detail = `The URL names the resource "${excerpt(options.id)}", the document "${excerpt(id)}".`;
    findings.report('ID_CONFLICT', ['data', 'id'], detail);
  }
  const attributes = readAttributes(definition, ownMember(resource, 'attributes'), 'keep', findings);
  const relationships = readRelationships(definition, ownMember(resource, 'relationships'), {
    budget: { left: allowed.linkageMembers },
    findings,
  });
  findings.assertNone();
  return Object.freeze({
    type,
    id,
    attributes: Object.freeze(attributes),
    relationships: Object.freeze(relationships),
  }) as UpdateInput<A, Type>;
}
