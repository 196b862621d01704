import { ownMember } from '../internal/is-object.ts';
import type { Api, ResourceType } from '../schema/api.ts';
import type { TypeName } from '../schema/infer.ts';
import type { CreateInput } from '../schema/input.ts';
import { resourceType } from '../schema/resource-type.ts';
import { readAttributes } from './attributes.ts';
import { type DocumentLimits, defaultDocumentLimits } from './document-limits.ts';
import { createFindings, type Findings, failed } from './findings.ts';
import { readDocument } from './read-document.ts';
import { readRelationships } from './relationships.ts';
import { readResource } from './resource.ts';

/** Longest client-generated id, in characters. Every URL that holds it stays below the limit of a URL. */
const LONGEST_ID = 255;

/** Whether a URL can name a resource by this id: clients take dot segments away, and half a character has no encoding. */
function fitsIntoUrl(id: string): boolean {
  return id !== '' && id !== '.' && id !== '..' && id.length <= LONGEST_ID && id.isWellFormed();
}

/** The client-generated id of a new resource, when it brings one and may. */
function readClientId(type: ResourceType, id: unknown, findings: Findings): string | undefined {
  if (id === undefined) return undefined;
  const place = ['data', 'id'];
  if (typeof id !== 'string' || !fitsIntoUrl(id)) {
    findings.report('DOCUMENT_INVALID', place, `id is a string that a URL can hold, of 1 to ${LONGEST_ID} characters.`);
    return undefined;
  }
  if (!type.clientGeneratedIds) {
    findings.report(
      'CLIENT_ID_FORBIDDEN',
      place,
      `The id of a new resource of type ${type.name} is chosen by the server.`,
    );
  }
  return id;
}

function readLocalId(lid: unknown, findings: Findings): string | undefined {
  if (lid === undefined || typeof lid === 'string') return lid;
  findings.report('DOCUMENT_INVALID', ['data', 'lid'], 'lid is a string.');
  return undefined;
}

/**
 * Reads the document of a create request into typed input.
 *
 * @param body JSON text, its bytes, or the value parsed from it.
 * @throws {JsonApiError} Every problem at once, each with a pointer into the document.
 * @throws {TypeError} The API has no such type, or the schema of an attribute answers with a promise.
 * @see https://jsonapi.org/format/1.1/#crud-creating
 */
export function parseCreate<A extends Api, Type extends TypeName<A>>(
  api: A,
  type: Type,
  body: unknown,
  limits: Partial<DocumentLimits> = {},
): CreateInput<A, Type> {
  const allowed = { ...defaultDocumentLimits, ...limits };
  const definition = resourceType(api, type);
  const findings = createFindings(allowed.errors);
  const resource = readResource(readDocument(body, allowed), definition, findings);
  if (resource === undefined) return failed(findings);
  const id = readClientId(definition, ownMember(resource, 'id'), findings);
  const lid = readLocalId(ownMember(resource, 'lid'), findings);
  const attributes = readAttributes(definition, ownMember(resource, 'attributes'), 'check', findings);
  const relationships = readRelationships(definition, ownMember(resource, 'relationships'), {
    created: lid === undefined ? undefined : { type, lid },
    budget: { left: allowed.linkageMembers },
    findings,
  });
  findings.assertNone();
  return Object.freeze({
    type,
    ...(id === undefined ? {} : { id }),
    ...(lid === undefined ? {} : { lid }),
    attributes: Object.freeze(attributes),
    relationships: Object.freeze(relationships),
  }) as CreateInput<A, Type>;
}
