import type { RelationshipDescription } from '@linkage/server';
import { nullable, oneOfTypes, type SchemaObject } from './json-schema.ts';
import { nameOf, type Setup } from './setup.ts';

type Linkage = Pick<RelationshipDescription, 'kind' | 'targets'>;

/** Returns the schema of a resource identifier in a response. */
export function identifierSchema(type: string): SchemaObject {
  return {
    type: 'object',
    required: ['type', 'id'],
    properties: { type: { const: type }, id: { type: 'string' }, meta: { $ref: '#/components/schemas/Meta' } },
  };
}

/** Returns the schema of an identifier in a request: the resource can have a local id. */
export function referenceSchema(type: string): SchemaObject {
  return {
    type: 'object',
    required: ['type'],
    properties: {
      type: { const: type },
      id: { type: 'string' },
      lid: { type: 'string', description: 'The local id of a resource that the request creates.' },
      meta: { $ref: '#/components/schemas/Meta' },
    },
    anyOf: [{ required: ['id'] }, { required: ['lid'] }],
  };
}

function linkageOf({ kind, targets }: Linkage, nameOfTarget: (type: string) => string): SchemaObject {
  const one = oneOfTypes(targets, nameOfTarget);
  return kind === 'to-many' ? { type: 'array', items: one } : nullable(one);
}

/** Returns the schema of resource linkage in a response. */
export function linkageSchema(setup: Setup, relationship: Linkage): SchemaObject {
  return linkageOf(relationship, (type) => `${nameOf(setup, type)}Identifier`);
}

/**
 * Returns the schema of resource linkage in a request.
 *
 * @param own The type of the resource that the request creates, which can refer to itself.
 */
export function requestLinkageSchema(setup: Setup, relationship: Linkage, own: string | undefined): SchemaObject {
  const isLocal = (type: string): boolean => setup.hasLocalIds || type === own;
  return linkageOf(relationship, (type) => `${nameOf(setup, type)}${isLocal(type) ? 'Reference' : 'Identifier'}`);
}
