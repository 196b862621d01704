import type { RelationshipDescription } from '@linkage/server';
import { describedSchema, nullable, oneOfTypes, referenceTo, type SchemaObject, toComponent } from './json-schema.ts';
import { nameOfTypes, type Setup, schemaName, shareSchema } from './setup.ts';

/** A relationship, and the type and the name under which it is declared. */
export interface Placed {
  readonly owner: string;
  readonly name: string;
  readonly relationship: RelationshipDescription;
}

const meta = referenceTo('Meta');

/** Returns the schema of a resource identifier in a response. */
function identifierSchema(type: string): SchemaObject {
  return {
    type: 'object',
    required: ['type', 'id'],
    properties: { type: { const: type }, id: { type: 'string' }, meta },
  };
}

/** Returns the schema of an identifier in a request: the resource can have a local id. */
function referenceSchema(type: string): SchemaObject {
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: { const: type },
      id: { type: 'string' },
      lid: { type: 'string', description: 'The local id of a resource that the request creates.' },
      meta,
    },
    anyOf: [{ required: ['id'] }, { required: ['lid'] }],
  };
}

/** Adds the schema of the identifiers of a type, with local ids or without. Returns its name. */
export function identifierName(setup: Setup, type: string, isLocal: boolean): string {
  const name = schemaName(setup, type, isLocal ? 'Reference' : 'Identifier');
  setup.components.once(`identifier ${name}`, () =>
    setup.components.set('schemas', name, isLocal ? referenceSchema(type) : identifierSchema(type)),
  );
  return name;
}

/** Returns the name of components about a relationship: `PersonToOne`, also for other relationships with this type. */
export function nameOfRelationship(setup: Setup, { owner, name, relationship }: Placed): string {
  const { kind, targets } = relationship;
  return `${nameOfTypes(setup, targets, owner, name)}${kind === 'to-one' ? 'ToOne' : 'ToMany'}`;
}

/** Returns the schema of identifiers with the data of memberships as their `meta`. */
function withMember(identifier: SchemaObject, { member }: RelationshipDescription): SchemaObject {
  if (member === undefined) return identifier;
  const named = Object.entries(member).map(([name, it]) => {
    const schema = describedSchema(toComponent(it.schema), it);
    return [name, it.write || typeof schema === 'boolean' ? schema : { ...schema, readOnly: true }] as const;
  });
  const data = { type: 'object', properties: Object.fromEntries(named) };
  return { allOf: [identifier, { type: 'object', properties: { meta: data } }] };
}

function linkageOf(relationship: RelationshipDescription, nameOfTarget: (type: string) => string): SchemaObject {
  const { kind, targets } = relationship;
  const one = withMember(oneOfTypes(targets, nameOfTarget), relationship);
  return kind === 'to-many' ? { type: 'array', items: one } : nullable(one);
}

/** Returns the schema of resource linkage in a response. */
export function linkageSchema(setup: Setup, relationship: RelationshipDescription): SchemaObject {
  return linkageOf(relationship, (type) => identifierName(setup, type, false));
}

/** Returns the schema of a relationship object in a response. */
export function relationshipSchema(setup: Setup, placed: Placed): SchemaObject {
  const data = linkageSchema(setup, placed.relationship);
  const schema = { type: 'object', properties: { data, links: referenceTo('Links'), meta } };
  const shared = shareSchema(setup, nameOfRelationship(setup, placed), schema);
  return describedSchema(shared, placed.relationship) as SchemaObject;
}

/**
 * Returns the schema of resource linkage in a request.
 *
 * @param isLocal Whether the linkage can contain the local id of a resource of a type.
 */
export function requestLinkageSchema(
  setup: Setup,
  { relationship }: Placed,
  isLocal: (type: string) => boolean,
): SchemaObject {
  const schema = linkageOf(relationship, (type) => identifierName(setup, type, isLocal(type)));
  return relationship.required && relationship.kind === 'to-one'
    ? ((schema['anyOf'] as readonly SchemaObject[])[0] as SchemaObject)
    : schema;
}

/** Returns the schema of a relationship object in a request. */
export function requestRelationshipSchema(
  setup: Setup,
  placed: Placed,
  isLocal: (type: string) => boolean,
): SchemaObject {
  const data = requestLinkageSchema(setup, placed, isLocal);
  const schema = { type: 'object', required: ['data'], properties: { data } };
  const shared = shareSchema(setup, `${nameOfRelationship(setup, placed)}Input`, schema);
  return describedSchema(shared, placed.relationship) as SchemaObject;
}
