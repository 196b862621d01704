import { type Awaitable, inSteps, isConditional, ready, type Steps } from '@linkage/core/internal';
import { relationshipVersion } from '../reading/conditional/resource-version.ts';
import { respondAccepted } from '../response/document/job-response.ts';
import type { OperationResponse } from '../response/document/operation-response.ts';
import { type LinkageQuery, relationshipDocument } from '../response/document/relationship-document.ts';
import type { LinkageChange } from '../sources/port/data-source.ts';
import { allFields } from '../sources/port/selection.ts';
import { Change, inTransaction } from '../writing/change.ts';
import { findWritten } from '../writing/load-written.ts';
import { writeSteps } from '../writing/write-steps.ts';
import type { ExecutingOperation } from './context.ts';
import type { OperationDefinition } from './operation.ts';
import type { DocumentKind } from './request-document.ts';

/**
 * Changes the relationship in the URL. Only the link changes, never a related resource.
 *
 * @param wanted The linkage that the response shows after the change, or undefined for 204.
 * @throws {JsonApiError} 404 if the resource does not exist.
 * @see https://jsonapi.org/format/1.1/#crud-updating-relationships
 */
function changeRelationship(
  operation: ExecutingOperation<'relationship'>,
  linkageChange: LinkageChange,
  wanted: LinkageQuery | undefined,
): Awaitable<OperationResponse> {
  const { id, relationship } = operation.route;
  return inTransaction(operation, (inside) =>
    inSteps(function* () {
      const change = new Change(inside, 'updateRelationship', linkageChange, id, relationship.name);
      yield* writeSteps(change);
      if (change.accepted !== undefined) return yield* ready(respondAccepted(inside, change.accepted));
      if (wanted === undefined) return { status: 204, version: yield* versionAfter(inside, change) };
      return { status: 200, ...(yield* ready(relationshipDocument(inside, wanted))) };
    }),
  );
}

/** Returns the new version. Requests without preconditions do not read the resource again. */
function* versionAfter(operation: ExecutingOperation<'relationship'>, change: Change): Steps<string | undefined> {
  const { type, id, relationship } = operation.route;
  if (!isConditional(operation.preconditions)) return undefined;
  const record = yield* findWritten(change, type, id, allFields(type));
  return record && (yield* ready(relationshipVersion(operation, { type, id, record, relationship })));
}

type RelationshipChange<Document extends DocumentKind> = OperationDefinition<
  'relationship',
  'linkage on request',
  Document
>;

const common = {
  kind: 'relationship',
  needs: ['updateRelationship'],
  query: 'linkage on request',
  statuses: [200, 202, 204],
} as const;

/** @see https://jsonapi.org/format/1.1/#crud-updating-relationships */
export const updateRelationship: RelationshipChange<'linkage'> = Object.freeze({
  ...common,
  name: 'update-relationship',
  method: 'PATCH',
  document: 'linkage',
  run: (operation, { query, document: linkage }) => changeRelationship(operation, { replace: linkage }, query),
} satisfies RelationshipChange<'linkage'>);

/** @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships */
export const addToRelationship: RelationshipChange<'members'> = Object.freeze({
  ...common,
  name: 'add-to-relationship',
  method: 'POST',
  document: 'members',
  run: (operation, { query, document: members }) => changeRelationship(operation, { add: members }, query),
} satisfies RelationshipChange<'members'>);

/** @see https://jsonapi.org/format/1.1/#crud-updating-to-many-relationships */
export const removeFromRelationship: RelationshipChange<'members'> = Object.freeze({
  ...common,
  name: 'remove-from-relationship',
  method: 'DELETE',
  document: 'members',
  run: (operation, { query, document: members }) => changeRelationship(operation, { remove: members }, query),
} satisfies RelationshipChange<'members'>);
