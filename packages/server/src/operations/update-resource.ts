import { respondAccepted } from '../response/document/job-response.ts';
import { topLevelLinks } from '../response/document/links.ts';
import { onePrimary } from '../response/document/primary-records.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import { isAccepted } from '../sources/port/source-answers.ts';
import { Change } from '../writing/change.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { loadWritten } from '../writing/load-written.ts';
import { honoredPreference, matchesRequest } from '../writing/matches-request.ts';
import { runSteps } from '../writing/write-steps.ts';
import type { OperationDefinition } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-updating */
export const updateResource: OperationDefinition<'resource', 'resource', 'update'> = Object.freeze({
  name: 'update-resource',
  kind: 'resource',
  method: 'PATCH',
  needs: ['update'],
  query: 'resource',
  document: 'update',
  statuses: [200, 202, 204],
  run(operation, { query, document: input }) {
    const { preference } = operation;
    const { type, id } = operation.route;
    return inTransaction(operation, async (inside) => {
      const change = new Change(inside, 'update', input, id);
      await runSteps(change);
      const { before, written: updated } = change;
      if (isAccepted(updated)) return respondAccepted(inside, updated, query.fields);
      const written = await loadWritten(inside, type, id, updated as object, query);
      const { version, record } = written;
      const isKnown =
        preference === 'minimal' && before !== undefined && matchesRequest(inside, type, before, input, record);
      const result = { preference: honoredPreference(inside, isKnown), version };
      if (isKnown) return { status: 204, ...result };
      return {
        status: 200,
        ...result,
        body: await respondWithRecords(inside, onePrimary(written), query, topLevelLinks(operation), true),
      };
    });
  },
} satisfies OperationDefinition<'resource', 'resource', 'update'>);
