import type { ResourceType } from '@linkage/core';
import { hasOwn } from '@linkage/core/internal';
import { operationsAt } from '../../operations/find-operation.ts';
import type { Operation } from '../../operations/operation.ts';
import { isUnapplied } from '../../operations/unapplied-parameters.ts';
import { type Route, routesOf } from '../../request/route.ts';
import { routeTemplate } from '../../request/route-template.ts';
import { parametersOf } from '../../request/type-parameters.ts';
import type { AnySource } from '../../sources/any-source.ts';
import { placeOf } from '../extensions-by-place.ts';
import type { DescribeSetup } from './describe-setup.ts';
import type { EndpointDescription, HeaderRule, ParameterFamily } from './description.ts';
import { statusesOf } from './statuses.ts';

/** Returns whether requests with a method use an idempotency key. */
export function keyRule({ idempotency }: DescribeSetup, method: string): HeaderRule {
  if (idempotency === undefined || method === 'GET') return 'no';
  return idempotency.required.includes(method) ? 'must' : 'may';
}

function ifMatchRule({ requireIfMatch }: DescribeSetup, { method }: Operation, route: Route): HeaderRule {
  if (method === 'GET' || route.kind === 'collection') return 'no';
  return requireIfMatch.has(route.type.name) ? 'must' : 'may';
}

/** Returns the types of the primary data of a URL. */
function primaryTypes(route: Route): readonly string[] {
  return hasOwn(route, 'relationship') ? route.relationship.targets : [route.type.name];
}

/** Returns the families of parameters. A list of resources of several types cannot be sorted and filtered. */
function familiesOf({ query }: Operation, route: Route, source: AnySource): readonly ParameterFamily[] {
  if (query === 'none' || (query === 'linkage on request' && source.find === undefined)) return [];
  const isList = hasOwn(route, 'relationship') ? route.relationship.kind === 'to-many' : query === 'collection';
  if (!isList) return ['include', 'fields'];
  return primaryTypes(route).length > 1
    ? ['include', 'fields', 'page']
    : ['include', 'fields', 'sort', 'filter', 'page'];
}

/** Returns the declared parameters that no source applies at a URL. Those of one type are unknown at URLs of other types. */
function rejectedParameters(
  { parameterRules, queryParameters, typeParameters }: DescribeSetup,
  operation: Operation,
  route: Route,
): Pick<EndpointDescription, 'rejectedParameters'> {
  if (operation.query === 'none') return {};
  const known = Object.keys(parametersOf({ queryParameters, typeParameters }, primaryTypes(route)));
  const rejected = known.filter((name) => isUnapplied(parameterRules, operation, route, name));
  return rejected.length === 0 ? {} : { rejectedParameters: rejected };
}

/** Returns the extensions that requests can apply at a place. */
export function describeApplied(
  { extensionsAt }: DescribeSetup,
  place: string,
): Pick<EndpointDescription, 'extensions'> {
  const extensions = extensionsAt(place).map(({ extension }) => extension.uri);
  return extensions.length === 0 ? {} : { extensions };
}

function describeOperation(
  setup: DescribeSetup,
  operation: Operation,
  route: Route,
  source: AnySource,
): EndpointDescription {
  const { name, method, query, document } = operation;
  const ifMatch = ifMatchRule(setup, operation, route);
  const isExempt = setup.idempotency?.exempt.includes(route.type.name) === true;
  const idempotencyKey = isExempt ? 'no' : keyRule(setup, method);
  // Only a source with jobs can say that a job is done.
  const successes = operation.statuses.filter((status) => status !== 303 || source.job !== undefined);
  const parts = { method, query, document, ifMatch, idempotencyKey, successes, hasId: route.kind !== 'collection' };
  return {
    ...{ name, method },
    path: routeTemplate(setup, route),
    ...(hasOwn(route, 'relationship') ? { relationship: route.relationship.name } : {}),
    query,
    families: familiesOf(operation, route, source),
    ...rejectedParameters(setup, operation, route),
    types: [...primaryTypes(route)],
    document,
    ...{ ifMatch, idempotencyKey },
    statuses: statusesOf(parts, setup.facts),
    ...describeApplied(setup, placeOf(operation, route)),
  };
}

/** Describes the endpoints of a type: those that its source supports. */
export function describeEndpoints(setup: DescribeSetup, type: ResourceType): readonly EndpointDescription[] {
  const source = setup.sourceOf(type.name);
  if (source === undefined) return [];
  return routesOf(type).flatMap((route) =>
    operationsAt(route, source).map((operation) => describeOperation(setup, operation, route, source)),
  );
}
