import type { JsonSchema } from '@linkage/core';
import type { ActionDescription, CollectionDescription, EndpointDescription } from '@linkage/server';
import { atomicSchemas } from './atomic-schemas.ts';
import { documentSchema, totalMember } from './document-schemas.ts';
import { headerParametersOf } from './header-parameters.ts';
import { oneOfTypes, referenceTo, type SchemaObject, toComponent } from './json-schema.ts';
import { capitalized } from './names.ts';
import { summaryOfEndpoint } from './operation-summary.ts';
import { collectionParametersOf, queryParametersOf } from './parameters.ts';
import { mediaType, responsesOf } from './responses.ts';
import { hasEndpoints, nameOf, type Setup, shareSchema, typeOf } from './setup.ts';

/** An operation with a summary. */
export interface OperationObject {
  readonly summary: string;
  readonly [member: string]: unknown;
}

const anyDocument: SchemaObject = { type: 'object' };

/** The schemas of the documents of an endpoint, and the name of the document in the response. */
interface EndpointSchemas {
  readonly name: string;
  readonly request: SchemaObject;
  readonly response: SchemaObject;
}

/** The name of an action and its type in the document: `IssueClose`. */
function nameOfAction(setup: Setup, { name, type }: ActionDescription): string {
  return `${nameOf(setup, type)}${capitalized(name).replaceAll(/[^A-Za-z0-9]/g, '')}`;
}

/** Returns the schemas of an action: its input and its output are `meta` of the documents. */
function actionSchemas(setup: Setup, action: ActionDescription): EndpointSchemas {
  const name = nameOfAction(setup, action);
  const { input, output, on, type } = action;
  const meta = (schema: JsonSchema, end: string): JsonSchema => {
    const component = toComponent(schema);
    return typeof component === 'boolean' ? component : shareSchema(setup, `${name}${end}`, component as SchemaObject);
  };
  const request = input === undefined ? {} : { required: ['meta'], properties: { meta: meta(input, 'Input') } };
  const shown = output === undefined ? {} : { meta: meta(output, 'Output') };
  const data = on === 'resource' ? { data: referenceTo(nameOf(setup, type)) } : {};
  const response = {
    allOf: [
      referenceTo('Document'),
      { type: 'object', ...(output === undefined ? {} : { required: ['meta'] }), properties: { ...data, ...shown } },
    ],
  };
  return { name: `${name}Document`, request: { type: 'object', ...request }, response };
}

function schemasOf(setup: Setup, { action }: EndpointDescription, limit: number | undefined): EndpointSchemas {
  if (action !== undefined) return actionSchemas(setup, action);
  if (limit !== undefined) return { name: 'OperationsDocument', ...atomicSchemas(setup, limit) };
  return { name: 'AnyDocument', request: anyDocument, response: anyDocument };
}

/** Returns the operation of a collection of several types. */
function collectionOperation(
  setup: Setup,
  endpoint: EndpointDescription,
  collection: CollectionDescription,
): OperationObject {
  const served = endpoint.types.filter((type) => hasEndpoints(typeOf(setup, type)));
  const base = capitalized(collection.name).replaceAll(/[^A-Za-z0-9]/g, '');
  const items = oneOfTypes(served, (type) => nameOf(setup, type));
  const name = `${base}Collection`;
  const schema = documentSchema({ type: 'array', items }, totalMember(setup, collection.page));
  return {
    summary: `Fetch resources of the collection "${collection.name}"`,
    parameters: [...collectionParametersOf(setup, base, endpoint, collection), ...headerParametersOf(setup, endpoint)],
    responses: responsesOf(setup, endpoint, {
      ...{ name, mediaType, hasETag: true },
      schema: shareSchema(setup, name, schema),
    }),
  };
}

/** Returns the operation of an endpoint of an extension or of the application, or of a collection of several types, without its id. */
export function endpointOperation(setup: Setup, endpoint: EndpointDescription): OperationObject {
  if (endpoint.collection !== undefined) return collectionOperation(setup, endpoint, endpoint.collection);
  const { operations } = setup.description;
  const { method, extension, path } = endpoint;
  const type = extension === undefined ? mediaType : `${mediaType}; ext="${extension}"`;
  const isAtomic = operations?.path === path && method === 'POST' && extension !== undefined;
  const { request, name, response } = schemasOf(setup, endpoint, isAtomic ? operations.limit : undefined);
  const document = { name, schema: response };
  const { action } = endpoint;
  const parameters = [
    ...(action === undefined ? [] : queryParametersOf(setup, action.type, { ...endpoint, types: [action.type] })),
    ...headerParametersOf(setup, endpoint),
  ];
  const isRequired = isAtomic || action?.input !== undefined;
  const hasBody = method === 'POST' || method === 'PATCH';
  return {
    summary: summaryOfEndpoint(endpoint.name),
    ...(action === undefined ? {} : { tags: [action.type] }),
    ...(action?.description === undefined ? {} : { description: action.description }),
    ...(action?.deprecated === undefined ? {} : { deprecated: true }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(hasBody
      ? { requestBody: { ...(isRequired ? { required: true } : {}), content: { [type]: { schema: request } } } }
      : {}),
    responses: responsesOf(setup, endpoint, { ...document, mediaType: type, hasETag: endpoint.types.length > 0 }),
  };
}
