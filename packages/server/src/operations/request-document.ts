import {
  type Api,
  type CreateInput,
  errorObject,
  JsonApiError,
  parseCreateAsync,
  parseLinkage,
  parseUpdateAsync,
  type RelationshipDefinition,
  type ResourceIdentifierObject,
  type UpdateInput,
} from '@linkage/core';
import { canSet, clearsRequired, readOnlyReason } from '@linkage/core/internal';
import { documentLimits } from '../request/document-limits.ts';
import type { Awaitable } from '../sources/data-source.ts';
import { canLinkItself } from '../sources/links-to-itself.ts';
import { assertNoLocalIds } from '../writing/check-identifiers.ts';
import type { OperationContext } from './operation-context.ts';

/** The parsed request document, by its kind in the table of operations. */
export interface DocumentValues {
  /** The resource to create. */
  readonly create: CreateInput<Api, string>;
  /** The changes of a resource. */
  readonly update: UpdateInput<Api, string>;
  /** The complete linkage of a relationship. */
  readonly linkage: ResourceIdentifierObject | null | readonly ResourceIdentifierObject[];
  /** Members to add to a to-many relationship, or to remove from it. */
  readonly members: readonly ResourceIdentifierObject[];
  readonly none: undefined;
}

export type DocumentKind = keyof DocumentValues;

function notSupported(detail: string): JsonApiError {
  return new JsonApiError(errorObject('OPERATION_NOT_SUPPORTED', detail));
}

function emptied({ name }: RelationshipDefinition): JsonApiError {
  const detail = `The relationship \`${name}\` is required, so it must not be empty.`;
  return new JsonApiError(errorObject('RELATIONSHIP_REQUIRED', detail, { source: { pointer: '/data' } }));
}

function assertWritable(relationship: RelationshipDefinition): void {
  if (canSet(relationship, 'update')) return;
  throw notSupported(`The relationship \`${relationship.name}\` ${readOnlyReason(relationship)}.`);
}

type RelationshipContext = OperationContext<'relationship'>;

function readLinkage({ setup, route, body }: RelationshipContext): DocumentValues['linkage'] {
  const { type, relationship } = route;
  return parseLinkage(setup.api, type.name, relationship.name as never, body, documentLimits(setup));
}

const readers: {
  readonly [Kind in DocumentKind]: (context: OperationContext<never>) => Awaitable<DocumentValues[Kind]>;
} = {
  async create({ setup, route, source, body }: OperationContext) {
    const input = await parseCreateAsync(setup.api, route.type.name, body, documentLimits(setup));
    if (!canLinkItself(source)) assertNoLocalIds(setup, input.relationships);
    return input;
  },
  update: ({ setup, route: { type, id }, body }: OperationContext<'resource'>) =>
    parseUpdateAsync(setup.api, type.name, body, { ...documentLimits(setup), id }),
  linkage(context: RelationshipContext) {
    const { relationship } = context.route;
    assertWritable(relationship);
    const linkage = readLinkage(context);
    // Only a replacement can clear the relationship: an empty array of members to add or remove changes nothing.
    if (clearsRequired(relationship, linkage)) throw emptied(relationship);
    return linkage;
  },
  members(context: RelationshipContext) {
    const { relationship } = context.route;
    assertWritable(relationship);
    if (relationship.kind === 'to-one') {
      throw notSupported(`The relationship \`${relationship.name}\` is to-one. Replace it with PATCH.`);
    }
    return readLinkage(context) as DocumentValues['members'];
  },
  none: () => undefined,
};

/**
 * Reads the request document for its operation, before anything is written.
 *
 * @throws {JsonApiError} 400, 403, 409, 413, or 422 with all problems of the document.
 */
export function readRequestDocument<Kind extends DocumentKind>(
  kind: Kind,
  context: OperationContext,
): Awaitable<DocumentValues[Kind]> {
  return readers[kind](context as OperationContext<never>);
}
