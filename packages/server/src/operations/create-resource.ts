import {
  type Awaitable,
  andThen,
  assertNoIfMatch,
  chosenIdOf,
  inSteps,
  ready,
  type Steps,
} from '@linkage/core/internal';
import { respondAccepted } from '../response/document/job-response.ts';
import { topLevelLinks } from '../response/document/links.ts';
import { honoredPreference, type OperationResponse } from '../response/document/operation-response.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import { addsMembers } from '../response/members/plug-in-members.ts';
import { isAccepted } from '../sources/port/source-answers.ts';
import { Change, inTransaction } from '../writing/change.ts';
import { createAtOnce } from '../writing/create-at-once.ts';
import { loadWritten, type Written, writtenRecord } from '../writing/load-written.ts';
import { matchesRequest } from '../writing/matches-request.ts';
import { writeSteps } from '../writing/write-steps.ts';
import type { ExecutingOperation } from './context.ts';
import type { OperationDefinition, OperationInput } from './operation.ts';

type Input = OperationInput<'resource', 'create'>;

/** @param inside The operation, with the call of the transaction in which the resource was written, if there is one. */
function respondCreated(
  inside: ExecutingOperation<'collection'>,
  written: Written,
  { query, document }: Input,
): Awaitable<OperationResponse> {
  const { request, preference, route } = inside;
  const { type } = route;
  const { version, record } = written;
  const location = request.server.urls.resource(type.name, written.id);
  const isKnown =
    preference === 'minimal' &&
    version !== undefined &&
    chosenIdOf(document) !== undefined &&
    matchesRequest(inside, type, undefined, document, record);
  const result = { location, preference: honoredPreference(inside, isKnown), version };
  if (isKnown) return { status: 204, ...result };
  const links = topLevelLinks(inside, undefined, location);
  return andThen(
    respondWithRecords(
      inside,
      { types: [written.type.name], records: [written], shape: 'one', shown: undefined },
      query,
      links,
      true,
    ),
    (body) => ({
      status: 201,
      ...result,
      body,
    }),
  );
}

function* createInSteps(inside: ExecutingOperation<'collection'>, given: Input): Steps<OperationResponse> {
  const { query, document } = given;
  const chosenId = chosenIdOf(document);
  const change = new Change(inside, 'create', document, chosenId);
  yield* writeSteps(change);
  if (change.accepted !== undefined) return yield* ready(respondAccepted(inside, change.accepted, query.fields));
  const written = yield* loadWritten(change, inside.route.type, chosenId, query);
  return yield* ready(respondCreated(inside, written, given));
}

/** @see https://jsonapi.org/format/1.1/#crud-creating */
export const createResource: OperationDefinition<'collection', 'resource', 'create'> = Object.freeze({
  name: 'create-resource',
  kind: 'collection',
  method: 'POST',
  needs: ['create'],
  query: 'resource',
  document: 'create',
  statuses: [201, 202, 204],
  run(operation, given) {
    const { query, document } = given;
    assertNoIfMatch(operation.preconditions);
    const allSteps = () => inTransaction(operation, (inside) => inSteps(() => createInSteps(inside, given)));
    // Members that the application or a profile adds can fail. The transaction then undoes the write.
    const atOnce = addsMembers(operation) ? undefined : createAtOnce(operation, document, query);
    if (atOnce === undefined) return allSteps();
    return andThen(atOnce, (record) => {
      if (record === undefined) return allSteps();
      if (isAccepted(record)) return respondAccepted(operation, record, query.fields);
      return respondCreated(
        operation,
        writtenRecord(operation, operation.route.type, chosenIdOf(document), record),
        given,
      );
    });
  },
} satisfies OperationDefinition<'collection', 'resource', 'create'>);
