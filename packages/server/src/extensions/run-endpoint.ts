import { type DocumentLimits, JSON_API_MEDIA_TYPE, type Negotiated, parseDocument } from '@linkage/core';
import {
  assertApplied,
  endpointHeaders,
  headerOf,
  isObject,
  jsonapiObject,
  mergeVary,
  parseEntityTags,
  rejection,
} from '@linkage/core/internal';
import { type JsonApiRequest, type JsonApiResponse, responseOf } from '../http.ts';
import type { ExecutingOperation } from '../operations/context.ts';
import { documentLimits } from '../request/document-limits.ts';
import { documentMembers } from '../response/members/contributor.ts';
import { contributorsOf, withTopLevelMembers } from '../response/members/plug-in-members.ts';
import { runAction } from './actions/run-action.ts';
import { type ReadResponse, readResponse } from './check-response.ts';
import { askedHeaders, checkPreconditions, noComparison } from './endpoint-preconditions.ts';
import { createEndpointRequest } from './endpoint-request.ts';
import { type FoundEndpoint, namingMediaType } from './find-endpoint.ts';
import type { EndpointDocument } from './server-extension.ts';

/** Joins the headers of an endpoint and those of every response. An endpoint can add names to `Vary`. */
function commonHeaders(headers: JsonApiResponse['headers'], negotiated: Negotiated): JsonApiResponse['headers'] {
  const fields = Object.entries(headers);
  const vary = fields.filter(([name]) => name.toLowerCase() === 'vary').map(([, value]) => value);
  const others = fields.filter(([name]) => name.toLowerCase() !== 'vary');
  return mergeVary({ ...Object.fromEntries(others), 'Cache-Control': 'no-store', Vary: negotiated.vary }, vary);
}

/**
 * Returns the entity tag of the resource whose version the URL has.
 *
 * @throws {TypeError} If the endpoint returned something that is not an entity tag.
 */
function etagOf({ endpoint }: FoundEndpoint, response: ReadResponse): Readonly<Record<string, string>> {
  const etag: unknown = endpoint.versionOf === undefined ? undefined : response.etag;
  if (etag === undefined) return {};
  if (typeof etag !== 'string' || etag === '*' || parseEntityTags(etag)?.length !== 1)
    throw new TypeError(`The endpoint "${endpoint.name}" must return an entity tag in quotation marks as \`etag\`.`);
  return { ETag: etag };
}

/**
 * Rejects a POST without a body that a browser can send from another site, with the cookies of its user: a form, for
 * example. Browsers ask the server with a preflight request before they send the media type of JSON:API. All other
 * requests that change something contain a body of this media type, or have another method. A request that applies an
 * extension names it in `Accept`, with characters for which browsers ask, too.
 *
 * @throws {JsonApiError} 415.
 * @see https://fetch.spec.whatwg.org/#cors-safelisted-request-header
 */
function assertNoCrossSite({ endpoint, extension }: FoundEndpoint, request: JsonApiRequest): void {
  if (endpoint.method !== 'POST' || extension !== undefined || endpoint.allowsCrossSite === true) return;
  const essence = headerOf(request, 'content-type')?.split(';', 1).at(0)?.trim().toLowerCase();
  if (essence === JSON_API_MEDIA_TYPE) return;
  const values = { mediaType: JSON_API_MEDIA_TYPE };
  throw rejection('CONTENT_TYPE_UNSUPPORTED.withoutDocument', values, { header: 'Content-Type' });
}

/**
 * Reads the document of a request to an endpoint.
 *
 * @throws {JsonApiError} 400 if it is not a JSON object, as all documents of the specification and of its extensions are.
 * @see https://jsonapi.org/format/1.1/#document-top-level
 */
function readDocument(body: unknown, limits: Partial<DocumentLimits>): EndpointDocument {
  const document = parseDocument(body, limits);
  if (isObject(document)) return document;
  throw rejection('DOCUMENT_INVALID.documentOfOperations', {}, { pointer: '' });
}

/**
 * Responds to a request to an endpoint of an extension.
 *
 * @throws {JsonApiError} 415 or 406 if the extension is not applied, and the errors of the endpoint.
 */
export async function runEndpoint(
  found: FoundEndpoint,
  operation: ExecutingOperation<'endpoint'>,
): Promise<JsonApiResponse> {
  const { endpoint, extension, placeholders } = found;
  const { received, server, api } = operation.request;
  const { negotiated } = operation.request.applied;
  const { body } = received;
  const hasBody = body !== undefined && body.length > 0;
  const applied = hasBody ? negotiated.requestExtensions : negotiated.extensions;
  if (extension !== undefined) namingMediaType(found, () => assertApplied(extension.extension.uri, applied, hasBody));
  if (!hasBody) assertNoCrossSite(found, received);
  const document = hasBody ? readDocument(body, documentLimits(server.limits)) : undefined;
  const ofAction = found.action?.on === 'resource';
  // An action on a resource compares the preconditions in its transaction.
  const preconditions = ofAction ? noComparison : await checkPreconditions(found, operation);
  // Call the hooks before the endpoint: a hook that fails then leaves everything unchanged.
  const added = documentMembers(contributorsOf(operation));
  const read = { placeholders, document, headers: askedHeaders(found, received) };
  const requestOf = (inside: ExecutingOperation<'endpoint'>) => createEndpointRequest(inside, read, preconditions);
  const given = await (found.action === undefined
    ? endpoint.run(requestOf(operation))
    : runAction(operation, { action: found.action, id: placeholders['id'], document, requestOf }));
  const sparseFieldsets = [...operation.parameters.keys()].some((name) => name.startsWith('fields['));
  const response = readResponse({ endpoint, api, sparseFieldsets }, given);
  const { status, document: answer, headers } = response;
  const own = endpointHeaders(headers, `The endpoint "${endpoint.name}"`);
  const common = { ...commonHeaders(own, negotiated), ...etagOf(found, response) };
  if (answer === undefined) return responseOf(status, common);
  const text = JSON.stringify({ jsonapi: jsonapiObject(negotiated), ...withTopLevelMembers(answer, added) });
  return responseOf(status, { ...common, 'Content-Type': negotiated.contentType }, text);
}
