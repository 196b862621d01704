import { parseDocument } from '@linkage/core';
import type { JsonApiResponse } from '../http.ts';
import type { SharedExchange } from '../operations/exchange.ts';
import { jsonapiObject } from '../response/jsonapi.ts';
import { documentLimits } from '../writing/document-limits.ts';
import { createEndpointRequest } from './endpoint-request.ts';
import { assertApplied, type FoundEndpoint } from './find-endpoint.ts';

const NO_STORE = { 'Cache-Control': 'no-store' } as const;

/**
 * Answers a request to an endpoint of an extension.
 *
 * @param body The payload; absent or empty when there is none.
 * @throws {JsonApiError} 415 or 406 if the extension is not applied, and what the endpoint throws.
 */
export async function runEndpoint(
  { endpoint, extension, placeholders }: FoundEndpoint,
  shared: SharedExchange,
  body: string | Uint8Array | undefined,
): Promise<JsonApiResponse> {
  const { negotiated, setup } = shared;
  const hasPayload = body !== undefined && body.length > 0;
  const applied = hasPayload ? negotiated.requestExtensions : negotiated.extensions;
  assertApplied(extension, applied, hasPayload);
  const document = hasPayload ? parseDocument(body, documentLimits(setup)) : undefined;
  const {
    status,
    document: answer,
    headers,
  } = await endpoint.run(createEndpointRequest(shared, { placeholders, document }));
  const common = { ...headers, ...NO_STORE, Vary: negotiated.vary };
  if (answer === undefined) return { status, headers: common };
  const text = JSON.stringify({ jsonapi: jsonapiObject(negotiated), ...answer });
  return { status, headers: { ...common, 'Content-Type': negotiated.contentType }, body: text };
}
