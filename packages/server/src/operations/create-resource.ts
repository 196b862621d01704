import { chosenIdOf } from '@linkage/core/internal';
import { respondAccepted } from '../answer/job-response.ts';
import { createdLinks } from '../answer/links.ts';
import { onePrimary } from '../answer/primary-records.ts';
import { respondWithRecords } from '../answer/respond.ts';
import { assertNoIfMatch } from '../reading/conditional/preconditions.ts';
import { isAccepted } from '../sources/source-answers.ts';
import { checkIdentifiers, placedRelationships } from '../writing/check-identifiers.ts';
import { inTransaction } from '../writing/in-transaction.ts';
import { createLinked } from '../writing/link-itself.ts';
import { honoredPreference, matchesRequest } from '../writing/matches-request.ts';
import { readBack } from '../writing/read-back.ts';
import type { Operation } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#crud-creating */
export const createResource: Operation<'collection', 'resource', 'create'> = Object.freeze({
  name: 'create-resource',
  kind: 'collection',
  method: 'POST',
  needs: ['create'],
  query: 'resource',
  document: 'create',
  statuses: [201, 202, 204],
  run(context, { query, document: input }) {
    const { setup, route, preference, conditions } = context;
    const { type } = route;
    const chosenId = chosenIdOf(input);
    assertNoIfMatch(conditions);
    return inTransaction(context, async (call) => {
      const inside = { ...context, call };
      const relationships = placedRelationships(input.relationships);
      await checkIdentifiers(setup, relationships, call, { type: type.name, id: chosenId });
      const created = await createLinked(context, input, call, setup.access !== undefined);
      if (isAccepted(created)) return respondAccepted(inside, created, query.fields);
      const written = await readBack(inside, type, chosenId, created, query);
      const { version, record } = written;
      const location = setup.urls.resource(type.name, written.id);
      const isKnown =
        preference === 'minimal' &&
        version !== undefined &&
        chosenId !== undefined &&
        matchesRequest(inside, type, { id: chosenId }, input, record);
      const result = { location, preference: honoredPreference(inside, isKnown), version };
      if (isKnown) return { status: 204, ...result };
      const body = await respondWithRecords(inside, onePrimary(written), query, createdLinks(context, location), true);
      return { status: 201, ...result, body };
    });
  },
} satisfies Operation<'collection', 'resource', 'create'>);
