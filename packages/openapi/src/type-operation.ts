import type { EndpointDescription, RelationshipDescription } from '@linkage/server';
import { documentMembers } from './common-schemas.ts';
import { documentSchema, totalMember } from './document-schemas.ts';
import { headerParametersOf } from './header-parameters.ts';
import { nullable, oneOfTypes, referenceTo, type SchemaObject } from './json-schema.ts';
import { linkageSchema, requestLinkageSchema } from './linkage-schemas.ts';
import { capitalized } from './names.ts';
import { pageOf } from './page-parameters.ts';
import { queryParametersOf } from './parameters.ts';
import { mediaType, responsesOf } from './responses.ts';
import { isServed, nameOf, relationshipsOf, type Setup, shareSchema, typeOf } from './setup.ts';

function relationshipOf(setup: Setup, type: string, { relationship }: EndpointDescription): RelationshipDescription {
  const found = relationshipsOf(typeOf(setup, type)).find(([name]) => name === relationship);
  return (found as readonly [string, RelationshipDescription])[1];
}

/** Returns the schema of the meta of a collection, if it can contain a total. */
function totalOf(setup: Setup, type: string, endpoint: EndpointDescription): SchemaObject {
  const { total, totalName } = pageOf(setup, type, endpoint);
  return total === 'never' ? {} : totalMember([totalName]);
}

function relatedSchema(setup: Setup, type: string, endpoint: EndpointDescription): SchemaObject {
  const { kind, targets } = relationshipOf(setup, type, endpoint);
  const served = targets.filter((target) => isServed(typeOf(setup, target)));
  const one = served.length === 0 ? { type: 'object' } : oneOfTypes(served, (target) => nameOf(setup, target));
  if (kind === 'to-one') return documentSchema(nullable(one));
  return documentSchema({ type: 'array', items: one }, totalOf(setup, type, endpoint));
}

function linkageDocument(setup: Setup, type: string, endpoint: EndpointDescription): SchemaObject {
  const relationship = relationshipOf(setup, type, endpoint);
  const total = relationship.kind === 'to-many' ? totalOf(setup, type, endpoint) : {};
  const schema = documentSchema(linkageSchema(setup, relationship), total);
  return shareSchema(setup, `${nameOf(setup, type)}${capitalized(endpoint.relationship ?? '')}Linkage`, schema);
}

function answerSchema(setup: Setup, type: string, endpoint: EndpointDescription): SchemaObject {
  const { query } = endpoint;
  if (query === 'collection') return referenceTo(`${nameOf(setup, type)}Collection`);
  if (query === 'related') return relatedSchema(setup, type, endpoint);
  if (query === 'linkage' || query === 'linkage on request') return linkageDocument(setup, type, endpoint);
  return referenceTo(`${nameOf(setup, type)}Document`);
}

/** Returns the schema of a request document, or undefined if there is none. */
function requestDocument(setup: Setup, type: string, endpoint: EndpointDescription): SchemaObject | undefined {
  const { document } = endpoint;
  const data = (): SchemaObject => {
    if (document === 'create') return referenceTo(`${nameOf(setup, type)}Create`);
    if (document === 'update') return referenceTo(`${nameOf(setup, type)}Update`);
    const relationship = relationshipOf(setup, type, endpoint);
    const linkage = requestLinkageSchema({ ...setup, hasLocalIds: false }, relationship, undefined);
    return relationship.required && relationship.kind === 'to-one'
      ? ((linkage['anyOf'] as readonly SchemaObject[])[0] as SchemaObject)
      : linkage;
  };
  if (document === undefined || document === 'none') return undefined;
  return { type: 'object', required: ['data'], properties: { data: data(), ...documentMembers } };
}

const streamed =
  'Without `page` parameters, the response contains all resources, and the server sends them while it reads them. If an error occurs after the first part, the connection breaks.';

/** Returns the operation of an endpoint of a type, without its id. */
export function typeOperation(setup: Setup, type: string, endpoint: EndpointDescription): object {
  const body = requestDocument(setup, type, endpoint);
  const parameters = [...queryParametersOf(setup, type, endpoint), ...headerParametersOf(setup, endpoint)];
  const { deprecated, stream } = typeOf(setup, type);
  return {
    ...(stream && endpoint.query === 'collection' ? { description: streamed } : {}),
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined ? {} : { requestBody: { required: true, content: { [mediaType]: { schema: body } } } }),
    responses: responsesOf(endpoint.statuses, {
      mediaType,
      schema: answerSchema(setup, type, endpoint),
      hasETag: endpoint.types.length > 0,
    }),
  };
}
