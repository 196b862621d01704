import { respondAccepted } from '../response/document/job-response.ts';
import { isAccepted } from '../sources/port/source-answers.ts';
import { Change } from '../writing/change.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { runSteps } from '../writing/write-steps.ts';
import type { OperationDefinition } from './operation.ts';

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
    return inTransaction(operation, async (inside) => {
      const change = new Change(inside, 'delete', undefined, operation.route.id);
      await runSteps(change);
      return isAccepted(change.written) ? respondAccepted(inside, change.written) : { status: 204 };
    });
  },
} satisfies OperationDefinition<'resource', 'none', 'none'>);
