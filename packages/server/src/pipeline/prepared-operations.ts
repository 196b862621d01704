import type { RelationshipDefinition, ResourceType } from '@linkage/core';
import { type Negotiator, oncePer } from '@linkage/core/internal';
import type { ServerPlugIns } from '../extensions/applied-plug-ins.ts';
import { placeOf } from '../extensions/extensions-by-place.ts';
import { findOperation, methodHeaders } from '../operations/find-operation.ts';
import { type QueriesOf, queriesThatRepeat } from '../operations/kept-queries.ts';
import type { OperationDefinition } from '../operations/operation.ts';
import { type MixedRoute, ownerOf, type Route } from '../request/route.ts';
import type { VisibleSource } from '../rules/permitted.ts';
import type { AnySource } from '../sources/port/any-source.ts';

/** One operation at the URLs of a type or a relationship, with what does not change from request to request. */
export interface PreparedOperation {
  readonly definition: OperationDefinition;
  /** The negotiator of the extensions that apply to the operation. */
  readonly negotiate: Negotiator;
  readonly queryOf: QueriesOf;
  /** The source of the type, as the users of the type see it. */
  readonly source: VisibleSource;
}

/** The operations at a URL, and the headers of `OPTIONS`. */
export interface PreparedUrl {
  /**
   * Returns the operation for a method, which is created on first use.
   *
   * @throws {JsonApiError} 403 for a write that the source does not support, 405 for any other method.
   */
  readonly operation: (method: string, user: Seeing) => PreparedOperation;
  readonly headers: () => Readonly<Record<string, string>>;
}

/** The source of a type as a user sees it: the same for all users who see the same definition of the type. */
interface Seeing {
  sourceOf(type: string): VisibleSource | undefined;
}

type Prepare = (route: Route) => PreparedUrl;

function preparedUrl(
  route: Route,
  source: AnySource,
  { negotiatorAt }: Pick<ServerPlugIns, 'negotiatorAt'>,
  createQueries: () => QueriesOf,
): PreparedUrl {
  const operations = new Map<string, PreparedOperation>();
  return {
    operation(method, user) {
      const known = operations.get(method);
      if (known !== undefined) return known;
      // A method that has no operation throws, so the map has at most the methods of the table.
      const definition = findOperation(route, method === 'HEAD' ? 'GET' : method, source);
      const prepared = Object.freeze({
        definition,
        negotiate: negotiatorAt(placeOf(definition, route)),
        queryOf: createQueries(),
        source: user.sourceOf(ownerOf(route)) as VisibleSource,
      });
      operations.set(method, prepared);
      return prepared;
    },
    headers: () => methodHeaders(route, source),
  };
}

/** Returns a function that returns what is prepared for a URL. The definitions of a type as its user sees it have URLs of their own. */
export function preparedOperations(
  sourceOf: (type: string) => AnySource | undefined,
  plugIns: Pick<ServerPlugIns, 'negotiatorAt'>,
): Prepare {
  const createQueries = queriesThatRepeat();
  const urls = (kind: Route['kind']) => {
    const ofRelationship = oncePer((type: ResourceType) =>
      oncePer((relationship: RelationshipDefinition) => prepare({ kind, type, id: '', relationship } as Route)),
    );
    const ofType = oncePer((type: ResourceType) => prepare({ kind, type, id: '' } as Route));
    return { ofType, ofRelationship };
  };
  const prepare = (route: Route): PreparedUrl =>
    preparedUrl(route, sourceOf(ownerOf(route)) as AnySource, plugIns, createQueries);
  const byKind = {
    collection: urls('collection'),
    resource: urls('resource'),
    related: urls('related'),
    relationship: urls('relationship'),
  } as const;
  const ofMixed = oncePer((route: MixedRoute) => prepare(route));
  return (route) => {
    if (route.kind === 'mixed') return ofMixed(route);
    return route.kind === 'collection' || route.kind === 'resource'
      ? byKind[route.kind].ofType(route.type)
      : byKind[route.kind].ofRelationship(route.type)(route.relationship);
  };
}
