import { assertNoIfMatch, chosenIdOf } from '@linkage/core/internal';
import { respondAccepted } from '../response/document/job-response.ts';
import { createdLinks } from '../response/document/links.ts';
import { onePrimary } from '../response/document/primary-records.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import { isAccepted } from '../sources/port/source-answers.ts';
import { Change } from '../writing/change.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { loadWritten } from '../writing/load-written.ts';
import { honoredPreference, matchesRequest } from '../writing/matches-request.ts';
import { runSteps } from '../writing/write-steps.ts';
import type { OperationDefinition } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-creating */
export const createResource: OperationDefinition<'collection', 'resource', 'create'> = Object.freeze({
  name: 'create-resource',
  kind: 'collection',
  method: 'POST',
  needs: ['create'],
  query: 'resource',
  document: 'create',
  statuses: [201, 202, 204],
  run(operation, { query, document: input }) {
    const { request, preference, preconditions } = operation;
    const { type } = operation.route;
    const chosenId = chosenIdOf(input);
    assertNoIfMatch(preconditions);
    return inTransaction(operation, async (inside) => {
      const change = new Change(inside, 'create', input, chosenId);
      await runSteps(change);
      const { written: created } = change;
      if (isAccepted(created)) return respondAccepted(inside, created, query.fields);
      const written = await loadWritten(inside, type, chosenId, created as object, query);
      const { version, record } = written;
      const location = request.server.urls.resource(type.name, written.id);
      const isKnown =
        preference === 'minimal' &&
        version !== undefined &&
        chosenId !== undefined &&
        matchesRequest(inside, type, undefined, input, record);
      const result = { location, preference: honoredPreference(inside, isKnown), version };
      if (isKnown) return { status: 204, ...result };
      const body = await respondWithRecords(
        inside,
        onePrimary(written),
        query,
        createdLinks(operation, location),
        true,
      );
      return { status: 201, ...result, body };
    });
  },
} satisfies OperationDefinition<'collection', 'resource', 'create'>);
