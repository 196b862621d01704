import { pickMembers } from '@linkage/core/internal';
import { toIdString } from '@linkage/core/records';
import { findRecord } from '../../reading/find-resource.ts';
import { type AnyQuery, noQuery } from '../../request/read-query.ts';
import type { OfferedSource } from '../../sources/port/any-source.ts';
import { selectionFor } from '../../sources/port/selection.ts';
import type { Accepted, DeclaredJob, ResourceReference } from '../../sources/port/source-answers.ts';
import type { ResponseOperation, ResponseRequest } from '../context.ts';
import { jobLinks } from './links.ts';
import type { OperationResponse } from './operation-response.ts';
import { respondWithRecords } from './respond.ts';

const DIGITS = /^\d{1,15}$/;

function urlOf({ server: { urls }, api }: ResponseRequest, { type, id }: ResourceReference, where: string): string {
  if (!api.types.has(type))
    throw new TypeError(
      `${where} must reference a resource type of the API, but it references ${JSON.stringify(type)}.`,
    );
  return urls.resource(type, toIdString(id, where));
}

/** The state of a resource that is not a job. */
export const noJob: { readonly done: undefined; readonly retryAfter: undefined } = Object.freeze({
  done: undefined,
  retryAfter: undefined,
});

/** The state of a job: 303 if it is done, otherwise the time after which to fetch it again. */
export function jobState(
  request: ResponseRequest,
  source: OfferedSource,
  type: string,
  record: object,
): { readonly done: OperationResponse | undefined; readonly retryAfter: string | undefined } {
  const given = source.job?.(record as never);
  if (given === undefined) return noJob;
  const state = pickMembers(given as DeclaredJob, ['done', 'retryAfter']);
  const { done } = state;
  if (done !== undefined) {
    return {
      done: { status: 303, location: urlOf(request, done, `The job of type "${type}"`) },
      retryAfter: undefined,
    };
  }
  const seconds = String(state.retryAfter);
  if (!DIGITS.test(seconds))
    throw new TypeError(`The source of ${type}: \`retryAfter\` must be a whole number of seconds.`);
  return { done: undefined, retryAfter: seconds };
}

/**
 * Creates the response to a write that continues in the background: 202 with the job as primary data.
 *
 * @throws {TypeError} If the job does not exist. This is an error of the source.
 * @see https://jsonapi.org/recommendations/#asynchronous-processing
 */
export async function respondAccepted(
  operation: ResponseOperation,
  { accepted }: Accepted,
  fields: AnyQuery['fields'] = noQuery.fields,
): Promise<OperationResponse> {
  const { request, route, call } = operation;
  const location = urlOf(request, accepted, `\`accepted\` of the source of ${route.type.name}`);
  const type = request.api.types.get(accepted.type) as ResponseOperation['route']['type'];
  const source = request.sourceOf(type.name);
  const query: AnyQuery = { ...noQuery, fields };
  const id = toIdString(accepted.id, type.name);
  const record = source && (await findRecord({ source, call }, type, id, selectionFor(type, query)));
  if (source === undefined || record === undefined)
    throw new TypeError(
      `The source of ${route.type.name} accepted a write, but its job at ${location} does not exist, or the access rules hide it.`,
    );
  const body = await respondWithRecords(
    operation,
    { types: [type.name], records: [{ type, id, record }], shape: 'one', shown: undefined },
    query,
    jobLinks(operation, type.name, location),
    true,
  );
  const { retryAfter } = jobState(request, source, type.name, record);
  return { status: 202, contentLocation: location, ...(retryAfter === undefined ? {} : { retryAfter }), body };
}
