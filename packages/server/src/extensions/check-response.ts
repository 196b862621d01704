import type { Api } from '@linkage/core';
import { isObject, pickMembers } from '@linkage/core/internal';
import { documentFault } from './document-fault.ts';
import type { EndpointResponse, ExtensionEndpoint } from './server-extension.ts';

/** The member of documents that the server wrote itself, which have been checked field by field. Copies do not have it. */
const written = Symbol('written');

/** Returns a copy of a document that consists of results of operations, so that it is not checked again. */
export function markWritten<Document>(document: Document): Document {
  if (!isObject(document)) return document;
  return Object.freeze(Object.defineProperty({ ...document }, written, { value: true }));
}

/** The context in which an endpoint responded. */
interface Responding {
  readonly endpoint: ExtensionEndpoint;
  /** The API with only the fields that the user can read. */
  readonly api: Api;
  /** Whether the request has sparse fieldsets. */
  readonly sparseFieldsets: boolean;
}

const members = ['status', 'document', 'headers', 'etag'] as const;

/** A response of an endpoint with all members. */
export type ReadResponse = { readonly [Name in keyof EndpointResponse]-?: EndpointResponse[Name] };

/**
 * Reads and checks the response of an endpoint, as results of data sources are checked: clients receive a valid document, or a 500.
 *
 * @throws {TypeError} If the response is invalid, or its document shows something that the user cannot read: an error of
 * the endpoint.
 */
export function readResponse(responding: Responding, given: unknown): ReadResponse {
  const { endpoint, api, sparseFieldsets } = responding;
  const where = `The endpoint "${endpoint.name}"`;
  // Its body would be lost: its status is inherited, and it has no document.
  if (Object.prototype.toString.call(given) === '[object Response]')
    throw new TypeError(`${where} must return an object with a \`status\` and a \`document\`, not a Response.`);
  const response = pickMembers((isObject(given) ? given : {}) as Partial<EndpointResponse>, members) as ReadResponse;
  const { status, document } = response;
  if (!Number.isInteger(status) || status < 200 || status > 599)
    throw new TypeError(`${where} must return an object with a \`status\` from 200 to 599.`);
  if (document === undefined) return response;
  if (status === 204) throw new TypeError(`${where} must not return a document with the status 204.`);
  if (isObject(document) && Object.hasOwn(document, written)) return response;
  const fault = documentFault(api, document, sparseFieldsets);
  if (fault !== undefined) throw new TypeError(`${where} must return a valid document. ${fault}`);
  return response;
}
