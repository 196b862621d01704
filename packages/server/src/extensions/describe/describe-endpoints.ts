import type { ResourceType } from '@linkage/core';
import { hasOwn } from '@linkage/core/internal';
import { operationsAt } from '../../operations/find-operation.ts';
import type { OperationDefinition } from '../../operations/operation.ts';
import { isUnapplied } from '../../operations/unapplied-parameters.ts';
import { needsKey, writeAt } from '../../request/required-keys.ts';
import { ownerOf, type Route, routesOf } from '../../request/route.ts';
import { routeTemplate } from '../../request/route-template.ts';
import { parametersOf } from '../../request/type-parameters.ts';
import type { OfferedSource } from '../../sources/port/any-source.ts';
import { placeOf } from '../extensions-by-place.ts';
import { filterOperatorsOf } from './describe-attribute.ts';
import { describePage } from './describe-page.ts';
import type { Described } from './described.ts';
import type { EndpointDescription, HeaderRule, ParameterFamily } from './description.ts';
import { statusesOf } from './statuses.ts';

/**
 * Returns whether requests with a method use an idempotency key.
 *
 * @param own The type to which the URL belongs. Undefined for endpoints of extensions and of the application.
 * @param write The name of the write of this type.
 */
export function keyRule({ server }: Described, method: string, own?: string, write?: string): HeaderRule {
  const { idempotency } = server.options;
  if (idempotency === undefined || method === 'GET') return 'no';
  if (own !== undefined && idempotency.keys.exempt.includes(own)) return 'no';
  return needsKey(idempotency.keys.required, method, own, write) ? 'must' : 'may';
}

function ifMatchRule({ server }: Described, { method }: OperationDefinition, route: Route): HeaderRule {
  if (method === 'GET' || route.kind === 'collection') return 'no';
  return server.requireIfMatch.has(route.type.name) ? 'must' : 'may';
}

/** Returns the types of the primary data of a URL. */
function primaryTypes(route: Route): readonly string[] {
  if (route.kind === 'mixed') return route.types.map(({ name }) => name);
  return hasOwn(route, 'relationship') ? route.relationship.targets : [route.type.name];
}

/** Returns the families of parameters. A list of resources of several types cannot be sorted and filtered. */
function familiesOf({ query }: OperationDefinition, route: Route, source: OfferedSource): readonly ParameterFamily[] {
  if (route.kind === 'mixed') return ['include', 'fields', 'sort', 'filter', 'page'];
  if (query === 'none' || (query === 'linkage on request' && source.find === undefined)) return [];
  const isList = hasOwn(route, 'relationship') ? route.relationship.kind === 'to-many' : query === 'collection';
  if (!isList) return ['include', 'fields'];
  return primaryTypes(route).length > 1
    ? ['include', 'fields', 'page']
    : ['include', 'fields', 'sort', 'filter', 'page'];
}

/** Returns the parameters of the application and of profiles that a URL does not apply. Those of one type are unknown at URLs of other types. */
function rejectedParameters(
  { server }: Described,
  operation: OperationDefinition,
  route: Route,
): Pick<EndpointDescription, 'rejectedParameters'> {
  if (operation.query === 'none') return {};
  const declared = parametersOf(server.queryParameters, server.typeParameters, primaryTypes(route));
  const known = [...Object.keys(declared), ...Object.keys(server.plugIns.parameters)];
  const rejected = known.filter((name) => isUnapplied(server.parameterRules, operation, route, name));
  return rejected.length === 0 ? {} : { rejectedParameters: rejected };
}

/** Returns the extensions that requests can apply at a place. */
export function describeApplied({ server }: Described, place: string): Pick<EndpointDescription, 'extensions'> {
  const extensions = server.plugIns.extensionsAt(place).map(({ extension }) => extension.uri);
  return extensions.length === 0 ? {} : { extensions };
}

function describeOperation(
  described: Described,
  operation: OperationDefinition,
  route: Route,
  source: OfferedSource,
): EndpointDescription {
  const { name, method, query, document } = operation;
  const ifMatch = ifMatchRule(described, operation, route);
  const idempotencyKey = keyRule(described, method, route.type.name, writeAt(route.kind, method));
  // Only a source with jobs can say that a job is done.
  const successes = operation.statuses.filter((status) => status !== 303 || source.job !== undefined);
  const parts = {
    method,
    query,
    document,
    ifMatch,
    idempotencyKey,
    successes,
    hasId: route.kind !== 'collection' && route.kind !== 'mixed',
  };
  return {
    ...{ name, method },
    path: routeTemplate(described.server, route),
    ...(hasOwn(route, 'relationship') ? { relationship: route.relationship.name } : {}),
    query,
    families: familiesOf(operation, route, source),
    ...rejectedParameters(described, operation, route),
    types: [...primaryTypes(route)],
    document,
    ...{ ifMatch, idempotencyKey },
    statuses: statusesOf(parts, described.facts),
    ...describeApplied(described, placeOf(operation, route)),
  };
}

/** Describes the collections of several types. */
export function describeCollections(described: Described): readonly EndpointDescription[] {
  const { server, api } = described;
  return [...server.mixed.values()].flatMap(({ name, sort, strategy, routeIn }) => {
    const route = routeIn(api);
    const source = server.sourceOf(ownerOf(route));
    const { attributes } = route.type;
    if (source === undefined || route.type.defaultSort.length === 0) return [];
    const operatorsIn = (field: string) => (type: ResourceType) => filterOperatorsOf(server, type, field);
    const filter = [...attributes.values()]
      .filter((it) => it.filter)
      .map((it) => {
        const [first = [], ...others] = route.types.map(operatorsIn(it.name));
        return [it.name, first.filter((operator) => others.every((them) => them.includes(operator)))];
      });
    const collection = {
      name,
      sort: sort.filter((field) => attributes.get(field.replace(/^-/, ''))?.sort === true),
      filter: Object.fromEntries(filter),
      page: describePage({ ...server.pageRules(primaryTypes(route)), strategy }),
    };
    return operationsAt(route, source).map((operation) => ({
      ...describeOperation(described, operation, route, source),
      collection,
    }));
  });
}

/** Describes the endpoints of a type: those that its source supports. */
export function describeEndpoints(described: Described, type: ResourceType): readonly EndpointDescription[] {
  const source = described.server.sourceOf(type.name);
  if (source === undefined) return [];
  return routesOf(type).flatMap((route) =>
    operationsAt(route, source).map((operation) => describeOperation(described, operation, route, source)),
  );
}
