import { type Awaitable, andThen, inSteps, isPromise, orElse, ready, type Steps } from '@linkage/core/internal';
import type { AnyQuery } from '../request/read-query.ts';
import { respondAccepted } from '../response/document/job-response.ts';
import { topLevelLinks } from '../response/document/links.ts';
import { honoredPreference, type OperationResponse } from '../response/document/operation-response.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import { addsMembers } from '../response/members/plug-in-members.ts';
import { isAccepted } from '../sources/port/source-answers.ts';
import { Change, inTransaction } from '../writing/change.ts';
import { loadWritten, type Written, writtenRecord } from '../writing/load-written.ts';
import { matchesRequest } from '../writing/matches-request.ts';
import { leavesLinks, updateAtOnce } from '../writing/write-at-once.ts';
import { writeSteps } from '../writing/write-steps.ts';
import type { ExecutingOperation } from './context.ts';
import type { OperationDefinition, OperationInput } from './operation.ts';

type Input = OperationInput<'resource', 'update'>;

/** @param isKnown Whether the client knows the resource, so that it needs no document. */
function respondUpdated(
  operation: ExecutingOperation<'resource'>,
  written: Written,
  query: AnyQuery,
  isKnown = false,
): Awaitable<OperationResponse> {
  const result = { preference: honoredPreference(operation, isKnown), version: written.version };
  if (isKnown) return { status: 204, ...result };
  const body = respondWithRecords(
    operation,
    { types: [written.type.name], records: [written], shape: 'one', shown: undefined },
    query,
    topLevelLinks(operation),
    true,
  );
  return isPromise(body) ? body.then((it) => ({ status: 200, ...result, body: it })) : { status: 200, ...result, body };
}

/** An update whose linkage the source alone checks, in the last attempt of its transaction. */
interface Trial {
  change: Change | undefined;
}

function* updateInSteps(
  inside: ExecutingOperation<'resource'>,
  { query, document: input }: Input,
  trial?: Trial,
): Steps<OperationResponse> {
  const { preference, route } = inside;
  const change = new Change(inside, 'update', input, route.id);
  if (trial !== undefined) Object.assign(trial, { change });
  change.leavesLinks = trial !== undefined;
  yield* writeSteps(change);
  if (change.accepted !== undefined) return yield* ready(respondAccepted(inside, change.accepted, query.fields));
  const written = yield* loadWritten(change, route.type, route.id, query);
  const before = change.found?.shown;
  const isKnown =
    preference === 'minimal' &&
    before !== undefined &&
    matchesRequest(inside, route.type, before, input, written.record);
  return yield* ready(respondUpdated(inside, written, query, isKnown));
}

/** Runs the steps without the search for linked resources. An error of the search would be the first: then, all steps run. */
function tryFirst(
  operation: ExecutingOperation<'resource'>,
  given: Input,
  allSteps: () => Awaitable<OperationResponse>,
): Awaitable<OperationResponse> {
  const trial: Trial = { change: undefined };
  const run = () => inTransaction(operation, (inside) => inSteps(() => updateInSteps(inside, given, trial)));
  return orElse(run, (reason) => {
    if (trial.change?.canBeOfLinks(reason) === true) return allSteps();
    throw reason;
  });
}

/** @see https://jsonapi.org/format/1.1/#crud-updating */
export const updateResource: OperationDefinition<'resource', 'resource', 'update'> = Object.freeze({
  name: 'update-resource',
  kind: 'resource',
  method: 'PATCH',
  needs: ['update'],
  query: 'resource',
  document: 'update',
  statuses: [200, 202, 204],
  run(operation, given) {
    const { query, document } = given;
    const { type, id } = operation.route;
    const allSteps = () => inTransaction(operation, (inside) => inSteps(() => updateInSteps(inside, given)));
    if (operation.request.server.hooks?.get(type.name)?.update !== undefined) return allSteps();
    const fewSteps = () =>
      andThen(leavesLinks(operation, document), (it) => (it ? tryFirst(operation, given, allSteps) : allSteps()));
    // Members that the application or a profile adds can fail. The transaction then undoes the write.
    const atOnce = addsMembers(operation) ? undefined : updateAtOnce(operation, document, query);
    if (atOnce === undefined) return fewSteps();
    return andThen(atOnce, (record) => {
      if (record === null) return allSteps();
      if (record === undefined) return fewSteps();
      if (isAccepted(record)) return respondAccepted(operation, record, query.fields);
      return respondUpdated(operation, writtenRecord(operation, type, id, record), query);
    });
  },
} satisfies OperationDefinition<'resource', 'resource', 'update'>);
