import { documentMembers } from './common-schemas.ts';
import { nullable, referenceTo, type SchemaObject } from './json-schema.ts';
import { identifierName } from './linkage-schemas.ts';
import { requestSchema } from './request-schema.ts';
import { type Setup, schemaName, servedTypes, shareSchema, typeOf } from './setup.ts';

/** Returns the schema of the member `href` of an operation. */
function hrefSchema(setup: Setup): SchemaObject {
  const description = 'The URL of the target. It replaces `ref`.';
  return shareSchema(setup, 'OperationUrl', { type: 'string', description });
}

const meta: SchemaObject = referenceTo('Meta');

function operation(op: string, required: readonly string[], properties: SchemaObject): SchemaObject {
  return { type: 'object', required: ['op', ...required], properties: { op: { const: op }, ...properties, meta } };
}

/** Returns the schemas of the operations on resources of a type, by name. */
function typeOperations(setup: Setup, type: string): readonly (readonly [string, SchemaObject])[] {
  const declared = typeOf(setup, type);
  const named = (suffix: string): string => schemaName(setup, type, suffix);
  const ref = referenceTo(identifierName(setup, type, true));
  const has = (method: string): boolean =>
    declared.endpoints.some((endpoint) => endpoint.relationship === undefined && endpoint.method === method);
  const href = hrefSchema(setup);
  const update = requestSchema(setup, [type, declared], 'update', true);
  const data = referenceTo(named('Create'));
  return [
    ...(has('POST') ? [[named('AddOperation'), operation('add', ['data'], { href, data })] as const] : []),
    ...(has('PATCH')
      ? [[named('UpdateOperation'), operation('update', ['data'], { ref, href, data: update })] as const]
      : []),
    ...(has('DELETE') ? [[named('RemoveOperation'), operation('remove', [], { ref, href })] as const] : []),
  ];
}

/** Returns the schema of operations on relationships. Its data depends on the relationship. */
function relationshipOperation(setup: Setup): SchemaObject {
  const identifier: SchemaObject = {
    type: 'object',
    required: ['type'],
    properties: { type: { type: 'string' }, id: { type: 'string' }, lid: { type: 'string' }, meta },
  };
  return {
    type: 'object',
    required: ['op', 'data'],
    properties: {
      op: { enum: ['add', 'update', 'remove'] },
      ref: {
        ...identifier,
        required: ['type', 'relationship'],
        properties: { ...(identifier['properties'] as object), relationship: { type: 'string' } },
      },
      href: hrefSchema(setup),
      data: nullable({ anyOf: [identifier, { type: 'array', items: identifier }] }),
      meta,
    },
    anyOf: [{ required: ['ref'] }, { required: ['href'] }],
  };
}

/** Adds the schemas of Atomic Operations. Returns those of the request document and of the response document. */
export function atomicSchemas(
  setup: Setup,
  limit: number,
): { readonly request: SchemaObject; readonly response: SchemaObject } {
  const { components } = setup;
  const names: string[] = [];
  for (const type of servedTypes(setup)) {
    for (const [name, schema] of typeOperations(setup, type)) {
      components.set('schemas', name, schema);
      names.push(name);
    }
  }
  components.set('schemas', 'RelationshipOperation', relationshipOperation(setup));
  components.set('schemas', 'Operation', { anyOf: [...names, 'RelationshipOperation'].map(referenceTo) });
  const result: SchemaObject = { type: 'object', properties: { data: nullable(referenceTo('Resource')), meta } };
  return {
    request: {
      type: 'object',
      required: ['atomic:operations'],
      properties: {
        'atomic:operations': { type: 'array', minItems: 1, maxItems: limit, items: referenceTo('Operation') },
        ...documentMembers,
      },
    },
    response: {
      type: 'object',
      required: ['atomic:results'],
      properties: { 'atomic:results': { type: 'array', items: result }, ...documentMembers },
    },
  };
}
