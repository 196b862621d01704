import type { Api, CreateInput, ResourceIdentifierObject, UpdateInput } from '@linkage/core';
import { andThen, parseCreateNow, parseRelationshipChange, parseUpdateNow } from '@linkage/core/internal';
import { documentLimits } from '../request/document-limits.ts';
import { canLinkItself } from '../sources/links/links-to-itself.ts';
import type { Awaitable } from '../sources/port/data-source.ts';
import { assertNoLocalIds } from '../writing/check-identifiers.ts';
import type { ExecutingOperation } from './context.ts';

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

function readChange({ request, route, body }: ExecutingOperation<'relationship'>, op: 'update' | 'add') {
  const { type, relationship } = route;
  const limits = documentLimits(request.server.limits);
  return parseRelationshipChange(request.api, type.name, relationship.name, op, body, limits);
}

const readers: {
  readonly [Kind in DocumentKind]: (operation: ExecutingOperation<never>) => Awaitable<DocumentValues[Kind]>;
} = {
  create: ({ request, route, source, body }: ExecutingOperation) =>
    andThen(parseCreateNow(request.api, route.type.name, body, documentLimits(request.server.limits)), (input) => {
      if (!canLinkItself(source)) assertNoLocalIds(request, input.relationships);
      return input;
    }),
  update: ({ request, route: { type, id }, body }: ExecutingOperation<'resource'>) =>
    parseUpdateNow(request.api, type.name, body, documentLimits(request.server.limits), id),
  linkage: (operation: ExecutingOperation<'relationship'>) => readChange(operation, 'update'),
  members: (operation: ExecutingOperation<'relationship'>) => readChange(operation, 'add') as DocumentValues['members'],
  none: () => undefined,
};

/**
 * Reads the request document for its operation, before anything is written.
 *
 * @throws {JsonApiError} 400, 403, 409, 413, or 422 with all problems of the document.
 */
export function readRequestDocument<Kind extends DocumentKind>(
  kind: Kind,
  operation: ExecutingOperation,
): Awaitable<DocumentValues[Kind]> {
  return readers[kind](operation as ExecutingOperation<never>);
}
