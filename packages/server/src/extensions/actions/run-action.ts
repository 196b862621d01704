import {
  assertNoParameters,
  assertNotAborted,
  baseNameOf,
  inSteps,
  ownPage,
  readActionInput,
  rejection,
} from '@linkage/core/internal';
import type { ExecutingOperation } from '../../operations/context.ts';
import { assertStorable } from '../../operations/never-stored.ts';
import { readRequestQuery } from '../../operations/request-query.ts';
import { assertIfMatch, findBeforeWrite } from '../../reading/conditional/find-before-write.ts';
import { resourceNotFound } from '../../reading/find-resource.ts';
import { documentLimits } from '../../request/document-limits.ts';
import { type AnyQuery, askedOf, readCollectionQuery } from '../../request/read-query.ts';
import type { Route } from '../../request/route.ts';
import { actedOn, findActedOn } from '../../rules/find-visible.ts';
import { assertAllowed } from '../../rules/permission.ts';
import type { VisibleResource } from '../../rules/permitted.ts';
import { knownRows } from '../../sources/gateway/known-rows.ts';
import { compareStored } from '../../sources/port/compare-stored.ts';
import type { CollectionQuery, SourceCall } from '../../sources/port/data-source.ts';
import { idOf } from '../../sources/port/record-id.ts';
import { selectionOf } from '../../sources/port/selection.ts';
import { callWith } from '../../sources/port/source-call.ts';
import { inTransaction } from '../../writing/change.ts';
import { findOther, readOthers } from '../../writing/server-reads.ts';
import type { EndpointRequest, EndpointResponse } from '../server-extension.ts';
import { type ActionOperation, fetchAfterAction, outputOf, respond } from './action-response.ts';
import type { ServedAction } from './served-action.ts';

/** A request to an action. */
export interface ActionCall {
  readonly action: ServedAction;
  /** The id in the URL; undefined for an action on a collection or a filter. */
  readonly id: string | undefined;
  /** The parsed request document; undefined without a body. */
  readonly document: unknown;
  /** Returns what an endpoint receives for an operation. */
  readonly requestOf: (inside: ExecutingOperation<'endpoint'>) => EndpointRequest;
}

/** Returns the resources of an action that the user can read, locked against other writes. */
function resourcesOf({ request, source, call, route }: ActionOperation, ids: readonly string[]) {
  const { api } = request.server;
  const type = api.types.get(route.type.name) ?? route.type;
  return findActedOn(request.rules, { api, type, source }, ids, call);
}

/**
 * Returns the resource in the URL.
 *
 * @throws {JsonApiError} 404 if the user cannot read it, 412 if a precondition does not match.
 */
async function resourceOf(inside: ActionOperation, id: string): Promise<readonly VisibleResource[]> {
  const { rules, server } = inside.request;
  const isHooked = rules !== undefined;
  const one = inside as ExecutingOperation<'resource'>;
  const before = await inSteps(() => findBeforeWrite(one, { actions: ['act'], isHooked }));
  if (rules !== undefined && before?.record !== undefined)
    return [actedOn(server.api, rules.typeOf(inside.route.type.name), before.record)];
  const found = await resourcesOf(inside, [id]);
  if (found.length === 0) throw resourceNotFound(inside.route.type);
  return found;
}

/**
 * Returns the ids of the resources that match a filter, of those that the user can read.
 *
 * @throws {JsonApiError} 403 if there are more than the action accepts. None of them has changed.
 */
async function matchingIds(
  { source, route }: ActionOperation,
  query: AnyQuery,
  limit: number,
  call: SourceCall,
): Promise<readonly string[]> {
  const page = { offset: 0, limit: limit + 1 };
  const asked: CollectionQuery = { ...askedOf(query), page, selection: selectionOf(), total: false };
  const { records } = ownPage((await source.list?.(asked, call)) ?? { records: [] });
  if (records.length <= limit) return records.map((record) => idOf(route.type.name, record));
  throw rejection('OPERATION_NOT_SUPPORTED.filter', { limit }, { parameter: 'filter' });
}

/** Returns the resources that match the filter of the request, also after the statement that locks them has waited for other writes. */
async function matchingResources(
  inside: ActionOperation,
  query: AnyQuery,
  limit: number,
): Promise<readonly VisibleResource[]> {
  const { source, call, route } = inside;
  const locked = await matchingIds(inside, query, limit, callWith(call, { forUpdate: true }));
  if (locked.length === 0 || compareStored(source.can.applies.list, route.type, query.filter))
    return resourcesOf(inside, locked);
  // The statement that waited has compared other records as they were before it waited.
  const matching = new Set(await matchingIds(inside, query, limit, call));
  return resourcesOf(
    inside,
    locked.filter((id) => matching.has(id)),
  );
}

/**
 * Reads the query of an action on a filter: without a filter, it would be about all resources.
 *
 * @throws {JsonApiError} 400.
 */
function readFilter(operation: ActionOperation): AnyQuery {
  const { route, parameters, request, source } = operation;
  const { declared } = request.server.parameterRules;
  const isTaken = (name: string): boolean =>
    baseNameOf(name) === 'filter' || (declared.has(name) && source.can.reads.list?.has(name) === true);
  assertNoParameters(parameters, isTaken, 'notApplied');
  const query = readCollectionQuery(operation as ExecutingOperation, [route.type.name], parameters);
  if (query.filter.length > 0) return query;
  throw rejection('PARAMETER_INVALID.filterRequired', {}, { parameter: 'filter' });
}

/**
 * Runs an action: reads the query and the input, finds its resources, asks the rule `act`, and calls the function of the application, in
 * one transaction. A source that repeats the transaction repeats the function.
 *
 * @throws {JsonApiError} The errors of every write: 400 and 422 for the request, 403, 404, 412, 428, and those of the function.
 */
export async function runAction(
  operation: ExecutingOperation<'endpoint'>,
  { action, id, document, requestOf }: ActionCall,
): Promise<EndpointResponse> {
  const { request, parameters, preconditions } = operation;
  const { name, on } = action;
  const type = request.api.types.get(action.type);
  if (type === undefined || request.sourceOf(type.name) === undefined) throw rejection('NOT_FOUND.url', {});
  const route: Route = id === undefined ? { kind: 'collection', type } : { kind: 'resource', type, id };
  const requireIfMatch = action.ifMatch ? new Set([type.name]) : operation.requireIfMatch;
  const given = { parameters, preconditions, requireIfMatch, preference: undefined, body: undefined };
  const at = operation.at<'collection' | 'resource'>(route as never, given) as ActionOperation;
  assertIfMatch(at as ExecutingOperation);
  if (on === 'resource')
    assertStorable(at as ExecutingOperation, await readRequestQuery('resource', at as ExecutingOperation));
  else if (on === 'collection') assertNoParameters(parameters);
  const query = on === 'filter' ? readFilter(at) : undefined;
  const input = await readActionInput(action.input, document, documentLimits(request.server.limits));
  return inTransaction(at, async (inside) => {
    const { call } = inside;
    let subjects: readonly VisibleResource[] = [];
    if (id !== undefined) subjects = await resourceOf(inside, id);
    else if (query !== undefined) subjects = await matchingResources(inside, query, action.limit);
    const { rules } = request;
    for (const subject of on === 'collection' ? [undefined] : subjects)
      if (rules !== undefined)
        await inSteps(() => assertAllowed(rules, type.name, 'act', { ...subject, action: name, input, call }));
    const { call: given, context, writes, execute: run } = requestOf(operation.with({ call }));
    const about = on === 'filter' ? { resources: subjects } : subjects[0];
    const parts = {
      ...{ input, call: given, context, writes, execute: run },
      find: (of: string, id: string, options?: object) => findOther(inside, undefined, of, id, options),
      list: (of: string, query?: object) => readOthers(inside, 'list', of, query),
      count: (of: string, query?: object) => readOthers(inside, 'count', of, query),
    };
    const output = await outputOf(action, await action.run(about, parts));
    assertNotAborted(call);
    // The function can have changed what the attempt has read.
    knownRows(call)?.clear();
    return respond(id === undefined ? undefined : await fetchAfterAction(inside), output);
  });
}
