import type { EndpointDescription, RelationshipDescription } from '@linkage/server';
import { documentSchema, requestDocumentSchema, totalMember } from './document-schemas.ts';
import { headerParametersOf } from './header-parameters.ts';
import { nullable, oneOfTypes, referenceTo, type SchemaObject } from './json-schema.ts';
import { linkageSchema, nameOfRelationship, type Placed, requestLinkageSchema } from './linkage-schemas.ts';
import { pageOf } from './page-parameters.ts';
import { queryParametersOf } from './parameters.ts';
import { mediaType, responsesOf } from './responses.ts';
import { hasEndpoints, nameOf, nameOfTypes, type Setup, schemaName, shareSchema, typeOf } from './setup.ts';

function placedOf(setup: Setup, owner: string, { relationship: name = '' }: EndpointDescription): Placed {
  return { owner, name, relationship: typeOf(setup, owner).fields[name] as RelationshipDescription };
}

/** A schema, and its name if it becomes a component. */
interface NamedSchema {
  readonly name: string;
  readonly schema: SchemaObject;
}

function relatedDocument(setup: Setup, type: string, endpoint: EndpointDescription): NamedSchema {
  const { name, relationship } = placedOf(setup, type, endpoint);
  const served = relationship.targets.filter((target) => hasEndpoints(typeOf(setup, target)));
  const one = served.length === 0 ? { type: 'object' } : oneOfTypes(served, (target) => nameOf(setup, target));
  const base = nameOfTypes(setup, relationship.targets, type, name);
  if (relationship.kind === 'to-one') return { name: `${base}OrNullDocument`, schema: documentSchema(nullable(one)) };
  const meta = totalMember(setup, pageOf(setup, type, endpoint));
  return { name: `${base}Collection`, schema: documentSchema({ type: 'array', items: one }, meta) };
}

function linkageDocument(setup: Setup, type: string, endpoint: EndpointDescription): NamedSchema {
  const placed = placedOf(setup, type, endpoint);
  const meta = placed.relationship.kind === 'to-many' ? totalMember(setup, pageOf(setup, type, endpoint)) : {};
  return {
    name: `${nameOfRelationship(setup, placed)}Document`,
    schema: documentSchema(linkageSchema(setup, placed.relationship), meta),
  };
}

function responseDocument(setup: Setup, type: string, endpoint: EndpointDescription): NamedSchema {
  const { query } = endpoint;
  const name = nameOf(setup, type);
  if (query === 'related') return relatedDocument(setup, type, endpoint);
  if (query === 'linkage' || query === 'linkage on request') return linkageDocument(setup, type, endpoint);
  if (query !== 'collection') return { name: `${name}Document`, schema: documentSchema(referenceTo(name)) };
  const data = { type: 'array', items: referenceTo(name) };
  return { name: `${name}Collection`, schema: documentSchema(data, totalMember(setup, typeOf(setup, type).page)) };
}

/** Returns the data of a request document, or undefined if there is none. */
function requestData(setup: Setup, type: string, endpoint: EndpointDescription): NamedSchema | undefined {
  const { document } = endpoint;
  if (document === undefined || document === 'none') return undefined;
  if (document === 'create' || document === 'update') {
    const name = schemaName(setup, type, document === 'create' ? 'Create' : 'Update');
    return { name, schema: referenceTo(name) };
  }
  const placed = placedOf(setup, type, endpoint);
  return { name: nameOfRelationship(setup, placed), schema: requestLinkageSchema(setup, placed, () => false) };
}

function requestBody(setup: Setup, type: string, endpoint: EndpointDescription): object {
  const data = requestData(setup, type, endpoint);
  if (data === undefined) return {};
  const body = { required: true, content: { [mediaType]: { schema: requestDocumentSchema(data.schema) } } };
  return { requestBody: setup.components.share('requestBodies', data.name, body) };
}

const streamed =
  'Without `page` parameters, the response contains all resources, and the server sends them while it reads them. If an error occurs after the first part, the connection breaks.';

/** Returns the operation of an endpoint of a type, without its id. */
export function typeOperation(setup: Setup, type: string, endpoint: EndpointDescription): object {
  const parameters = [...queryParametersOf(setup, type, endpoint), ...headerParametersOf(setup, endpoint)];
  const { deprecated, stream } = typeOf(setup, type);
  const { name, schema } = responseDocument(setup, type, endpoint);
  return {
    ...(stream && endpoint.query === 'collection' ? { description: streamed } : {}),
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...requestBody(setup, type, endpoint),
    responses: responsesOf(setup, endpoint, {
      ...{ name, mediaType },
      schema: shareSchema(setup, name, schema),
      hasETag: endpoint.types.length > 0,
    }),
  };
}
