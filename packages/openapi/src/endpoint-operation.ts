import type { EndpointDescription } from '@linkage/server';
import { atomicSchemas } from './atomic-schemas.ts';
import { headerParametersOf } from './header-parameters.ts';
import type { SchemaObject } from './json-schema.ts';
import { summaryOfEndpoint } from './operation-summary.ts';
import { mediaType, responsesOf } from './responses.ts';
import type { Setup } from './setup.ts';

/** An operation with a summary. */
export interface OperationObject {
  readonly summary: string;
  readonly [member: string]: unknown;
}

const anyDocument: SchemaObject = { type: 'object' };

/** Returns the operation of an endpoint of an extension or of the application, without its id. */
export function endpointOperation(setup: Setup, endpoint: EndpointDescription): OperationObject {
  const { operations } = setup.description;
  const { method, extension, path } = endpoint;
  const type = extension === undefined ? mediaType : `${mediaType}; ext="${extension}"`;
  const isAtomic = operations?.path === path && method === 'POST' && extension !== undefined;
  const { request, response } = isAtomic
    ? atomicSchemas(setup, operations.limit)
    : { request: anyDocument, response: anyDocument };
  const document = { name: isAtomic ? 'OperationsDocument' : 'AnyDocument', schema: response };
  const parameters = headerParametersOf(setup, endpoint);
  const hasBody = method === 'POST' || method === 'PATCH';
  return {
    summary: summaryOfEndpoint(endpoint.name),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody
      ? { requestBody: { ...(isAtomic ? { required: true } : {}), content: { [type]: { schema: request } } } }
      : {}),
    responses: responsesOf(setup, endpoint, { ...document, mediaType: type, hasETag: false }),
  };
}
