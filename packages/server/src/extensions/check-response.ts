import type { Api } from '@linkage/core';
import { isObject } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
import { documentFault } from './document-fault.ts';
import type { EndpointResponse, ExtensionEndpoint } from './server-extension.ts';

/** Documents that the server wrote itself. They have been checked field by field. */
const written = new WeakSet<object>();

/** Marks a document that consists of results of operations, so that it is not checked again. Returns the document. */
export function markWritten<Document>(document: Document): Document {
  if (isObject(document)) written.add(Object.freeze(document));
  return document;
}

/** The context in which an endpoint responded. */
interface Responding {
  readonly endpoint: ExtensionEndpoint;
  /** The API with only the fields that the caller can read. */
  readonly api: Api;
  /** Whether the request has sparse fieldsets. */
  readonly sparseFieldsets: boolean;
}

/**
 * Checks the response of an endpoint, as results of data sources are checked: clients receive a valid document, or a 500.
 *
 * @throws {TypeError} If the response is invalid, or its document shows something that the caller cannot read: an error of
 * the endpoint.
 */
export function checkResponse(responding: Responding, response: unknown): asserts response is EndpointResponse {
  const { endpoint, api, sparseFieldsets } = responding;
  const where = `The endpoint "${endpoint.name}"`;
  const status = isObject(response) ? fieldOf(response, 'status') : undefined;
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599)
    throw new TypeError(`${where} must return an object with a \`status\` from 200 to 599.`);
  const document = fieldOf(response as object, 'document');
  if (document === undefined) return;
  if (status === 204) throw new TypeError(`${where} must not return a document with the status 204.`);
  if (isObject(document) && written.has(document)) return;
  const fault = documentFault(api, document, sparseFieldsets);
  if (fault !== undefined) throw new TypeError(`${where} must return a valid document. ${fault}`);
}
