import { errorObject, JsonApiError, type Negotiated, parseDocument } from '@linkage/core';
import { fieldOf } from '@linkage/core/records';
import type { JsonApiResponse } from '../http.ts';
import type { SharedContext } from '../operations/operation-context.ts';
import { documentLimits } from '../request/document-limits.ts';
import { jsonapiObject } from '../response/jsonapi.ts';
import { mergeVary } from '../response/merge-vary.ts';
import { topLevelMembers, withTopLevelMembers } from '../response/plug-in-members.ts';
import { checkResponse } from './check-response.ts';
import { createEndpointRequest } from './endpoint-request.ts';
import { assertApplied, type FoundEndpoint, namingMediaType } from './find-endpoint.ts';
import type { EndpointResponse } from './server-extension.ts';

/** Header fields that the server sets. An endpoint can add names to `Vary`. */
const OWN: ReadonlySet<string> = new Set(['cache-control', 'content-type', 'vary']);

/** Joins the header fields of an endpoint and those of every response. Compares names without letter case. */
function commonHeaders(headers: JsonApiResponse['headers'], negotiated: Negotiated): JsonApiResponse['headers'] {
  const fields = Object.entries(headers);
  const vary = fields.filter(([name]) => name.toLowerCase() === 'vary').map(([, value]) => value);
  const others = fields.filter(([name]) => !OWN.has(name.toLowerCase()));
  return mergeVary({ ...Object.fromEntries(others), 'Cache-Control': 'no-store', Vary: negotiated.vary }, vary);
}

/**
 * Rejects `If-Match` in a write: an endpoint of an extension changes other resources than the one at its URL, so there is
 * no entity tag to compare. Ignoring the condition would write without it.
 *
 * @throws {JsonApiError} 400 naming the header field.
 */
function refuseIfMatch({ endpoint }: FoundEndpoint, { conditions }: SharedContext): void {
  if (endpoint.method === 'GET' || conditions.ifMatch === undefined) return;
  const detail = 'This URL does not have an entity tag.';
  throw new JsonApiError(errorObject('HEADER_INVALID', detail, { source: { header: 'If-Match' } }));
}

/**
 * Responds to a request to an endpoint of an extension.
 *
 * @param body The payload; absent or empty if there is none.
 * @throws {JsonApiError} 415 or 406 if the extension is not applied, and the errors of the endpoint.
 */
export async function runEndpoint(
  found: FoundEndpoint,
  shared: SharedContext,
  body: string | Uint8Array | undefined,
): Promise<JsonApiResponse> {
  const { endpoint, extension, placeholders } = found;
  const { negotiated, setup } = shared;
  const hasPayload = body !== undefined && body.length > 0;
  const applied = hasPayload ? negotiated.requestExtensions : negotiated.extensions;
  namingMediaType(found, () => assertApplied(extension, applied, hasPayload));
  refuseIfMatch(found, shared);
  const document = hasPayload ? parseDocument(body, documentLimits(setup)) : undefined;
  // Call the hooks before the endpoint: a hook that fails then leaves everything unchanged.
  const added = topLevelMembers(shared);
  const response = await endpoint.run(createEndpointRequest(shared, { placeholders, document }));
  const sparseFieldsets = [...shared.parameters.keys()].some((name) => name.startsWith('fields['));
  checkResponse({ endpoint, api: setup.api, sparseFieldsets }, response);
  const { status } = response;
  const answer = fieldOf(response, 'document') as EndpointResponse['document'];
  const headers = fieldOf(response, 'headers') as EndpointResponse['headers'];
  const common = commonHeaders(headers ?? {}, negotiated);
  if (answer === undefined) return { status, headers: common };
  const text = JSON.stringify({ jsonapi: jsonapiObject(negotiated), ...withTopLevelMembers(answer, added) });
  return { status, headers: { ...common, 'Content-Type': negotiated.contentType }, body: text };
}
