import { fieldOf, toIdString } from '@linkage/core/records';
import { findRecord } from '../loading/find-resource.ts';
import { type AnyQuery, noQuery } from '../request/read-query.ts';
import type { AnySource } from '../source/any-source.ts';
import { selectionFor } from '../source/selection.ts';
import type { Accepted, ResourceReference } from '../source/source-answers.ts';
import { jobLinks } from './links.ts';
import type { Outcome } from './outcome.ts';
import { respondWithRecords, rootOf } from './respond.ts';
import type { ResponseExchange, ResponseSetup } from './response-exchange.ts';

const DIGITS = /^\d{1,15}$/;

function urlOf({ urls, api }: ResponseSetup, { type, id }: ResourceReference, where: string): string {
  if (!api.types.has(type)) throw new TypeError(`${where} names ${JSON.stringify(type)}, which is no resource type.`);
  return urls.resource(type, toIdString(id, where));
}

/** What a job says of itself: 303 when it is done, else when it should be fetched again. */
export function jobState(
  setup: ResponseSetup,
  source: AnySource,
  type: string,
  record: object,
): { readonly done: Outcome | undefined; readonly retryAfter: string | undefined } {
  const state = source.job?.(record as never);
  if (state === undefined) return { done: undefined, retryAfter: undefined };
  const done = fieldOf(state, 'done') as ResourceReference | undefined;
  if (done !== undefined) {
    return { done: { status: 303, location: urlOf(setup, done, `The job of ${type}`) }, retryAfter: undefined };
  }
  const seconds = String(fieldOf(state, 'retryAfter'));
  if (!DIGITS.test(seconds)) throw new TypeError(`The source of ${type}: retryAfter is a whole number of seconds.`);
  return { done: undefined, retryAfter: seconds };
}

/**
 * The answer to a write that goes on in the background: 202 with the job as primary data.
 *
 * @throws {TypeError} There is no such job; this is the source's mistake.
 * @see https://jsonapi.org/recommendations/#asynchronous-processing
 */
export async function respondAccepted(
  exchange: ResponseExchange,
  { accepted }: Accepted,
  fields: AnyQuery['fields'] = noQuery.fields,
): Promise<Outcome> {
  const { setup, route, call } = exchange;
  const location = urlOf(setup, accepted, `The source of ${route.type.name} accepted a write and`);
  const type = setup.api.types.get(accepted.type) as ResponseExchange['route']['type'];
  const source = setup.sourceOf(type.name);
  const query: AnyQuery = { ...noQuery, fields };
  const record =
    source && (await findRecord({ source, call }, type, toIdString(accepted.id, type.name), selectionFor(type, query)));
  if (source === undefined || record === undefined) throw new TypeError(`There is no job at ${location}.`);
  const primary = { types: [type.name], records: [rootOf(type, record)], shape: 'one' } as const;
  const body = await respondWithRecords(exchange, primary, query, jobLinks(exchange, type.name, location));
  const { retryAfter } = jobState(setup, source, type.name, record);
  return { status: 202, contentLocation: location, ...(retryAfter === undefined ? {} : { retryAfter }), body };
}
