import { type Awaitable, andThen, orElse } from '@linkage/core/internal';
import { respondAccepted } from '../response/document/job-response.ts';
import type { OperationResponse } from '../response/document/operation-response.ts';
import { isAccepted } from '../sources/port/source-answers.ts';
import { Change, inTransaction } from '../writing/change.ts';
import { deleteAtOnce } from '../writing/write-at-once.ts';
import { runSteps } from '../writing/write-steps.ts';
import type { ExecutingOperation } from './context.ts';
import type { OperationDefinition } from './operation.ts';

function respondDeleted(operation: ExecutingOperation<'resource'>, deleted: unknown): Awaitable<OperationResponse> {
  return isAccepted(deleted) ? respondAccepted(operation, deleted) : { status: 204 };
}

/** @see https://jsonapi.org/format/1.1/#crud-deleting */
export const deleteResource: OperationDefinition<'resource', 'none', 'none'> = Object.freeze({
  name: 'delete-resource',
  kind: 'resource',
  method: 'DELETE',
  needs: ['delete'],
  query: 'none',
  document: 'none',
  statuses: [202, 204],
  run(operation) {
    const allSteps = (sharing?: Change['sharing']) =>
      inTransaction(operation, (inside) => {
        const change = new Change(inside, 'delete', undefined, operation.route.id);
        change.sharing = sharing;
        return andThen(runSteps(change), () => respondDeleted(inside, change.accepted ?? change.written));
      });
    const { call, request, route } = operation;
    // The option `afterWrite` learns of the deletion, and of what else it deletes.
    if (request.server.hooks?.get(route.type.name)?.delete?.told !== undefined && call.transaction === undefined) {
      const sharing = { hasOverreached: false };
      return orElse(
        () => allSteps(sharing),
        (thrown) => {
          if (sharing.hasOverreached) return allSteps();
          throw thrown;
        },
      );
    }
    const atOnce = deleteAtOnce(operation);
    if (atOnce === undefined) return allSteps();
    return andThen(atOnce, (deleted) => (deleted === undefined ? allSteps() : respondDeleted(operation, deleted)));
  },
} satisfies OperationDefinition<'resource', 'none', 'none'>);
