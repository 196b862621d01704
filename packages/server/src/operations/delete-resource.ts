import { respondAccepted } from '../answer/job-response.ts';
import { findBeforeWrite } from '../reading/conditional/find-before-write.ts';
import { isConditional } from '../reading/conditional/preconditions.ts';
import { isAccepted } from '../sources/source-answers.ts';
import { assertWritten } from '../writing/assert-written.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { assertNoProtectedLinks } from '../writing/protected-links.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-deleting */
export const deleteResource: Operation<'resource', 'none', 'none'> = Object.freeze({
  name: 'delete-resource',
  kind: 'resource',
  method: 'DELETE',
  needs: ['delete'],
  query: 'none',
  document: 'none',
  statuses: [202, 204],
  run(context) {
    const { setup, route, source, conditions } = context;
    return inTransaction(context, async (call) => {
      const inside = { ...context, call };
      // The source reports whether the resource exists.
      if (isConditional(conditions)) await findBeforeWrite(inside);
      // The access rules check this themselves, from the view of the caller.
      if (setup.access === undefined) await assertNoProtectedLinks(setup, route.type, route.id, call);
      const deleted = await source.delete?.(route.id, call);
      if (isAccepted(deleted)) return respondAccepted(inside, deleted);
      assertWritten(route.type, 'delete', deleted);
      return { status: 204 };
    });
  },
} satisfies Operation<'resource', 'none', 'none'>);
