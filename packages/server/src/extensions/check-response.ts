import { type Api, type Extension, validateDocument } from '@linkage/core';
import { isObject } from '@linkage/core/internal';
import { fieldOf } from '@linkage/core/records';
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
  readonly extensions: readonly Extension[];
  /** The API with only the fields that the caller can read. */
  readonly api: Api;
  /** Whether the request has sparse fieldsets. */
  readonly sparseFieldsets: boolean;
}

// An attribute has the value that a source could return: a schema validates requests only.
const rules = { 'api-attributes': 'off' } as const;

/** Returns the resource objects of a document. */
function resourcesOf(document: Readonly<Record<string, unknown>>): readonly object[] {
  const all = ['data', 'included'].flatMap((name) => (Object.hasOwn(document, name) ? document[name] : []));
  return all.filter(isObject);
}

/** Returns a sentence about a field that clients can set but not read, or undefined if there is none. */
function unreadableField(api: Api, document: Readonly<Record<string, unknown>>): string | undefined {
  for (const resource of resourcesOf(document)) {
    const type = api.types.get(fieldOf(resource, 'type') as string);
    for (const [member, fields] of [
      ['attributes', type?.attributes],
      ['relationships', type?.relationships],
    ] as const) {
      const shown = Object.keys(fieldOf(resource, member) ?? {});
      const name = shown.find((it) => fields?.get(it)?.read === false);
      if (name !== undefined) return `Clients cannot read the field \`${name}\` of type "${type?.name}".`;
    }
  }
  return undefined;
}

/** Returns the reasons why a document cannot be a response, or undefined if there are none. */
function faultOf({ api, extensions, sparseFieldsets }: Responding, document: unknown): string | undefined {
  if (!isObject(document)) return 'It must be an object.';
  const { issues } = validateDocument(document, {
    as: 'response',
    api,
    extensions,
    sparseFieldsets,
    rules,
    maxIssues: 3,
  });
  if (issues !== undefined) return issues.map(({ message, pointer }) => `${pointer}: ${message}`).join(' ');
  return unreadableField(api, document);
}

/**
 * Checks the response of an endpoint, as results of data sources are checked: clients receive a valid document, or a 500.
 *
 * @throws {TypeError} If the response is invalid, or its document shows something that the caller cannot read: an error of
 * the endpoint.
 */
export function checkResponse(responding: Responding, response: unknown): asserts response is EndpointResponse {
  const { endpoint } = responding;
  const where = `The endpoint "${endpoint.name}"`;
  const status = isObject(response) ? fieldOf(response, 'status') : undefined;
  if (!Number.isInteger(status) || (status as number) < 200 || (status as number) > 599)
    throw new TypeError(`${where} must return an object with a \`status\` from 200 to 599.`);
  const document = fieldOf(response as object, 'document');
  if (document === undefined) return;
  if (status === 204) throw new TypeError(`${where} must not return a document with the status 204.`);
  if (isObject(document) && written.has(document)) return;
  const fault = faultOf(responding, document);
  if (fault !== undefined) throw new TypeError(`${where} must return a valid document. ${fault}`);
}
